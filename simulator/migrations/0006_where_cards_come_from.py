"""Matches know where their cards come from; of old ones nobody does."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('simulator', '0005_seats_once'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='dealing',
            field=models.CharField(blank=True, default='', max_length=8),
        ),
    ]
