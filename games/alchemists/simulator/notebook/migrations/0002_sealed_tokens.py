"""Tokens of links are sealed in the database; links of old lead where they led."""

import web.links
from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('alchemists_notebook', '0001_initial'),
    ]

    operations = [
        migrations.AlterField(
            model_name='notebook',
            name='token',
            field=web.links.TokenField(default=web.links.new_token, max_length=72, unique=True),
        ),
        migrations.RunPython(web.links.seal_tokens('alchemists_notebook', Notebook=["token"])),
    ]
