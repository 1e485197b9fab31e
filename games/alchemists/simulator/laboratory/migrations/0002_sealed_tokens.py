"""Tokens of links are sealed in the database; links of old lead where they led."""

import web.links
from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('alchemists_laboratory', '0001_initial'),
    ]

    operations = [
        migrations.AlterField(
            model_name='laboratory',
            name='host_token',
            field=web.links.TokenField(default=web.links.new_token, max_length=72, unique=True),
        ),
        migrations.AlterField(
            model_name='laboratory',
            name='leader_token',
            field=web.links.TokenField(default=web.links.new_token, max_length=72, unique=True),
        ),
        migrations.AlterField(
            model_name='laboratory',
            name='viewer_token',
            field=web.links.TokenField(default=web.links.new_token, max_length=72, unique=True),
        ),
        migrations.AlterField(
            model_name='labseat',
            name='token',
            field=web.links.TokenField(default=web.links.new_token, max_length=72, unique=True),
        ),
        migrations.RunPython(web.links.seal_tokens('alchemists_laboratory', Laboratory=["host_token", "viewer_token", "leader_token"], LabSeat=["token"])),
    ]
