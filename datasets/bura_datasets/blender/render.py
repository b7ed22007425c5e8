"""Render planned scenes in Blender: run with the Python that has PyPI's bpy, from anywhere.

    make blender-env
    .venv-blender/bin/python datasets/bura_datasets/blender/render.py OUT [--samples 6] [--width 960]

Reads ``OUT/plans`` (see `bura_datasets.blender.plan`); writes ``OUT/images/*.jpg`` and ``OUT/truth.jsonl`` (name, cards
with an index of which at least 60 % is seen, and how many backs show at least a half and at least a sixth). Visibility
is counted by rays from the camera. A run that broke off goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from pathlib import Path
from typing import Any

import bpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Matrix, Vector

CARD_CM = 6.3
#: cards lie this far above each other, centimetres: a card is 0.03 cm thick
THICKNESS_CM = 0.05
#: cells of a card's mesh along its sides, so that it can bend
GRID = (6, 9)


def material(name: str) -> tuple[Any, Any]:
    """A new material with nodes, and its surface shader."""
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    return made, made.node_tree.nodes["Principled BSDF"]


def card_material(path: Path, gloss: float) -> Any:
    """The printed face of a card; transparent corners are cut out."""
    made, shader = material(path.stem)
    image = made.node_tree.nodes.new("ShaderNodeTexImage")
    image.image = bpy.data.images.load(str(path))
    image.interpolation = "Cubic"
    made.node_tree.links.new(image.outputs["Color"], shader.inputs["Base Color"])
    made.node_tree.links.new(image.outputs["Alpha"], shader.inputs["Alpha"])
    shader.inputs["Roughness"].default_value = 1.0 - gloss
    return made


def table_material(table: dict[str, Any]) -> Any:
    """Felt, wood, stone or cloth by noise."""
    made, shader = material("table")
    tree = made.node_tree
    kind = {"wood": "ShaderNodeTexWave", "cloth": "ShaderNodeTexChecker"}.get(
        table["kind"], "ShaderNodeTexNoise"
    )
    pattern = tree.nodes.new(kind)
    sizes = {"felt": 220.0, "wood": 3.0, "stone": 6.0, "cloth": 160.0}
    pattern.inputs["Scale"].default_value = sizes[table["kind"]] * table["scale"]
    if table["kind"] == "wood":
        pattern.inputs["Distortion"].default_value = 6.0
        pattern.inputs["Detail"].default_value = 6.0
    where = tree.nodes.new("ShaderNodeTexCoord")
    tree.links.new(where.outputs["Generated"], pattern.inputs["Vector"])
    mix = tree.nodes.new("ShaderNodeMixRGB")
    near = [[0.7 * a + 0.3 * b for a, b in zip(*table["colours"], strict=True)], table["colours"][0]]
    for socket, colour in zip(("Color1", "Color2"), near, strict=True):
        mix.inputs[socket].default_value = (*colour, 1.0)
    tree.links.new(pattern.outputs["Fac" if "Fac" in pattern.outputs else "Factor"], mix.inputs["Fac"])
    tree.links.new(mix.outputs["Color"], shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = table["rough"]
    return made


def card_point(card: dict[str, Any], u: float, v: float, level: float) -> Vector:
    """World point, cm, of a place on a card: u to its right and v down, fractions of the face."""
    x, y = u - 0.5, (v - 0.5) * card["height"]
    cos, sin = math.cos(card["angle"]), math.sin(card["angle"])
    lift = abs(card["bend"]) * 4 * (x * x if card["bend"] > 0 else 0.25 - x * x)
    px, py = card["at"][0] + x * cos - y * sin, card["at"][1] + x * sin + y * cos
    return Vector((px * CARD_CM, -py * CARD_CM, level + lift * CARD_CM))


def add_card(card: dict[str, Any], number: int, faces: Path, gloss: float) -> Any:
    """The card's mesh, with its print."""
    columns, rows = GRID
    level = THICKNESS_CM * (number + 1)
    points = [
        card_point(card, i / columns, j / rows, level) for j in range(rows + 1) for i in range(columns + 1)
    ]
    at = [(j * (columns + 1) + i) for j in range(rows) for i in range(columns)]
    cells = [(k + columns + 1, k + columns + 2, k + 1, k) for k in at]
    mesh = bpy.data.meshes.new(f"card{number}")
    mesh.from_pydata([tuple(p) for p in points], [], cells)
    layer = mesh.uv_layers.new()
    for loop in mesh.loops:
        j, i = divmod(loop.vertex_index, columns + 1)
        layer.data[loop.index].uv = (i / columns, 1 - j / rows)
    made = bpy.data.objects.new(f"card{number}", mesh)
    bpy.context.collection.objects.link(made)
    mesh.materials.append(card_material(faces / card["face"], gloss))
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    return made


def add_camera(camera: dict[str, Any]) -> Any:
    """A camera that sees the middle of the table."""
    data = bpy.data.cameras.new("camera")
    data.lens = camera["lens_mm"]
    distance = camera["see_cm"] * data.lens / data.sensor_width
    made = bpy.data.objects.new("camera", data)
    bpy.context.collection.objects.link(made)
    turn = Matrix.Rotation(camera["turn"], 4, "Z") @ Matrix.Rotation(camera["tilt"], 4, "X")
    made.matrix_world = turn @ Matrix.Translation((0, 0, distance)) @ Matrix.Rotation(camera["roll"], 4, "Z")
    data.clip_end = 10_000
    bpy.context.scene.camera = made
    return made


def add_lamps(lamps: list[dict[str, Any]]) -> None:
    """Area lamps that look at the table's middle, and a weak sky."""
    for lamp in lamps:
        data = bpy.data.lights.new("lamp", "AREA")
        data.size = lamp["size_cm"]
        data.energy = 60_000 * lamp["power"] / len(lamps)
        data.color = (1.0, 1.0 - max(0.0, lamp["warmth"]) * 0.5, 1.0 - lamp["warmth"])
        made = bpy.data.objects.new("lamp", data)
        bpy.context.collection.objects.link(made)
        made.location = lamp["at_cm"]
        made.rotation_euler = (-Vector(lamp["at_cm"])).to_track_quat("-Z", "Y").to_euler()
    world = bpy.data.worlds.new("world")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Strength"].default_value = 0.25
    bpy.context.scene.world = world


def visible_share(
    camera: Any, card: dict[str, Any], made: Any, number: int, region: list[list[float]]
) -> float:
    """Share of a (4, 2) region of a card, fractions of its face, that the camera sees."""
    scene, graph = bpy.context.scene, bpy.context.evaluated_depsgraph_get()
    eye = camera.matrix_world.translation
    level = THICKNESS_CM * (number + 1)
    seen = 0
    steps = 6
    for i in range(steps):
        for j in range(steps):
            a, b = (i + 0.5) / steps, (j + 0.5) / steps
            top = [region[0][k] + (region[1][k] - region[0][k]) * a for k in range(2)]
            low = [region[3][k] + (region[2][k] - region[3][k]) * a for k in range(2)]
            u, v = (top[k] + (low[k] - top[k]) * b for k in range(2))
            point = card_point(card, u, v, level)
            view = world_to_camera_view(scene, camera, point)
            if not (0 <= view.x <= 1 and 0 <= view.y <= 1):
                continue
            hit, at, _, _, thing, _ = scene.ray_cast(graph, eye, (point - eye).normalized())
            if hit and (thing.name == made.name or (at - point).length < 0.03):
                seen += 1
    return seen / steps**2


def render(plan: dict[str, Any], faces: Path, target: Path, samples: int, width: int) -> dict[str, Any]:
    """Render one scene, and say what it shows."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    table = bpy.data.meshes.new("table")
    reach = 300.0
    table.from_pydata(
        [(-reach, -reach, 0), (reach, -reach, 0), (reach, reach, 0), (-reach, reach, 0)], [], [(0, 1, 2, 3)]
    )
    bpy.context.collection.objects.link(bpy.data.objects.new("table", table))
    table.materials.append(table_material(plan["table"]))
    cards = [add_card(card, n, faces, plan["gloss"]) for n, card in enumerate(plan["cards"])]
    camera = add_camera(plan["camera"])
    add_lamps(plan["lamps"])
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = samples
    scene.cycles.use_denoising = True
    scene.cycles.seed = plan["seed"]
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.resolution_x, scene.render.resolution_y = width, width * 3 // 4
    scene.view_settings.view_transform = "Standard"
    scene.view_settings.exposure = plan["exposure"]
    scene.render.image_settings.file_format = "JPEG"
    scene.render.image_settings.quality = random.Random(plan["seed"]).randint(70, 95)
    scene.render.filepath = str(target)
    bpy.context.view_layer.update()
    whole = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
    seen: list[str] = []
    backs = [0, 0]
    for number, (card, made) in enumerate(zip(plan["cards"], cards, strict=True)):
        if card["card"] is None:
            share = visible_share(camera, card, made, number, whole)
            backs = [backs[0] + (share >= 0.5), backs[1] + (share >= 1 / 6)]
        elif any(visible_share(camera, card, made, number, index) >= 0.6 for index in card["indices"]):
            seen.append(card["card"])
    bpy.ops.render.render(write_still=True)
    return {"name": target.name, "cards": sorted(seen), "backs": backs}


def main() -> None:
    """Render what is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--samples", type=int, default=6)
    parser.add_argument("--width", type=int, default=960)
    options = parser.parse_args()
    plans = sorted((options.out / "plans").glob("*.json"))
    if not plans:
        sys.exit(f"render: {options.out} holds no plans: make them with python -m bura_datasets.blender.plan")
    images, truth = options.out / "images", options.out / "truth.jsonl"
    images.mkdir(exist_ok=True)
    done = set()
    if truth.is_file():
        done = {json.loads(line)["name"] for line in truth.read_text(encoding="utf-8").splitlines()}
    for path in plans:
        target = images / f"{path.stem}.jpg"
        if target.name in done:
            continue
        told = render(
            json.loads(path.read_text(encoding="utf-8")),
            options.out / "faces",
            target,
            options.samples,
            options.width,
        )
        with truth.open("a", encoding="utf-8") as out:
            out.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main()
