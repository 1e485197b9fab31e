"""Laboratory and notebook become apps of their game; their tables and rows stay as they are."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('simulator', '0003_notebook'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name='Note'),
                migrations.DeleteModel(name='Notebook'),
                migrations.DeleteModel(name='LabEntry'),
                migrations.DeleteModel(name='LabSeat'),
                migrations.DeleteModel(name='Laboratory'),
            ],
        ),
    ]
