from django.db import migrations, models


def end_short_codes(apps, schema_editor):
    """Six digits open nothing any more; they would have held for an hour at most."""
    apps.get_model("scoring", "JoinCode").objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0006_names_as_readers_count'),
    ]

    operations = [
        migrations.RunPython(end_short_codes, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='joincode',
            name='code',
            field=models.CharField(max_length=8, unique=True),
        ),
    ]
