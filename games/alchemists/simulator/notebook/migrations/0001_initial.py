"""The tables stand since `simulator` 0003 and keep their names; from here on they are this app's."""

import django.db.models.deletion
import django.utils.timezone
import web.links
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('alchemists_laboratory', '0001_initial'),
        ('simulator', '0004_rooms_of_their_own'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='Notebook',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.CharField(default=web.links.new_public_id, max_length=16, unique=True)),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('updated_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('token', models.CharField(default=web.links.new_token, max_length=32, unique=True)),
                        ('since', models.PositiveIntegerField(default=0)),
                        ('settings', models.JSONField(default=dict)),
                        ('seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notebooks', to='alchemists_laboratory.labseat')),
                    ],
                    options={
                        'db_table': 'simulator_notebook',
                        'constraints': [models.UniqueConstraint(fields=('seat', 'since'), name='one_notebook_per_holder_of_a_seat')],
                    },
                ),
                migrations.CreateModel(
                    name='Note',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField()),
                        ('client_entry_id', models.CharField(max_length=64)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('kind', models.CharField(max_length=16)),
                        ('data', models.JSONField()),
                        ('notebook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='alchemists_notebook.notebook')),
                    ],
                    options={
                        'db_table': 'simulator_note',
                        'ordering': ['number'],
                        'abstract': False,
                        'constraints': [models.UniqueConstraint(fields=('notebook', 'number'), name='one_note_per_number'), models.UniqueConstraint(fields=('notebook', 'client_entry_id'), name='one_note_per_client_id')],
                    },
                ),
            ],
        ),
    ]
