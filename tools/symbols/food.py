"""Bread, pasta, milk, meat, fish, what stands in the larder, and drinks."""

from kit import *
from plants import (ALMOND, APPLE, BEANS_GREEN, CARROT, CHILLI, HAZELNUT, LEMON, MINT, OLIVES, ORANGE, PEACH, PEA_POD, PEANUT, PEAS, POTATO, STRAWBERRY, TOMATO,
                    WALNUT, CUCUMBER, BASIL, BROCCOLI, CORN)

WHEAT = L("M32 60V10", GO, 3.5) + "".join(E(GO, x, y, 5, 9) for x, y in [(32, 12), (23, 24), (41, 24), (23, 38), (41, 38)])
LOAF = P("#c98b45", "M4 42C4 22 22 14 34 14s26 8 26 28c0 8-4 10-10 10H14C8 52 4 50 4 42z") + L("M20 24l8 10M32 20l8 10M44 22l6 8", CR, 3.5)
BREAD_SLICE = P("#c98b45", "M10 24c-6-14 8-18 22-18s28 4 22 18v30c0 3-2 4-4 4H14c-2 0-4-1-4-4z") + P(CR, "M16 24c-4-8 4-12 16-12s20 4 16 12v27H16z", "none")
BAGUETTE = P("#c98b45", "M6 58c-6-4 0-14 8-22S36 14 46 8c6-4 14 2 10 10-6 10-14 18-22 26S12 62 6 58z") + L("M18 38l8 4M28 28l8 4M38 18l8 4", CR, 3.5)
ROLL = P("#d99a4e", "M6 40c0-16 14-24 26-24s26 8 26 24c0 10-8 14-26 14S6 50 6 40z") + L("M32 16c-6 6-8 12-6 18M32 16c6 6 8 12 6 18M12 34c6-3 12-4 14-12", DB, 2.5)
CROISSANT = P("#d99a4e", "M4 48C2 26 16 10 32 10s30 16 28 38c-1 6-8 6-11 2-4-8-8-14-17-14s-13 6-17 14c-3 4-10 4-11-2z") + L("M16 18l8 20M48 18l-8 20M26 11l2 25M38 11l-2 25M8 32l10 12M56 32L46 44", DB, 2.5)
FOCACCIA = P("#e0b060", "M4 30c6-10 20-14 30-14s22 4 26 12c2 12-2 22-28 22S2 44 4 30z") + dots(OR, (16, 32), (30, 26), (46, 30), (24, 42), (40, 40), r=3) + L("M20 26l4 3M36 34l4-3M48 40l3-3", DG, 2.5)
STICKS = "".join(turn(a, R("#d99a4e", 29, 4, 7, 56, 3)) for a in (-24, -8, 8, 24)) + R(WH, 18, 38, 28, 12)
CRACKER = turn(8, R("#e8bf72", 9, 9, 46, 46, 4) + dots(DB, *[(x, y) for x in (20, 32, 44) for y in (20, 32, 44)], r=2))
RUSK = at(24, 30, 0.75, BREAD_SLICE) + at(40, 36, 0.75, P("#c98b45", "M10 24c-6-14 8-18 22-18s28 4 22 18v30c0 3-2 4-4 4H14c-2 0-4-1-4-4z") + P("#e3b060", "M16 24c-4-8 4-12 16-12s20 4 16 12v27H16z", "none") + dots(DB, (26, 24), (38, 26), (30, 38), (40, 42), r=2))
BISCUIT = C("#d9a35b", 32, 32, 25) + dots(DB, (24, 22), (40, 24), (30, 36), (44, 40), (20, 40), (34, 48), r=3.2)
CAKE = P("#e8bf72", "M6 34h52v20c0 3-2 4-4 4H10c-2 0-4-1-4-4z") + P(PK, "M6 34c0-8 6-10 12-10h28c6 0 12 2 12 10 0 8-7 8-9 2-2 8-9 8-11 0-2 8-10 8-12 0-2 8-9 8-11 0-2 6-9 6-9-2z") + C(RD, 32, 17, 6) + L("M32 11c1-4 3-5 6-6")
SLICE_CAKE = P("#e8bf72", "M4 34L46 12c8 4 12 12 14 20v22H4z") + P(PK, "M4 34L46 12c8 4 12 12 14 20z") + L("M4 45h56", PK, 4) + C(RD, 44, 14, 5)
TART = P("#c98b45", "M4 36h56l-8 16H12z") + E(YE, 32, 35, 28, 10) + L("M14 30l30 13M26 26l26 12M50 30L20 43M38 26L12 38", "#c98b45", 3.5)
PIZZA = C("#d99a4e", 32, 32, 28) + C(RD, 32, 32, 22, "none") + dots(WH, (24, 24), (42, 28), (30, 44), r=5) + L("M38 18l4 3M20 36l5 2M40 42l4-3", DG, 4)
SPAGHETTI_RAW = "".join(L(f"M{x} 6l{(x - 32) / -3:.0f} 26l{(x - 32) / 1.5:.0f} 26", YE, 4) for x in range(16, 50, 4)) + R(RD, 20, 27, 24, 9, 3)
PENNE = "".join(at(x, y, 0.62, P(YE, "M8 20L46 20l12 24H20z") + L("M20 28h28M22 36h30", "#b9861c", 3) + E(BR, 14, 32, 4, 11), turn=t) for x, y, t in [(24, 18, -20), (40, 34, 25), (22, 48, 0)])
FUSILLI = "".join(at(x, y, 0.8, turn(t, "".join(P(YE, f"M22 {y0}c0-6 20-10 20-2 0 6-20 10-20 2z") for y0 in (14, 23, 32, 41, 50)))) for x, y, t in [(20, 30, 15), (44, 34, -15)])
SHELL = "".join(at(x, y, 0.55, P(YE, "M6 40C6 10 58 10 58 40c-8 12-44 12-52 0z") + L("M18 36c4-8 24-8 28 0M14 40c8 4 28 4 36 0", "#b9861c", 3)) for x, y in [(20, 20), (44, 26), (26, 46)])
LASAGNE = "".join(P(c, f"M4 {y}c4-4 8-4 14 0s10 4 14 0 8-4 14 0 8 4 14 0v8c-6 4-10 4-14 0s-8-4-14 0-8 4-14 0-10-4-14 0z") for y, c in [(46, YE), (36, RD), (26, YE), (16, RD), (8, YE)])
TORTELLINI = "".join(at(x, y, 0.52, P(YE, "M32 10c20 0 28 16 22 30-4 10-14 16-22 16s-18-6-22-16C4 26 12 10 32 10z") + E(CR, 32, 38, 9, 7) + L("M14 24c8 4 28 4 36 0", "#b9861c", 3)) for x, y in [(20, 20), (46, 24), (30, 47)])
GNOCCHI = "".join(at(x, y, 0.5, E(CR, 32, 32, 26, 18) + L("M20 24v16M32 20v24M44 24v16", TN, 4), turn=t) for x, y, t in [(18, 20, 20), (44, 18, -20), (32, 36, 0), (16, 48, -15), (48, 48, 25)])
RICE_BOWL = bowl(BL, P(WH, "M9 30c0-26 46-26 46 0z") + L("M22 22l3-2M32 16l3 2M42 24l-3-2M30 26l3-1", DY, 2.4))
GRAINS = "".join(turn(a, E(WH, 32, 16, 4, 9)) for a in range(0, 360, 60)) + E(WH, 32, 32, 4, 9)
SEEDS = "".join(E(GO, x, y, 5, 4) for x, y in [(20, 20), (34, 16), (46, 24), (16, 36), (30, 32), (44, 40), (24, 48), (38, 52)])
DOUGH = P(CR, "M6 44c-2-16 14-28 28-26s28 10 24 26c-2 8-48 8-52 0z") + L("M20 32c4-3 8-4 12-4M40 34c3 1 5 3 6 5", TN)
PIADINA = C("#eed9a8", 32, 32, 27) + dots(BR, (22, 22), (40, 20), (46, 36), (28, 40), (18, 36), (36, 50), (34, 30), r=3)
COW = P(WH, "M16 20c-6 0-10-4-11-8 6-2 10 0 13 3h28c3-3 7-5 13-3-1 4-5 8-11 8v14c0 8-6 12-16 12s-16-4-16-12z") + E(PK, 32, 48, 17, 11) + dots(INK, (24, 28), (40, 28), (26, 48), (38, 48), r=3)
CHEESE = P(YE, "M4 32L44 10c10 2 16 10 16 20v24H4z") + L("M4 32h56") + C("#d99f2e", 18, 44, 5) + C("#d99f2e", 36, 42, 4) + C("#d99f2e", 48, 47, 4)
PARMESAN = P("#f0d688", "M6 30L52 8l6 42-36 8z") + P(BR, "M52 8l6 42-7 2-7-40z") + dots("#c9a04a", (22, 36), (32, 28), (30, 46), r=1.8)
MOZZARELLA = C(WH, 26, 34, 21) + C(WH, 48, 46, 12) + L("M18 26c4-4 8-5 12-4", DY, 2.4) + P(GR, "M32 12c6-8 16-8 22-2-6 8-16 10-22 2z")
BUTTER = P("#f8e08a", "M8 30l12-10h40v20L48 50H8z") + L("M8 30h40l12-10M48 30v20") + L("M34 30v20M34 30l12-10", "#c9a63c", 2)
EGG = P(CR, "M32 6c12 0 22 18 22 32S44 60 32 60 10 52 10 38 20 6 32 6z") + L("M22 26c1-5 4-9 7-11", WH)
FRIED_EGG = P(WH, "M14 18c8-12 22-6 30-4 12 2 18 14 12 24-4 8-6 18-20 18S16 54 8 44 6 28 14 18z") + C(YE, 32, 33, 11) + L("M27 30c1-3 3-4 5-4", WH, 2.4)
EGGS = at(20, 30, 0.62, EGG) + at(44, 30, 0.62, EGG.replace(CR, "#e3b48a")) + at(32, 40, 0.62, EGG)
STEAK = P(ME, "M6 34C4 16 22 6 38 10s24 16 20 32c-2 12-14 14-24 10-8-4-12 4-18 0S7 42 6 34z") + P(PK, "M12 34c0-12 12-20 24-17s18 12 16 22", "none") + L("M14 36c0-10 10-18 21-16s18 10 17 20", WH, 4) + C(WH, 30, 36, 6)
MINCE = P(ME, "M6 48c-2-10 6-12 8-14 0-10 10-10 12-12 4-8 14-6 16 0 8 0 10 8 10 12 8 2 8 12 4 16-6 6-44 6-50-2z") + L("M18 42c4-4 6 2 10-2M32 46c4-4 6 2 10-2M26 32c4-4 6 2 10-2M40 36c3-3 5 1 8-1M28 22c3-2 5 1 8-1", WH, 2.4)
BREAST = P("#f6c9b8", "M8 40C4 24 18 8 34 10s26 16 22 30-20 14-28 14S10 50 8 40z") + L("M18 40c2-10 10-18 20-20M26 46c2-8 8-14 18-16", "#d99a86", 2.4)
DRUMSTICK = P(BR, "M30 40C18 30 20 10 38 6c16-2 26 12 20 24-4 10-16 16-28 10z") + T("M30 40L16 52", WH, 5) + C(WH, 11, 50, 5) + C(WH, 16, 56, 5) + L("M34 16c3-3 6-4 10-4", TN)
ROAST = P(BR, "M6 40C4 24 20 14 34 16s22 8 22 20c0 12-12 16-26 16S8 50 6 40z") + P("#8c5a2e", "M24 44c0-8 10-12 18-8l12 10c4 4-2 8-6 6-8 4-24 2-24-8z") + L("M14 34c4-6 10-9 16-9", TN) + T("M54 48l6 4", WH, 3)
SAUSAGE = T("M10 26c4 26 30 34 44 12", "#b5523b", 11) + L("M10 22l-3-7M55 33l5-5M16 34c4 8 10 12 18 13", TN, 2.5)
WURSTEL = T("M12 20l32-8M16 34l34-8M20 48l34-8", "#e08a6a", 8)
PATTY = E("#8c4a2e", 32, 40, 27, 14) + E("#a85c3a", 32, 34, 27, 14) + L("M16 32l12 8M26 26l16 12M38 24l10 8", DB)
HAM = P(PK, "M8 36C4 18 20 6 36 8s24 16 20 32-18 18-28 16S10 48 8 36z") + P("#f8c9cc", "M16 36c-2-12 8-20 20-19s16 12 13 21-12 12-19 11-12-4-14-13z", "none") + E(WH, 34, 34, 5, 4)
RAW_HAM = P("#c8434a", "M6 22c12-12 40-12 52 0-2 10 2 14-2 24-10 8-38 8-48 0-2-10 0-14-2-24z") + L("M6 22c12-12 40-12 52 0", WH, 5) + L("M14 34c10-6 24-6 34 0M16 44c10-5 22-5 32 0", PK, 2.5)
SALAMI = P("#a8323a", "M34 12l22 22-18 22c-8 6-18 2-22-2S4 44 10 34z") + C("#c8545a", 45, 23, 15.5) + dots(WH, (40, 20), (48, 18), (44, 28), (52, 26), (38, 26), r=2.4)
BACON = "".join(P(c, f"M4 {y}c8-6 12 6 20 0s12 6 20 0 10 4 16 0v7c-6 4-10-6-16 0s-12-6-20 0-12-6-20 0z") for y, c in [(14, ME), (21, WH), (28, ME), (35, PK), (42, ME)])
MEATBALLS = C("#9c5a38", 20, 24, 14) + C("#9c5a38", 45, 27, 14) + C("#9c5a38", 32, 46, 14) + L("M14 20c2-3 4-4 7-4M39 23c2-3 4-4 7-4M26 42c2-3 4-4 7-4", TN, 2.4)
CUTLET = P("#d9a04a", "M6 36C6 18 20 10 34 10s24 10 24 24-8 20-22 20S6 52 6 36z") + dots("#a8701f", (20, 26), (32, 20), (44, 28), (28, 36), (42, 42), (20, 42), (34, 48), r=2)
FISH = P(BL, "M42 32l18-14c-3 9-3 19 0 28z") + P("#7fb6e0", "M4 32c8-14 18-18 26-18 10 0 16 10 19 18-3 8-9 18-19 18-8 0-18-4-26-18z") + L("M24 16c4 10 4 22 0 32M34 26l4 4M34 36l4-3") + C(INK, 15, 29, 2.5, "none")
SALMON = P("#f58a6a", "M4 40C8 20 24 12 42 14c12 2 18 12 18 26-6 8-14 6-28 6S12 50 4 40z") + L("M18 26c0 8-1 12-4 16M28 20c1 10 0 18-3 25M39 18c2 10 1 18-1 27M49 20c3 8 3 16 2 24", CR, 2.5) + L("M4 40c8 10 16 6 28 6s22 2 28-6", DY, 4)
COD = P(WH, "M4 40C8 22 24 14 42 16c12 2 18 12 18 24-6 8-14 6-28 6S12 50 4 40z") + L("M20 28c0 6-1 9-3 12M32 22c1 8 0 14-2 21M44 22c2 7 1 14 0 21", DY, 2.5)
SHRIMP = T("M46 20C22 12 8 28 16 44c6 10 20 12 28 6", "#f58a6a", 11) + L("M34 17l-2 12M22 23l6 9M15 36l11-1M24 50l5-9", INK, 2.2) + P("#f58a6a", "M44 44l14-2-4 8 4 8-14-4z") + L("M48 18c4-6 8-8 12-8M50 24c4-1 7-1 10 1", width=2) + C(INK, 44, 19, 2, "none")
MUSSEL = P("#3d4560", "M32 6c16 8 26 34 12 48-8 6-16 6-24 0C6 40 16 14 32 6z") + P(OR, "M32 22c8 6 12 20 6 28-4 3-8 3-12 0-6-8-2-22 6-28z")
SHELL_CLAM = P("#e8c9a8", "M32 56L6 30c0-30 52-30 52 0z") + L("M32 56L18 14M32 56l14-42M32 56V10M32 56L8 24M32 56l24-32", BR, 2.5)
SQUID = P(PK, "M32 4c12 8 14 20 12 32H20C18 24 20 12 32 4z") + dots(INK, (27, 32), (37, 32), r=2) + T("M23 40c-2 8-6 10-8 18M30 40c0 8-2 12-3 18M36 40c0 8 2 12 3 18M42 40c2 8 6 10 8 18", PK, 2)
ANCHOVY = at(32, 20, 0.9, turn(0, P("#9fb4c4", "M2 32c14-12 34-12 46 0l12-8v16l-12-8c-12 12-32 12-46 0z") + C(INK, 12, 31, 2, "none"))) + at(32, 44, 0.9, P("#9fb4c4", "M2 32c14-12 34-12 46 0l12-8v16l-12-8c-12 12-32 12-46 0z") + C(INK, 12, 31, 2, "none"))
FINGERS = "".join(R("#e0a13c", 6, y, 50, 13, 5) + dots("#a8701f", (16, y + 5), (28, y + 8), (40, y + 5), r=1.6) for y in (8, 26, 44))
HONEY = P(GO, "M16 8h32l12 24-12 24H16L4 32z") + L("M24 22h16l6 10-6 10H24l-6-10z")
CHOCOLATE = R(DB, 10, 4, 44, 42, 3) + L("M25 6v36M39 6v36M12 18h40M12 31h40", "#b5855c", 2.5) + P(RD, "M8 36h48v22c0 2-1 2-2 2H10c-1 0-2 0-2-2z") + L("M8 36h48", GY, 4)
CUBE = P(WH, "M32 8l24 12v26L32 58 8 46V20z") + L("M8 20l24 12 24-12M32 32v26")
SALT = P(WH, "M20 22h24l6 34c0 3-2 4-4 4H18c-2 0-4-1-4-4z") + P(DY, "M20 22c0-22 24-22 24 0z") + dots(INK, (28, 14), (36, 14), (32, 10), r=1.6) + dots(DY, (26, 34), (36, 40), (28, 48), (40, 52), r=2)
PEPPER_MILL = P(DB, "M22 28h20l4 30c0 2-28 2-28 0z") + P(DB, "M24 26c-6-10 2-14 8-14s14 4 8 14z") + C(GO, 32, 8, 4) + L("M21 32h22", GO, 3)
OIL = bottle("#c9c94a", DG, WH, OLIVES)
VINEGAR = bottle("#8c2f3c", BK, WH, at(32, 32, 1, C(PU, 22, 22, 11) + C(PU, 42, 22, 11) + C(PU, 32, 40, 11)))
ICE = P(LB, "M8 24l22-12 26 10v24L34 58 8 46z") + L("M8 24l26 10 22-12M34 34v24") + L("M14 32v8", WH)
ICECREAM = P(TN, "M16 34h32L32 61z") + L("M22 36l16 14M42 36L26 50", BR, 2) + C(PK, 23, 25, 11) + C(CR, 42, 25, 11) + C("#a8744a", 32, 14, 10)
LOLLY = P(RD, "M18 44V20c0-20 28-20 28 0v24z") + R(TN, 28, 44, 8, 16) + L("M25 22v12", PK, 3.5)
CRISPS = "".join(at(x, y, 0.5, P(YE, "M6 30C8 10 52 4 58 26c0 20-20 28-34 26S4 44 6 30z") + L("M18 30c8-6 20-8 28-4", "#b9861c", 3), turn=t) for x, y, t in [(22, 20, 0), (44, 32, 60), (22, 46, 120)])
CHIPS = "".join(R(YE, x, y, 7, 34, 1) for x, y in [(13, 10), (21, 4), (29, 8), (37, 3), (45, 9)]) + P(RD, "M8 30c14 6 34 6 48 0l-5 30H13z")
POPCORN = dots(WH, (0, 0), r=0.1) + "".join(C(CR, x, y, 8) for x, y in [(16, 20), (30, 13), (44, 18), (24, 24), (38, 25), (50, 26), (14, 28)]) + P(WH, "M8 28h48l-6 32H14z") + P(RD, "M16 28h8l2 32h-6zM32 28h8l-2 32h-6zM48 28h8l-6 32h-4z", width=2)
SWEET = P(RD, "M16 32L4 22v20zM48 32l12-10v20z") + C(OR, 32, 32, 16) + L("M24 24c6 2 10 8 10 22M32 18c6 4 8 10 8 18", WH)
LOLLIPOP = T("M32 36v24", WH, 2) + C(PK, 32, 22, 17) + L("M32 22c4 0 4 6-1 6-8 0-8-14 2-14 12 0 12 20-2 20", RD, 3)
BEANS = "".join(at(x, y, 0.5, P("#a8443a", "M10 36C6 14 26 6 44 12c16 6 14 22 6 24-6 1-10-4-16 0-4 4 0 12-8 14-8 1-14-4-16-14z") + L("M20 24c4-4 10-6 16-5", PK, 4), turn=t) for x, y, t in [(20, 20, 0), (44, 24, 50), (26, 46, -20)])
CHICKPEAS = "".join(C("#e3b778", x, y, 10) + L(f"M{x - 3} {y - 4}c3-2 5-2 7 1", BR, 2) for x, y in [(20, 20), (42, 18), (32, 36), (14, 42), (50, 40), (32, 54)])
LENTILS = "".join(E("#9c7a44", x, y, 9, 6) + L(f"M{x - 4} {y - 1}h7", TN, 2) for x, y in [(18, 18), (38, 14), (50, 28), (28, 30), (12, 38), (42, 44), (24, 50)])
SOUP = steam(32, 16) + bowl(BL, E(OR, 32, 30, 27, 9) + dots(GR, (24, 29), (38, 31), r=2.5) + dots(RD, (32, 27), (44, 28), (18, 31), r=2))
TOFU = P(WH, "M8 24l14-10h36v26L46 50H8z") + L("M8 24h38l12-10M46 24v26")
TEABAG = P("#c98b45", "M16 28l16-8 16 8v28c0 2-1 4-3 4H19c-2 0-3-2-3-4z") + L("M32 20C30 10 40 12 46 6") + R(GR, 42, 4, 14, 12, 1)
COFFEE_BEAN = turn(30, E(DB, 32, 32, 18, 25) + L("M32 8c-8 12 8 24 0 48", TN, 3))
COLA = "M26 4h12v10c0 6 8 10 8 20-4 6-2 12 0 18 0 6-2 8-6 8H24c-4 0-6-2-6-8 2-6 4-12 0-18 0-10 8-14 8-20z"
BEER = L("M44 24c16-2 16 24 0 22", width=4) + P(YE, "M12 16h32l-2 44H14z") + P(WH, "M10 20c-6-10 6-16 12-10 4-8 16-6 16 2 8-2 12 6 8 10-6 6-28 6-36-2z") + L("M22 32v18M32 32v18", "#c98b1f", 2.5)
WINE = P(GLASS, "M16 4h32c4 18-2 30-14 32v18h10v6H20v-6h10V36C18 34 12 22 16 4z") + P("#9c2b4e", "M17 16h30c0 10-6 16-15 16s-15-6-15-16z", width=2)
TEA = cup(BL, "#c9772e", steam(), L("M36 26c4 6 4 10 4 14", WH, 2), R(YE, 36, 38, 9, 9, 1))
COFFEE = cup(WH, DB, steam(), E("none", 28, 60, 24, 2.5))
CAPPUCCINO = cup(RD, CR, P(BR, "M28 22c-6 0-6 7 0 9 6-2 6-9 0-9z", "none"), steam(28, 13))
CHOCO = cup(PU, DB, C(WH, 22, 24, 5), C(WH, 32, 23, 5), steam(28, 12))
CHAMOMILE = "".join(turn(a, E(WH, 32, 14, 6, 10)) for a in range(0, 360, 45)) + C(YE, 32, 32, 10)
MILK_GLASS = glass(WH, 16)
BOTTLE_MILK = P(WH, "M24 12h16v8c0 6 8 10 8 18v18c0 3-2 4-4 4H20c-2 0-4-1-4-4V38c0-8 8-12 8-18z") + R(BL, 22, 5, 20, 8, 2) + at(32, 44, 0.35, COW)
WATER = P(LB, "M25 12h14v8c0 5 9 8 9 16l-3 8 3 6v6c0 3-2 4-4 4H20c-2 0-4-1-4-4v-6l3-6-3-8c0-8 9-11 9-16z") + R(BL, 25, 4, 14, 8) + R(WH, 17, 32, 30, 11, 0) + at(32, 37.5, 0.15, DROP, stroke=1.6)
SPARKLING = WATER.replace(LB, "#bfe8d6").replace(BL, GR) + dots(WH, (24, 50), (32, 54), (40, 49), (36, 26), r=2.2)
OAT = at(32, 32, 1, WHEAT)

for entry in [
    ("bread", "pane|pagnotta", "bread|loaf", "pain", "Brot", LOAF),
    ("sliced-bread", "pane in cassetta|pancarrè|fetta di pane", "sliced bread|slice of bread|sandwich bread", "pain de mie|tranche de pain", "Toastbrot|Scheibe Brot", BREAD_SLICE),
    ("baguette", "filone|baguette|sfilatino", "baguette|french bread", "baguette", "Baguette", BAGUETTE),
    ("roll", "panino|panini|rosetta", "bread roll|bun", "petit pain", "Brötchen|Semmel", ROLL),
    ("toast", "toast", "toast|toasted sandwich", "toast|croque-monsieur", "Toast", at(32, 36, 0.9, BREAD_SLICE) + L("M10 16c8 6 36 6 44 0", YE, 5)),
    ("sandwich", "tramezzino|panino imbottito", "sandwich", "sandwich", "Sandwich", P(CR, "M4 46L32 8l28 38z") + L("M6 50h52", GR, 6) + P("#c98b45", "M4 53h56v7H4z")),
    ("croissant", "cornetto|cornetti|brioche", "croissant", "croissant", "Croissant|Hörnchen", CROISSANT),
    ("focaccia", "focaccia|schiacciata", "focaccia|flat bread", "fougasse", "Focaccia", FOCACCIA),
    ("breadsticks", "grissino|grissini", "breadsticks", "gressins", "Grissini", STICKS),
    ("crackers", "cracker", "crackers", "crackers", "Cracker", CRACKER),
    ("rusks", "fette biscottate|fetta biscottata", "rusks", "biscottes", "Zwieback", RUSK),
    ("biscuits", "biscotto|biscotti|savoiardi", "biscuits|cookies", "biscuits", "Kekse", BISCUIT),
    ("cake", "torta|dolce|ciambellone|panettone", "cake", "gâteau", "Kuchen|Torte", CAKE),
    ("cake-slice", "fetta di torta|merendina|merendine", "slice of cake|snack cake", "part de gâteau", "Stück Kuchen", SLICE_CAKE),
    ("tart", "crostata", "tart|pie", "tarte", "Mürbeteigkuchen", TART),
    ("pizza", "pizza|pizza margherita", "pizza", "pizza", "Pizza", PIZZA),
    ("spaghetti", "spaghetti|linguine|bucatini|tagliatelle|fettuccine", "spaghetti|noodles", "spaghettis|nouilles", "Spaghetti|Nudeln", SPAGHETTI_RAW),
    ("penne", "penne|rigatoni|maccheroni|pasta|pasta corta", "penne|pasta|macaroni", "pâtes", "Nudeln|Penne", PENNE),
    ("fusilli", "fusilli|eliche", "fusilli", "torsades", "Fusilli", FUSILLI),
    ("pasta-shells", "conchiglie|orecchiette|ditalini|pastina", "pasta shells|soup pasta", "coquillettes", "Muschelnudeln", SHELL),
    ("lasagne", "lasagne|lasagna", "lasagne", "lasagnes", "Lasagne", LASAGNE),
    ("tortellini", "tortellini|ravioli|cappelletti", "tortellini|ravioli", "tortellinis|raviolis", "Tortellini|Ravioli", TORTELLINI),
    ("gnocchi", "gnocchi", "gnocchi", "gnocchis", "Gnocchi", GNOCCHI),
    ("rice", "riso|risotto", "rice", "riz", "Reis", RICE_BOWL),
    ("flour", "farina|semola", "flour", "farine", "Mehl", bag("#f3ead2", WHEAT)),
    ("oats", "avena|fiocchi d'avena|farro|orzo", "oats|barley|spelt", "avoine|orge", "Hafer|Haferflocken|Gerste|Dinkel", OAT),
    ("cereals", "cereali|muesli|corn flakes", "cereals|muesli|cornflakes", "céréales", "Müsli|Cornflakes", bowl(OR, "".join(C(GO, x, y, 7) for x, y in [(14, 26), (26, 20), (38, 22), (50, 27), (32, 28)]))),
    ("couscous", "cous cous|couscous|bulgur|quinoa", "couscous|bulgur|quinoa", "couscous|semoule", "Couscous", box(YE, "#c9952a", SEEDS)),
    ("polenta", "polenta|farina di mais", "polenta|cornmeal", "polenta", "Polenta", plate(P(YE, "M4 44C4 14 60 14 60 44z"))),
    ("breadcrumbs", "pangrattato|pane grattugiato", "breadcrumbs", "chapelure", "Paniermehl|Semmelbrösel", bag(TN, LOAF)),
    ("yeast", "lievito|bicarbonato|lievito di birra", "yeast|baking powder", "levure", "Hefe|Backpulver", bag(LB, P(TN, "M8 50c0-20 8-40 24-40s24 20 24 40z") + arrow("M32 40V24", "M24 26l8-12 8 12z"))),
    ("dough", "impasto|pasta per pizza|pasta sfoglia|pasta frolla|pasta brisée", "dough|puff pastry|shortcrust", "pâte", "Teig|Blätterteig", DOUGH),
    ("flatbread", "piadina|piadine|tortilla", "flatbread|tortilla|wrap", "galette|tortilla", "Fladenbrot|Tortilla", PIADINA),
    ("milk", "latte|latte intero|latte fresco|latte scremato", "milk", "lait", "Milch", carton(LB, BL, COW)),
    ("milk-bottle", "bottiglia di latte", "bottle of milk", "bouteille de lait", "Flasche Milch", BOTTLE_MILK),
    ("milk-glass", "bicchiere di latte", "glass of milk", "verre de lait", "Glas Milch", MILK_GLASS),
    ("oat-milk", "latte d'avena|latte di soia|latte vegetale|latte di mandorle", "oat milk|soy milk|plant milk", "lait d'avoine|lait végétal", "Hafermilch|Sojamilch", carton(LG, GR, WHEAT)),
    ("cream", "panna|panna da cucina|panna montata|besciamella", "cream|whipped cream", "crème", "Sahne", carton(WH, DY, P(WH, "M8 50c-6-10 6-16 8-20 0-14 14-10 18-22 4 12 14 8 14 20 6 6 12 14 6 22z"))),
    ("yogurt", "yogurt", "yogurt|yoghurt", "yaourt", "Joghurt", tub(WH, RD, STRAWBERRY)),
    ("butter", "burro|margarina", "butter|margarine", "beurre", "Butter", BUTTER),
    ("cheese", "formaggio|emmental|fontina|scamorza", "cheese", "fromage", "Käse", CHEESE),
    ("parmesan", "parmigiano|grana|pecorino", "parmesan|hard cheese", "parmesan", "Parmesan", PARMESAN),
    ("grated-cheese", "formaggio grattugiato|parmigiano grattugiato", "grated cheese", "fromage râpé", "geriebener Käse", bag("#f0d688", CHEESE)),
    ("cheese-slices", "sottiletta|sottilette|formaggio a fette", "cheese slices", "fromage en tranches", "Scheibenkäse", turn(12, R(YE, 10, 14, 40, 40, 2)) + R(YE, 14, 10, 40, 40, 2) + dots("#d99f2e", (26, 22), (42, 34), (28, 40), r=3)),
    ("mozzarella", "mozzarella|mozzarelle|burrata", "mozzarella", "mozzarella", "Mozzarella", MOZZARELLA),
    ("ricotta", "ricotta", "ricotta|cottage cheese", "ricotta", "Ricotta|Hüttenkäse", P(WH, "M10 22h44l-6 36H16z") + L("M14 30h36M16 40h32M18 50h28M24 24l2 34M40 24l-2 34", DY, 2.2) + P(WH, "M8 22c4-14 44-14 48 0z")),
    ("soft-cheese", "stracchino|formaggio spalmabile|mascarpone|crescenza", "soft cheese|cream cheese|mascarpone", "fromage frais", "Frischkäse", tub(LB, BL, CHEESE)),
    ("egg", "uovo", "egg", "œuf", "Ei", EGG),
    ("eggs", "uova", "eggs", "œufs", "Eier", EGGS),
    ("fried-egg", "uovo al tegamino|uovo fritto|frittata", "fried egg", "œuf au plat", "Spiegelei", FRIED_EGG),
    ("yolk", "tuorlo|tuorli|uovo sbattuto", "egg yolk|yolks", "jaune d'œuf", "Eigelb|Dotter", bowl(LB, E(WH, 32, 30, 27, 9) + C(YE, 32, 27, 11))),
    ("pudding", "budino|crema|dessert", "pudding|custard|dessert", "flan|crème dessert", "Pudding", P("#d99a4e", "M16 18h32l8 30H8z") + P(DB, "M16 18h32l3 12c-6 6-8-2-12 2-6 6-10-4-14 0-4 3-8 2-12-2z") + L("M4 52h56")),
    ("ice-cream", "gelato|cono", "ice cream", "glace", "Eis|Eiscreme", ICECREAM),
    ("ice-lolly", "ghiacciolo|ghiaccioli", "ice lolly|popsicle", "glace à l'eau", "Eis am Stiel", LOLLY),
    ("steak", "bistecca|carne|manzo|fettina|fettine", "steak|meat|beef", "steak|viande|bœuf", "Steak|Fleisch|Rindfleisch", STEAK),
    ("minced-meat", "carne macinata|macinato", "minced meat|ground beef|mince", "viande hachée", "Hackfleisch", tray(MINCE)),
    ("chicken-breast", "petto di pollo|petti di pollo|pollo a fette|tacchino", "chicken breast|turkey", "blanc de poulet|dinde", "Hähnchenbrust|Pute", tray(BREAST)),
    ("chicken-leg", "coscia di pollo|cosce di pollo", "chicken leg|drumstick", "cuisse de poulet", "Hähnchenschenkel", DRUMSTICK),
    ("roast-chicken", "pollo|pollo arrosto|arrosto", "chicken|roast chicken|roast", "poulet|rôti", "Hähnchen|Braten", ROAST),
    ("sausage", "salsiccia|salsicce", "sausage", "saucisse", "Wurst|Bratwurst", SAUSAGE),
    ("frankfurter", "wurstel", "frankfurter|hot dog", "saucisse de Francfort", "Würstchen", WURSTEL),
    ("hamburger", "hamburger|svizzera", "hamburger|beef burger", "steak haché", "Hamburger|Frikadelle", PATTY),
    ("cooked-ham", "prosciutto cotto|prosciutto|mortadella", "ham|cooked ham", "jambon", "Schinken|Kochschinken", HAM),
    ("raw-ham", "prosciutto crudo|speck|bresaola", "cured ham|raw ham", "jambon cru", "Rohschinken", RAW_HAM),
    ("salami", "salame|salumi", "salami", "saucisson|salami", "Salami", SALAMI),
    ("bacon", "pancetta|guanciale|bacon", "bacon", "lard|bacon", "Speck|Bacon", BACON),
    ("meatballs", "polpetta|polpette", "meatballs", "boulettes de viande", "Fleischbällchen", MEATBALLS),
    ("cutlet", "cotoletta|cotolette|impanata", "cutlet|schnitzel|breaded", "escalope panée", "Schnitzel", CUTLET),
    ("fish", "pesce|orata|spigola|trota", "fish", "poisson", "Fisch", FISH),
    ("salmon", "salmone", "salmon", "saumon", "Lachs", SALMON),
    ("fish-fillet", "filetto di pesce|merluzzo|platessa|sogliola|baccalà", "fish fillet|cod|plaice", "filet de poisson|cabillaud", "Fischfilet|Kabeljau", COD),
    ("tuna", "tonno|scatoletta di tonno|tonno in scatola", "tuna|tinned tuna", "thon", "Thunfisch", P(GY, "M6 24v22c0 14 52 14 52 0V24z") + P(NV, "M6 28c0 12 52 12 52 0v14c0 12-52 12-52 0z") + E(GY, 32, 24, 26, 10) + at(32, 43, 0.3, FISH)),
    ("anchovies", "acciughe|alici|sarde|sardine", "anchovies|sardines", "anchois|sardines", "Sardellen|Sardinen", ANCHOVY),
    ("prawn", "gambero|gamberi|gamberetti", "prawn|shrimp", "crevette", "Garnele", SHRIMP),
    ("mussels", "cozze", "mussels", "moules", "Miesmuscheln", MUSSEL),
    ("clams", "vongole", "clams", "palourdes", "Venusmuscheln", SHELL_CLAM),
    ("squid", "calamari|calamaro|seppia|polpo|totani", "squid|octopus", "calamar|poulpe", "Tintenfisch", SQUID),
    ("fish-fingers", "bastoncini di pesce|bastoncini|crocchette", "fish fingers|croquettes", "bâtonnets de poisson", "Fischstäbchen", FINGERS),
    ("oil", "olio|olio d'oliva|olio extravergine|olio di semi", "oil|olive oil", "huile|huile d'olive", "Öl|Olivenöl", OIL),
    ("vinegar", "aceto|aceto balsamico", "vinegar", "vinaigre", "Essig", VINEGAR),
    ("salt", "sale|sale fino|sale grosso", "salt", "sel", "Salz", SALT),
    ("pepper-mill", "pepe|pepe nero", "pepper|black pepper", "poivre", "Pfeffer", PEPPER_MILL),
    ("sugar", "zucchero|zucchero a velo", "sugar|icing sugar", "sucre", "Zucker", box(WH, GY, CUBE)),
    ("brown-sugar", "zucchero di canna", "brown sugar", "sucre roux", "brauner Zucker", box(TN, BR, CUBE.replace(WH, TN))),
    ("honey", "miele", "honey", "miel", "Honig", jar(GO, YE, HONEY)),
    ("jam", "marmellata|confettura", "jam|marmalade", "confiture", "Marmelade|Konfitüre", jar("#d8434a", WH, STRAWBERRY)),
    ("hazelnut-spread", "crema di nocciole|crema spalmabile|crema al cioccolato", "hazelnut spread|chocolate spread", "pâte à tartiner", "Nusscreme", jar(DB, WH, HAZELNUT)),
    ("chocolate", "cioccolato|cioccolata|tavoletta", "chocolate", "chocolat", "Schokolade", CHOCOLATE),
    ("cocoa", "cacao", "cocoa", "cacao", "Kakao", tin(DB, CHOCOLATE)),
    ("nuts", "frutta secca", "nuts|dried fruit", "fruits secs", "Nüsse", at(20, 22, 0.55, WALNUT) + at(45, 24, 0.5, HAZELNUT) + at(32, 46, 0.5, ALMOND)),
    ("raisins", "uvetta|uva passa", "raisins|sultanas", "raisins secs", "Rosinen", bag(PU, "".join(E("#6b3f4a", x, y, 10, 8) for x, y in [(18, 20), (44, 18), (32, 36), (14, 46), (48, 46)]))),
    ("beans", "fagiolo|fagioli|borlotti|cannellini", "beans|kidney beans", "haricots", "Bohnen", BEANS),
    ("beans-tin", "fagioli in scatola|legumi", "tinned beans|pulses", "haricots en boîte|légumes secs", "Bohnen in Dosen", tin(GR, BEANS)),
    ("chickpeas", "cece|ceci", "chickpeas", "pois chiches", "Kichererbsen", CHICKPEAS),
    ("lentils", "lenticchia|lenticchie", "lentils", "lentilles", "Linsen", LENTILS),
    ("tinned-peas", "piselli in scatola", "tinned peas", "petits pois en boîte", "Erbsen in Dosen", tin(LG, PEAS)),
    ("tinned-corn", "mais in scatola", "tinned sweetcorn", "maïs en boîte", "Mais in Dosen", tin(YE, CORN)),
    ("passata", "passata|passata di pomodoro|salsa di pomodoro|sugo", "tomato sauce|passata", "coulis de tomate|sauce tomate", "Tomatensauce|passierte Tomaten", bottle(RD, GR, WH, TOMATO)),
    ("tinned-tomatoes", "pelati|pomodori pelati|polpa di pomodoro", "tinned tomatoes|peeled tomatoes", "tomates pelées", "Dosentomaten", tin(WH, TOMATO)),
    ("tomato-paste", "concentrato|concentrato di pomodoro", "tomato paste|tomato purée", "concentré de tomate", "Tomatenmark", tube(RD, WH, TOMATO)),
    ("pesto", "pesto", "pesto", "pesto", "Pesto", jar(DG, GO, BASIL)),
    ("mayonnaise", "maionese", "mayonnaise", "mayonnaise", "Mayonnaise", squeeze("#f6edc4", BL, EGG)),
    ("ketchup", "ketchup", "ketchup", "ketchup", "Ketchup", squeeze(RD, WH, TOMATO)),
    ("mustard", "senape", "mustard", "moutarde", "Senf", squeeze(GO, DR, SEEDS)),
    ("soy-sauce", "salsa di soia", "soy sauce", "sauce soja", "Sojasauce", bottle("#4a2a1c", RD, CR, BEANS)),
    ("stock-cube", "dado|brodo", "stock cube|broth|stock", "bouillon cube|bouillon", "Brühwürfel|Brühe", P(GO, "M32 8l24 12v26L32 58 8 46V20z") + L("M8 20l24 12 24-12M32 32v26") + at(20, 40, 0.35, ROAST) + at(44, 40, 0.3, CARROT)),
    ("spices", "spezie|origano|paprica|curry|curcuma|zafferano", "spices|oregano|paprika|curry|saffron", "épices|origan|safran", "Gewürze|Oregano|Paprikapulver|Safran", P(OR, "M20 22h24v34c0 3-2 4-4 4H24c-2 0-4-1-4-4z") + R(RD, 18, 6, 28, 16, 3) + dots(INK, (26, 13), (32, 13), (38, 13), r=1.8) + R(WH, 20, 32, 24, 16, 0) + at(32, 40, 0.2, CHILLI, stroke=1.6)),
    ("cinnamon", "cannella|vaniglia", "cinnamon|vanilla", "cannelle|vanille", "Zimt|Vanille", turn(20, R(BR, 14, 6, 12, 52, 6) + R(BR, 26, 4, 12, 54, 6) + R(BR, 38, 6, 12, 52, 6)) + L("M8 40l48-16", WH, 4)),
    ("capers", "capperi|cetriolini|sottaceti", "capers|gherkins|pickles", "câpres|cornichons", "Kapern|Gewürzgurken", jar(LG, GR, CUCUMBER)),
    ("olives-jar", "olive in barattolo|olive denocciolate", "jar of olives", "bocal d'olives", "Oliven im Glas", jar(LG, BK, OLIVES)),
    ("crisps", "patatine|patatine in sacchetto", "crisps|potato chips", "chips", "Kartoffelchips", bag(RD, CRISPS)),
    ("chips", "patatine fritte", "chips|french fries", "frites", "Pommes", CHIPS),
    ("popcorn", "popcorn|pop corn", "popcorn", "popcorn", "Popcorn", POPCORN),
    ("sweets", "caramella|caramelle|gomme", "sweets|candy|chewing gum", "bonbons|chewing-gum", "Süßigkeiten|Bonbons|Kaugummi", SWEET),
    ("lollipop", "lecca lecca", "lollipop", "sucette", "Lutscher", LOLLIPOP),
    ("soup", "zuppa|minestra|minestrone|vellutata", "soup", "soupe", "Suppe", SOUP),
    ("tofu", "tofu|seitan", "tofu", "tofu", "Tofu", TOFU),
    ("frozen-vegetables", "surgelati|verdure surgelate|spinaci surgelati|piselli surgelati", "frozen food|frozen vegetables|frozen peas", "surgelés|légumes surgelés", "Tiefkühlgemüse", bag(LB, at(24, 24, 0.6, SNOW) + at(42, 42, 0.6, PEA_POD))),
    ("frozen-pizza", "pizza surgelata", "frozen pizza", "pizza surgelée", "Tiefkühlpizza", R(LB, 5, 8, 54, 50, 3) + at(34, 34, 0.62, PIZZA) + at(14, 17, 0.22, SNOW, stroke=1.6)),
    ("ice", "ghiaccio|cubetti di ghiaccio", "ice|ice cubes", "glaçons", "Eiswürfel", ICE),
    ("water", "acqua|acqua naturale|bottiglia d'acqua", "water|bottle of water", "eau|bouteille d'eau", "Wasser", WATER),
    ("sparkling-water", "acqua frizzante|acqua gassata", "sparkling water", "eau gazeuse", "Sprudelwasser|Mineralwasser", SPARKLING),
    ("water-glass", "bicchiere d'acqua", "glass of water", "verre d'eau", "Glas Wasser", glass(LB)),
    ("orange-juice", "succo d'arancia|spremuta|succo", "orange juice|juice", "jus d'orange|jus", "Orangensaft|Saft", carton(OR, "#c9741c", ORANGE)),
    ("fruit-juice", "succo di frutta|succo di pera|succo di pesca", "fruit juice", "jus de fruits", "Fruchtsaft", carton(LG, GR, APPLE)),
    ("lemonade", "limonata|gassosa|aranciata|bibita", "lemonade|soft drink", "limonade|soda", "Limonade", glass(YE, 20) + at(46, 14, 0.4, LEMON) + L("M26 36L36 4", RD, 3.5)),
    ("cola", "cola|coca", "cola|coke", "cola", "Cola", P("#5c2a1c", COLA) + R(RD, 25, 3, 14, 8) + P(RD, "M17 30h30v12H17z")),
    ("tea", "tè|tisana|infuso", "tea|herbal tea", "thé|tisane", "Tee", TEA),
    ("tea-bags", "bustina di tè|bustine di tè|filtri di tè", "tea bag|tea bags", "sachet de thé", "Teebeutel", TEABAG),
    ("iced-tea", "tè freddo|tè alla pesca", "iced tea", "thé glacé", "Eistee", bottle("#c9772e", RD, WH, PEACH)),
    ("chamomile", "camomilla", "chamomile", "camomille", "Kamille", CHAMOMILE),
    ("coffee", "caffè|espresso|tazzina", "coffee|espresso", "café", "Kaffee|Espresso", COFFEE),
    ("ground-coffee", "caffè macinato|caffè in polvere|orzo solubile", "ground coffee", "café moulu", "Kaffeepulver", bag(DR, COFFEE_BEAN)),
    ("cappuccino", "cappuccino|caffellatte|caffè latte", "cappuccino|milky coffee", "cappuccino|café au lait", "Cappuccino|Milchkaffee", CAPPUCCINO),
    ("hot-chocolate", "cioccolata calda", "hot chocolate", "chocolat chaud", "heiße Schokolade", CHOCO),
    ("beer", "birra", "beer", "bière", "Bier", BEER),
    ("wine", "vino|vino rosso|vino bianco", "wine", "vin", "Wein", WINE),
    ("smoothie", "frullato|frappè", "smoothie|milkshake", "smoothie|milk-shake", "Smoothie|Milchshake", glass(PK, 14) + at(46, 14, 0.45, STRAWBERRY) + L("M26 36L34 4", BL, 3.5)),
]:
    draw(*entry)
