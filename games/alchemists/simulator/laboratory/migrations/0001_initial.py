"""The tables stand since `simulator` 0002 and keep their names; from here on they are this app's."""

import django.db.models.deletion
import django.utils.timezone
import games.alchemists.simulator.presenting.join_codes
import web.links
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('scoring', '0002_longer_entries'),
        ('simulator', '0004_rooms_of_their_own'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='Laboratory',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.CharField(default=web.links.new_public_id, max_length=16, unique=True)),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('updated_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('code', models.CharField(default=games.alchemists.simulator.presenting.join_codes.new_code, max_length=6, unique=True)),
                        ('level', models.CharField(choices=[('apprentice', 'Apprentice'), ('master', 'Master')], max_length=16)),
                        ('truth', models.JSONField()),
                        ('official', models.CharField(blank=True, max_length=4)),
                        ('led', models.BooleanField(default=False)),
                        ('looked', models.BooleanField(default=False)),
                        ('host_token', models.CharField(default=web.links.new_token, max_length=32, unique=True)),
                        ('viewer_token', models.CharField(default=web.links.new_token, max_length=32, unique=True)),
                        ('leader_token', models.CharField(default=web.links.new_token, max_length=32, unique=True)),
                        ('revealed', models.BooleanField(default=False)),
                        ('host_seen_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('sheet', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='scoring.sheet')),
                    ],
                    options={
                        'db_table': 'simulator_laboratory',
                    },
                ),
                migrations.CreateModel(
                    name='LabEntry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField()),
                        ('client_entry_id', models.CharField(max_length=64)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('seat', models.PositiveSmallIntegerField(null=True)),
                        ('text', models.CharField(max_length=80)),
                        ('device', models.CharField(blank=True, max_length=32)),
                        ('laboratory', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='alchemists_laboratory.laboratory')),
                    ],
                    options={
                        'db_table': 'simulator_labentry',
                        'ordering': ['number'],
                        'abstract': False,
                        'constraints': [models.UniqueConstraint(fields=('laboratory', 'number'), name='one_lab_entry_per_number'), models.UniqueConstraint(fields=('laboratory', 'client_entry_id'), name='one_lab_entry_per_client_id')],
                    },
                ),
                migrations.CreateModel(
                    name='LabSeat',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('place', models.PositiveSmallIntegerField()),
                        ('name', models.CharField(max_length=40)),
                        ('away', models.BooleanField(default=False)),
                        ('token', models.CharField(default=web.links.new_token, max_length=32, unique=True)),
                        ('since', models.PositiveIntegerField(default=0)),
                        ('laboratory', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='alchemists_laboratory.laboratory')),
                    ],
                    options={
                        'db_table': 'simulator_labseat',
                        'ordering': ['place'],
                        'constraints': [models.UniqueConstraint(fields=('laboratory', 'place'), name='one_lab_seat_per_place')],
                    },
                ),
            ],
        ),
    ]
