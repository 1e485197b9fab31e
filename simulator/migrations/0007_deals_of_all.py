"""A deal mixed of shares of all seats; matches of before were dealt from their seed alone."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('simulator', '0006_where_cards_come_from'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='drawn',
            field=models.CharField(blank=True, default='', max_length=20),
        ),
        migrations.AddField(
            model_name='match',
            name='salt',
            field=models.CharField(blank=True, default='', max_length=32),
        ),
        migrations.AddField(
            model_name='seat',
            name='share',
            field=models.CharField(blank=True, default='', max_length=32),
        ),
        migrations.AddField(
            model_name='seat',
            name='share_by',
            field=models.CharField(blank=True, default='', max_length=8),
        ),
        migrations.AlterField(
            model_name='match',
            name='seed',
            field=models.CharField(blank=True, max_length=20),
        ),
    ]
