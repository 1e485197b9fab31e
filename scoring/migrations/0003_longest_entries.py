from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0002_longer_entries'),
    ]

    operations = [
        migrations.AlterField(
            model_name='entry',
            name='text',
            field=models.CharField(blank=True, max_length=2400),
        ),
    ]
