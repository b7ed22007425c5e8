"""Write an int8 export beside a network: `python -m bura_models.training.quantize NETWORK --pictures FOLDER`.

NETWORK is ``finder``, ``reader``, or an ONNX file of one of these kinds. ONNX Runtime quantizes statically: weights per
channel, activations by what they are on a few pictures (``images/`` of `python -m bura_datasets.training.scenes` for
the finder, shards of crops for the reader). The finder's last layers stay in float: they work out angles and
distances, where 1/256 of the range is many pixels.

`python benchmarks/int8.py` measures what that costs in accuracy and gains in time.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process

from bura.errors import SourceError
from bura_models.registry import network_path

#: nodes of the finder from this module on are its head, which stays in float where it decodes
HEAD = "/model.23/"
#: within the head these are ordinary convolutions and may be int8
HEAD_CONVOLUTIONS = ("/model.23/cv2", "/model.23/cv3", "/model.23/cv4")


def finder_inputs(folder: Path, count: int) -> Iterator[dict[str, NDArray[np.float32]]]:
    """Pictures as the finder takes them: (1, 3, 640, 640), RGB 0..1.

    :raises SourceError: when the folder holds no picture.
    """
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".jpg", ".png"))[:count]
    if not files:
        raise SourceError(f"there is no picture in {folder}: write scenes with bura_datasets.training.scenes")
    for file in files:
        image = cv2.imread(str(file))
        if image is None:
            raise SourceError(f"the picture {file} cannot be read: write the scenes again")
        blob = cv2.dnn.blobFromImage(cv2.resize(image, (640, 640)), 1 / 255.0, swapRB=True)
        yield {"images": np.asarray(blob, np.float32)}


def reader_inputs(folder: Path, count: int) -> Iterator[dict[str, NDArray[np.float32]]]:
    """Crops as the reader takes them: (64, 3, 64, 40), RGB 0..1, ``count`` of them in all.

    :raises SourceError: when the folder holds no shard.
    """
    file = next(iter(sorted(folder.glob("*.npz"))), None)
    if file is None:
        raise SourceError(
            f"there is no .npz shard in {folder}: write some with bura_datasets.training.shards"
        )
    with np.load(file) as data:
        crops = data["crops"][:count]
    for start in range(0, len(crops), 64):
        part = crops[start : start + 64, :, :, ::-1].transpose(0, 3, 1, 2)
        yield {"crops": np.ascontiguousarray(part, np.float32) / 255.0}


class _Inputs(CalibrationDataReader):  # type: ignore[misc, unused-ignore]  # no stubs
    """What ONNX Runtime asks its calibration pictures from."""

    def __init__(self, inputs: Iterator[dict[str, NDArray[np.float32]]]) -> None:
        self._inputs = inputs

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        """The next input; None at the end."""
        return next(self._inputs, None)


def quantize(network: Path, target: Path, inputs: Iterator[dict[str, NDArray[np.float32]]]) -> None:
    """Write ``network`` to ``target`` with int8 convolutions."""
    with tempfile.TemporaryDirectory() as work:
        shaped = Path(work) / "shaped.onnx"
        # Symbolic shapes fail on the finder's dynamic grid; fusing alone is what quantization needs.
        quant_pre_process(str(network), str(shaped), skip_symbolic_shape=True)
        decoding = [
            node.name
            for node in onnx.load(str(shaped)).graph.node
            if node.name.startswith(HEAD) and not node.name.startswith(HEAD_CONVOLUTIONS)
        ]
        options: dict[str, Any] = {"ActivationSymmetric": False, "WeightSymmetric": True}
        quantize_static(
            str(shaped),
            str(target),
            _Inputs(inputs),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=["Conv", "MatMul", "Gemm"],
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=decoding,
            calibrate_method=CalibrationMethod.MinMax,
            extra_options=options,
        )


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", help="finder, reader, or an ONNX file")
    parser.add_argument(
        "--pictures", type=Path, required=True, help="scenes for a finder, shards for a reader"
    )
    parser.add_argument("--count", type=int, default=100, help="pictures (for a reader: times 10 crops)")
    parser.add_argument("--out", type=Path, help="file to write; default: beside the network, …_int8.onnx")
    a = parser.parse_args()
    path = network_path(a.network) if a.network in ("finder", "reader") else Path(a.network)
    target = a.out or path.with_name(f"{path.stem}_int8.onnx")
    try:
        first = onnx.load(str(path)).graph.input[0].name
        inputs = (
            finder_inputs(a.pictures, a.count)
            if first == "images"
            else reader_inputs(a.pictures, 10 * a.count)
        )
        quantize(path, target, inputs)
    except SourceError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(f"{target}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
