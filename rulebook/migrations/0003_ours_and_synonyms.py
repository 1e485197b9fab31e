from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('rulebook', '0002_recipes'),
    ]

    operations = [
        migrations.RenameField(model_name='term', old_name='forms_ru', new_name='synonyms_ru'),
        migrations.RenameField(model_name='term', old_name='forms_en', new_name='synonyms_en'),
        migrations.AddField(model_name='clause', name='ours_ru', field=models.TextField(blank=True, default=''), preserve_default=False),
        migrations.AddField(model_name='clause', name='ours_en', field=models.TextField(blank=True, default=''), preserve_default=False),
    ]
