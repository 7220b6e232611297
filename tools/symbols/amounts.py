"""Amounts that are counted: each measure whole and half."""

from kit import *
from food import BREAD_SLICE
from things import SPOON, TEASPOON

CLOVE = P(WH, "M14 50C8 30 22 10 40 8c10 4 14 18 8 30-6 14-20 20-34 12z") + L("M22 44c0-12 8-24 18-28", DY)
LEAF = P(GR, "M32 4c20 12 22 36 0 54C10 40 12 16 32 4z") + L("M32 16v46M32 30l-8-6M32 40l9-8")
PIECE = C(OR, 32, 32, 25)


def half(shape):
    """The left half of a shape, with the other half as a dashed line."""
    clip = '<g stroke-dasharray="5 7" opacity=".45">' + shape.replace(' fill="', ' fill-opacity="0" fill="') + "</g>"
    return clip + '<svg x="0" y="0" width="32" height="64" viewBox="0 0 32 64">' + shape + "</svg>" + L("M32 4v56", width=2.4)


GLASS_RIM = L("M14 5h36l-5 55H19z")
CUP_RIM = L("M46 28c14-2 14 18-2 18", width=4) + L("M8 16h40v28c0 10-6 15-14 15H22C14 59 8 54 8 44z")
FINGERS = P(SK, "M6 6h20l14 26c2 5-4 8-7 4L22 22M58 10L40 34c-3 4 2 8 5 5l14-14") + dots(INK, (30, 46), (38, 48), (34, 55), (42, 56), (27, 54), r=2.2)
SIGNS = {
    "spoon": SPOON + turn(25, E(GO, 32, 17, 9, 9, "none")), "spoon-half": SPOON + turn(25, N(GO, "M23 17h18c0 12-18 12-18 0z")),
    "teaspoon": TEASPOON + turn(25, E(GO, 32, 22, 6, 6, "none")), "teaspoon-half": TEASPOON + turn(25, N(GO, "M26 22h12c0 8-12 8-12 0z")),
    "glass": N(LB, "M15 12h34l-4 46H20z") + GLASS_RIM, "glass-half": N(LB, "M17 34h30l-2 24H20z") + GLASS_RIM,
    "cup": N(LB, "M9 20h38v24c0 9-5 14-13 14H22C14 58 9 53 9 44z") + CUP_RIM, "cup-half": N(LB, "M9 38h38v6c0 9-5 14-13 14H22C14 58 9 53 9 44z") + CUP_RIM,
    "pinch": FINGERS, "pinch-half": FINGERS,
    "clove": CLOVE, "clove-half": half(CLOVE),
    "slice": BREAD_SLICE, "slice-half": half(BREAD_SLICE),
    "leaf": LEAF, "leaf-half": half(LEAF),
    "piece": PIECE, "piece-half": half(PIECE),
}
