"""Where machines that share a database keep what is wished for in print and what is made."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rulebook", "0006_stored_entries")]
    operations = [
        migrations.CreateModel(
            name="FinishedPrint",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, serialize=False, auto_created=True)),
                ("kind", models.CharField(max_length=8)),
                ("name", models.CharField(max_length=64)),
                ("content", models.BinaryField()),
                ("used_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("kind", "name"), name="one_finished_print_each")
                ]
            },
        ),
        migrations.CreateModel(
            name="PrintWish",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, serialize=False, auto_created=True)),
                ("kind", models.CharField(max_length=8)),
                ("name", models.CharField(max_length=64)),
                ("maker", models.CharField(max_length=64)),
                ("source", models.TextField()),
                ("has_failed", models.BooleanField(default=False)),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("kind", "name"), name="one_print_wish_each")]
            },
        ),
    ]
