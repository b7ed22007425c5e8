"""The types of what the pages and the server tell each other, written from the server's own description.

    python tools/page_types.py

writes ``server/types/api.d.ts`` anew from the OpenAPI description and the messages of the sockets. Two tests hold it:
one that it is fresh, one that the pages keep it. So a field that is renamed in Python is an error in a page's script.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic.json_schema import models_json_schema

from bura_server import schemas
from bura_server.app import AppSettings, create_app
from bura_server.phone import schemas as phone
from bura_server.routes.common import PREFIX

Schema = dict[str, Any]

OUT = Path(__file__).parents[1] / "server" / "types" / "api.d.ts"
"""the file that is written"""
HEAD = """\
// What the pages and the server tell each other. Written by tools/page_types.py from the server's description: do not
// edit it, change the Python models and run `python tools/page_types.py`.
"""
MESSAGES = (
    schemas.ViewMessage,
    schemas.TableMessage,
    schemas.Beat,
    phone.Held,
    phone.LineState,
    phone.PictureQuality,
)
"""what the sockets send, which OpenAPI cannot say"""
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def name_of(reference: str) -> str:
    """The type's name for ``#/components/schemas/Name``."""
    return re.sub(r"\W", "", reference.rsplit("/", 1)[-1])


def literal(value: object) -> str:
    """A value as TypeScript writes it."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return f'"{value}"' if isinstance(value, str) else str(value)


def written(schema: Schema) -> str:
    """The type of a schema, in TypeScript; ``unknown`` where it says nothing."""
    if "$ref" in schema:
        return name_of(schema["$ref"])
    if "const" in schema:
        return literal(schema["const"])
    if "enum" in schema:
        return " | ".join(literal(value) for value in schema["enum"])
    parts = schema.get("anyOf") or schema.get("oneOf")
    if parts:
        return " | ".join(dict.fromkeys(written(part) for part in parts))
    kind = schema.get("type")
    if kind == "array":
        return listed(schema)
    if kind == "object":
        return mapped(schema)
    return PLAIN.get(str(kind), "unknown")


def listed(schema: Schema) -> str:
    """A list; a pair where it has two, as points of a picture have."""
    if "prefixItems" in schema:
        return f"[{', '.join(written(item) for item in schema['prefixItems'])}]"
    item = written(schema.get("items", {}))
    if schema.get("minItems") == schema.get("maxItems") == 2:
        return f"[{item}, {item}]"
    return f"({item})[]" if "|" in item else f"{item}[]"


def mapped(schema: Schema) -> str:
    """An object by its fields, or any names with one kind of value."""
    if "properties" not in schema:
        values = schema.get("additionalProperties")
        return f"Record<string, {written(values) if isinstance(values, dict) else 'unknown'}>"
    required = schema.get("required", ())
    fields = (
        f"{name}{'' if name in required else '?'}: {written(field)}"
        for name, field in schema["properties"].items()
    )
    return f"{{ {'; '.join(fields)} }}"


def declared(name: str, schema: Schema) -> Iterator[str]:
    """The lines that declare one type."""
    first = str(schema.get("description", "")).split("\n\n")[0].replace("\n", " ")
    if first:
        yield f"  /** {first} */"
    text = written(schema)
    if "properties" not in schema:
        yield f"  type {name} = {text};"
        return
    yield f"  type {name} = {{"
    for field, kind in schema["properties"].items():
        mark = "" if field in schema.get("required", ()) else "?"
        yield f"    {field}{mark}: {written(kind)};"
    yield "  };"


def of_json(content: Schema) -> str | None:
    """The type of a body that is JSON; None for another one."""
    body = content.get("content", {}).get("application/json", {}).get("schema")
    return None if body is None else written(body)


def routes(description: Schema) -> Iterator[str]:
    """One line for each request that is answered with JSON, or with nothing."""
    for path, methods in description["paths"].items():
        for method, told in methods.items():
            status, good = next((s, answer) for s, answer in told["responses"].items() if s.startswith("2"))
            answer = "null" if status == "204" else of_json(good)
            if answer is None:
                continue
            address = re.sub(r"\{\w+\}", "${Part}", path)
            quoted = f"`{address}`" if "$" in address else f'"{address}"'
            body = of_json(told.get("requestBody", {})) or "undefined"
            yield f"    | {{ method: {literal(method.upper())}; path: {quoted}; body: {body}; answer: {answer} }}"


def text() -> str:
    """The whole file."""
    description = create_app(AppSettings()).openapi()
    assert all(path.startswith((PREFIX, "/join")) for path in description["paths"])
    found: dict[str, Schema] = dict(description["components"]["schemas"])
    _, sockets = models_json_schema(
        [(model, "serialization") for model in MESSAGES], ref_template="#/components/schemas/{model}"
    )
    found |= {name: schema for name, schema in sockets["$defs"].items() if name not in found}
    lines = [HEAD, "declare namespace Api {"]
    for name, schema in sorted(found.items()):
        lines += declared(name_of(name), schema)
    lines += ["  /** A part of an address. */", "  type Part = string | number;"]
    lines += ["  /** Every request that is answered with JSON (`null`: with nothing). */", "  type Route ="]
    lines += routes(description)
    return "\n".join(lines) + ";\n}\n"


def main() -> None:
    """Write the file anew."""
    OUT.write_text(text(), encoding="utf-8")
    sys.stdout.write(f"{OUT}\n")


if __name__ == "__main__":
    main()
