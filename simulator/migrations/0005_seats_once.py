"""Seats whose link is used up by sitting down. Those of before have no key and stay as open as they were."""

import django.db.models.deletion
import django.utils.timezone
import web.links
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('simulator', '0004_rooms_of_their_own'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='key',
            field=models.CharField(blank=True, default='', max_length=32),
        ),
        migrations.AlterField(
            model_name='seat',
            name='key',
            field=models.CharField(blank=True, db_index=True, default=web.links.new_token, max_length=32),
        ),
        migrations.AddField(
            model_name='seat',
            name='sat_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='sitter',
            field=models.CharField(blank=True, default='', max_length=32),
        ),
        migrations.CreateModel(
            name='SeatChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('what', models.CharField(max_length=16)),
                ('by_host', models.BooleanField(default=False)),
                ('device', models.CharField(blank=True, default='', max_length=16)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seat_changes', to='simulator.match')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
    ]
