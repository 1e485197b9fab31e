"""The tables that repeat the content, made anew: whatever stood in them `load_rules` fills in again.

Nothing comes before it: where the five migrations were applied that came earlier, their tables go.
"""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models.deletion import CASCADE

FORMER = (
    *("ruling_clauses", "ruling_cards", "ruling", "carried", "ingredient", "card", "element", "kind", "term"),
    *("clause", "chapter", "game"),
)


def drop_former(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    there = schema_editor.connection.introspection.table_names()
    for table in (f"rulebook_{name}" for name in FORMER):
        if table in there:
            name = schema_editor.quote_name(table)
            schema_editor.execute(schema_editor.sql_delete_table % {"table": name})


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.RunPython(drop_former, migrations.RunPython.noop),
        migrations.CreateModel(
            name="Game",
            fields=[
                ("key", models.CharField(max_length=200, primary_key=True, serialize=False)),
                ("digest", models.CharField(max_length=16)),
                ("rows", models.CharField(max_length=64)),
            ],
            options={"verbose_name": "игра", "verbose_name_plural": "игры", "ordering": ["key"]},
        ),
        migrations.CreateModel(
            name="StoredEntry",
            fields=[
                ("key", models.CharField(max_length=200, primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=20)),
                ("slug", models.CharField(max_length=200)),
                ("place", models.PositiveIntegerField()),
                ("needs", models.CharField(blank=True, max_length=200)),
                ("date", models.CharField(blank=True, max_length=10)),
                ("rulings", models.JSONField(default=list)),
                ("parts", models.TextField()),
                ("game", models.ForeignKey("rulebook.game", CASCADE)),
            ],
            options={"verbose_name": "запись", "verbose_name_plural": "записи", "ordering": ["game_id", "place"]},
        ),
        migrations.CreateModel(
            name="Facet",
            fields=[
                ("id", models.BigAutoField("ID", primary_key=True, serialize=False, auto_created=True)),
                ("name", models.CharField(max_length=40)),
                ("value", models.CharField(max_length=200)),
                ("entry", models.ForeignKey("rulebook.storedentry", CASCADE, related_name="facets")),
            ],
            options={
                "verbose_name": "признак",
                "verbose_name_plural": "признаки",
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "name", "value"), name="one_facet_each")
                ]
            },
        ),
    ]
