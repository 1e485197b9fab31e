from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rulebook", "0004_boxes")]

    operations = [
        migrations.AddField(
            "ruling", "ours_ru", models.TextField(blank=True, default=""), preserve_default=False
        ),
        migrations.AddField(
            "ruling", "ours_en", models.TextField(blank=True, default=""), preserve_default=False
        ),
        migrations.AddField(
            "ruling", "said", models.CharField(blank=True, default="", max_length=200), preserve_default=False
        ),
        migrations.AddField(
            "ruling", "since", models.CharField(blank=True, default="", max_length=10), preserve_default=False
        ),
    ]
