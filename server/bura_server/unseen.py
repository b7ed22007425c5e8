"""Why a recording showed nothing: one line for whoever wonders about an empty transcript."""

from __future__ import annotations

from bura_vision.layout import CARD_HEIGHT_CM, View

LEAST_CARD_PX = 40.0
"""a card must be about this high for its corners to be read"""
STRETCH_MOST = 1.5
"""a picture whose two scales differ more than this has another shape than the layout's table"""


def why_nothing(name: str, view: View | None) -> str:
    """What to say of a recording in which no deal was seen.

    :param view: the layout in the recording's pictures; None when there was no picture.
    """
    if view is None:
        return f"no deal was seen in {name}: it shows no picture"
    width, height = view.size_px
    w, h = view.layout.size_cm
    centre = (w / 2.0, h / 2.0)
    origin, right, down = view.to_px([centre, (centre[0] + 1.0, centre[1]), (centre[0], centre[1] + 1.0)])
    across, along = float(abs(right - origin).max()), float(abs(down - origin).max())
    card_px = CARD_HEIGHT_CM * min(across, along)
    if max(across, along) > STRETCH_MOST * min(across, along):
        why = (
            f"its picture of {width}x{height} is not the shape of the layout's table, {w:.0f} x {h:.0f} cm: "
            "turn it, or give its layout with --table"
        )
    elif card_px < LEAST_CARD_PX:
        why = f"in its picture of {width}x{height} a card is only about {card_px:.0f} pixels high: film it larger"
    else:
        why = "no cards lie where the layout has stock and play: compare --overlay, or give its layout with --table"
    return f"no deal was seen in {name}: {why}"
