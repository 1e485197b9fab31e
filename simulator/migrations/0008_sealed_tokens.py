"""Tokens of links are sealed in the database; links of old lead where they led."""

import web.links
from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('simulator', '0007_deals_of_all'),
    ]

    operations = [
        migrations.AlterField(
            model_name='match',
            name='host_token',
            field=web.links.TokenField(default=web.links.new_token, max_length=72, unique=True),
        ),
        migrations.AlterField(
            model_name='match',
            name='viewer_token',
            field=web.links.TokenField(default=web.links.new_token, max_length=72, unique=True),
        ),
        migrations.AlterField(
            model_name='seat',
            name='token',
            field=web.links.TokenField(default=web.links.new_token, max_length=72, unique=True),
        ),
        migrations.RunPython(web.links.seal_tokens('simulator', Match=["host_token", "viewer_token"], Seat=["token"])),
    ]
