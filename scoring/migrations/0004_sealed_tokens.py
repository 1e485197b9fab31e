"""Tokens of links are sealed in the database; links of old lead where they led."""

import web.links
from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0003_longest_entries'),
    ]

    operations = [
        migrations.AlterField(
            model_name='sheet',
            name='owner_token',
            field=web.links.TokenField(default=web.links.new_token, max_length=72, unique=True),
        ),
        migrations.AlterField(
            model_name='sheet',
            name='scorer_token',
            field=web.links.TokenField(default=web.links.new_token, max_length=72, unique=True),
        ),
        migrations.AlterField(
            model_name='sheet',
            name='viewer_token',
            field=web.links.TokenField(default=web.links.new_token, max_length=72, unique=True),
        ),
        migrations.RunPython(web.links.seal_tokens('scoring', Sheet=["owner_token", "scorer_token", "viewer_token"])),
    ]
