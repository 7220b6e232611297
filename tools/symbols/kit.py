"""Shapes that the drawings share. A drawing lies in a square of 64; at 64 pixels its outline is 2.5 pixels wide."""

INK = "#4a2f22"
RD, DR, OR, YE, GR, DG, LG = "#e24a3b", "#b5322a", "#f39c3d", "#f6c945", "#6aa84a", "#4d8434", "#b9dc8f"
BL, LB, NV, BR, DB, TN, CR = "#4a90c9", "#a9d7ef", "#34719f", "#a9713f", "#7a4a24", "#e3b778", "#fdf0c4"
WH, GY, DY, BK, PK, PU, ME, SK = "#fffdf7", "#d6dde2", "#8fa3ad", "#3a3f46", "#f4a9b0", "#8a6cc2", "#d9665f", "#f2c9a1"
GO, GLASS = "#e8b93c", "#dff0f7"

DRAWINGS = []


def draw(name, italian, english, french, german, *parts):
    DRAWINGS.append((name, italian, english, french, german, "".join(parts)))


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def look(fill, stroke=None, width=None):
    text = f' fill="{fill}"'
    if stroke:
        text += f' stroke="{stroke}"'
    if width:
        text += f' stroke-width="{number(width)}"'
    return text


def P(fill, d, stroke=None, width=None):
    return f'<path{look(fill, stroke, width)} d="{d}"/>'


def L(d, stroke=None, width=None):
    return P("none", d, stroke, width)


def N(fill, d):
    return P(fill, d, "none")


def C(fill, x, y, r, stroke=None, width=None):
    return f'<circle{look(fill, stroke, width)} cx="{number(x)}" cy="{number(y)}" r="{number(r)}"/>'


def E(fill, x, y, rx, ry, stroke=None):
    return f'<ellipse{look(fill, stroke)} cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}"/>'


def R(fill, x, y, w, h, r=2, stroke=None):
    return f'<rect{look(fill, stroke)} x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}" rx="{number(r)}"/>'


def dots(fill, *places, r=2):
    return "".join(C(fill, x, y, r, "none") for x, y in places)


def T(d, colour, width=4):
    """A thick line with an outline: arms, handles, cables."""
    return L(d, width=width + 5) + L(d, colour, width)


def at(x, y, scale, *parts, turn=0, stroke=2.4):
    """Parts in another place and size, with an outline as wide as it is around them."""
    turned = f" rotate({turn} 32 32)" if turn else ""
    place = f"translate({number(x - 32 * scale)} {number(y - 32 * scale)}) scale({number(scale)}){turned}"
    return f'<g transform="{place}" stroke-width="{number(stroke / scale)}">{"".join(parts)}</g>'


def turn(angle, *parts):
    return f'<g transform="rotate({angle} 32 32)">{"".join(parts)}</g>'


def arrow(d, head, colour="#1f6fb2"):
    """A blue arrow: its line, and its head as a path."""
    return L(d, WH, 7.5) + P(colour, head, WH, 2) + L(d, colour, 4) + N(colour, head)


def bottle(glass, cap, label=WH, icon=""):
    body = P(glass, "M26 14h12v9c0 6 9 9 9 17v16c0 3-1 4-4 4H21c-3 0-4-1-4-4V40c0-8 9-11 9-17z")
    return body + R(cap, 25, 4, 14, 10) + R(label, 17, 36, 30, 17, 0) + (at(32, 44.5, 0.27, icon) if icon else "")


def squeeze(body, cap, icon=""):
    shape = P(body, "M20 24c0-6 4-8 7-8h10c3 0 7 2 7 8l3 31c0 4-2 5-4 5H21c-2 0-4-1-4-5z")
    return shape + P(cap, "M27 16l2-12h6l2 12z") + (at(32, 41, 0.36, icon) if icon else "")


def jar(content, lid, icon=""):
    body = P(content, "M17 19h30c4 2 5 4 5 8v27c0 4-2 6-6 6H18c-4 0-6-2-6-6V27c0-4 1-6 5-8z")
    return body + R(lid, 14, 7, 36, 12, 3) + (R(WH, 12, 30, 40, 22, 0) + at(32, 41, 0.33, icon) if icon else "")


def box(colour, side, *icon):
    return P(side, "M45 8l11 5v42l-11 5z") + R(colour, 8, 8, 37, 52) + at(26.5, 35, 0.5, *icon)


def bag(colour, *icon):
    body = P(colour, "M14 5h36l-2 8c5 13 5 31 3 47H13c-2-16-2-34 3-47z")
    return body + L("M16 13h32") + at(32, 38, 0.5, *icon)


def tin(colour, *icon):
    side = P(GY, "M12 14v38c0 4 9 8 20 8s20-4 20-8V14z") + P(colour, "M12 21c0 4 9 7 20 7s20-3 20-7v26c0 4-9 7-20 7s-20-3-20-7z")
    return side + E(GY, 32, 14, 20, 8) + E("none", 32, 14, 12, 3.5) + at(32, 41, 0.36, *icon)


def carton(colour, shade, *icon):
    top = P(colour, "M10 24l7-12h23v12z") + P(shade, "M40 12l12 10-12 3z")
    body = P(shade, "M40 24l12-3v34l-12 5z") + P(colour, "M10 24h30v36H10z")
    return top + R(colour, 17, 4, 24, 8, 1) + body + at(25, 42, 0.4, *icon)


def tub(colour, lid, *icon):
    return P(colour, "M13 24h38l-5 32c0 3-2 4-4 4H22c-2 0-4-1-4-4z") + R(lid, 9, 15, 46, 9, 3) + at(32, 42, 0.4, *icon)


def tube(colour, cap, *icon):
    return turn(35, P(colour, "M19 4h26l-5 42H24z") + L("M20 10h24") + R(cap, 25, 46, 14, 12) + at(32, 27, 0.25, *icon))


def spray(colour, *icon):
    head = P(RD, "M23 4h21v9h-5v7H27v-5l-9 5-3-4z")
    return R(WH, 27, 18, 12, 9, 0) + head + P(colour, "M24 27h18l7 11v18c0 3-1 4-4 4H21c-3 0-4-1-4-4V38z") + at(33, 46, 0.3, *icon)


def flask(colour, cap, *icon):
    """A bottle with a handle, as for detergents."""
    body = P(colour, "M20 18h18c8 2 12 8 12 16v22c0 3-1 4-4 4H18c-3 0-4-1-4-4V26c0-5 2-7 6-8z")
    return body + P(WH, "M37 25c5 1 7 5 7 11h-7z") + R(cap, 19, 6, 18, 12) + at(30, 47, 0.34, *icon)


def tray(*food):
    return P(GY, "M4 22h56l-6 34c0 2-2 4-4 4H14c-2 0-4-2-4-4z") + at(32, 36, 0.72, *food)


def plate(*food):
    return E(WH, 32, 44, 29, 15) + E("none", 32, 43, 19, 9) + at(32, 34, 0.6, *food)


def bowl(colour, *food):
    return "".join(food) + P(colour, "M5 30h54c0 18-10 29-20 29H25C15 59 5 48 5 30z")


def glass(drink, top=18):
    wet = N(drink, f"M{number(15 + top / 12)} {top}h{number(34 - top / 6)}l-4 40H20z")
    return wet + L("M14 5h36l-5 55H19z")


def cup(colour, drink, *extra):
    return L("M46 30c14-2 14 18-2 18", width=4) + P(colour, "M8 26h40v18c0 10-6 15-14 15H22C14 59 8 54 8 44z") + E(drink, 28, 26, 20, 6) + "".join(extra)


def steam(x=28, y=14):
    return L(f"M{x - 8} {y}c-4-4 4-6 0-10M{x} {y}c-4-4 4-6 0-10M{x + 8} {y}c-4-4 4-6 0-10", DY, 2.5)


def pan(*food):
    return T("M42 46L58 60", BK, 5) + C(BK, 27, 29, 24) + C("#6b737c", 27, 29, 18, "none") + at(27, 29, 0.55, *food)


def pot(colour, *above):
    body = P(colour, "M10 28h44v24c0 5-3 8-8 8H18c-5 0-8-3-8-8z")
    return "".join(above) + T("M10 36H5M54 36h5", BK, 3) + body + R(colour, 7, 23, 50, 7, 3)


def leaf(colour, d="M32 6c18 10 20 32 0 52C12 38 14 16 32 6z"):
    return P(colour, d) + L("M32 18v42")


def face(*more, hair=DB, mouth="M26 35c3 4 9 4 12 0"):
    head = P(SK, "M14 26c0-28 36-28 36 0v8c0 24-36 24-36 0z") + P(hair, "M12 28C8 0 56 0 52 28c-4-8-10-12-14-12-6 6-20 4-26 12z")
    return head + dots(INK, (25, 28), (39, 28)) + L(mouth, width=2.5) + "".join(more)


def person(*more, shirt=BL, trousers=NV, arms="M24 28l-8 14M40 28l8 14"):
    legs = P(trousers, "M23 42h18v17h-7l-2-9-2 9h-7z")
    body = P(shirt, "M24 22h16l2 21H22z")
    head = C(SK, 32, 13, 9) + P(DB, "M22 14C21 0 43 0 42 14c-3-5-6-6-9-6-3 3-8 3-11 6z")
    return T(arms, SK, 3) + legs + body + head + "".join(more)


HAND = P(SK, "M20 60V48L9 35c-3-5 3-9 7-5l6 6V15c0-6 6-6 6 0v14V9c0-6 7-6 7 0v20-17c0-6 6-6 6 0v19-13c0-6 6-6 6 0v28c0 8-5 9-5 14z")
FINGER = P(SK, "M24 60V50L14 40c-3-5 3-9 7-5l5 5V12c0-7 8-7 8 0v18c3-3 6-2 7 1 3-2 6 0 6 3 3-1 5 1 5 4v12c0 5-4 6-4 10z")
WAVES = L("M4 0", width=2)
DROP = P(LB, "M32 8c10 14 16 22 16 31 0 20-32 20-32 0 0-9 6-17 16-31z")
FLAME = P(OR, "M32 4c4 12 18 18 18 36 0 14-8 20-18 20s-18-6-18-18c0-8 4-12 7-16 1 5 3 7 5 8 0-12 2-22 6-30z") + P(
    YE, "M32 34c3 5 8 8 8 15 0 6-4 9-8 9s-8-3-8-8c0-6 5-9 8-16z", width=2)
SNOW = L("M32 6v52M9 19l46 26M9 45l46-26M24 10l8 8 8-8M24 54l8-8 8 8", NV, 4)
STAR = P(YE, "M32 5l8 18 19 2-14 13 4 20-17-10-17 10 4-20L5 25l19-2z")
CROSS = P(DR, "M24 8h16v16h16v16H40v16H24V40H8V24h16z")
SHIRT = P(BL, "M22 8l-17 9 6 14 7-3v30h28V28l7 3 6-14-17-9c-4 7-16 7-20 0z")
NOTE = R(LG, 4, 16, 56, 32, 3) + C(WH, 32, 32, 9)
EURO = C(GO, 32, 32, 26) + C(CR, 32, 32, 18) + L("M41 24a11 11 0 1 0 0 16M19 29h17M19 35h17")
CLOCK = C(WH, 32, 32, 26) + L("M32 16v16l12 7")
BULB = P(YE, "M22 44c0-8-9-10-9-21 0-24 38-24 38 0 0 11-9 13-9 21z") + P(DY, "M23 44h18v12c0 5-18 5-18 0zM23 50h18")
