"""Things of the kitchen, of cleaning and of the body."""

from kit import *
from food import BREAD_SLICE, CHEESE, COFFEE_BEAN, MILK_GLASS
from plants import APPLE, CARROT, LEMON, TOMATO

KNIFE = P(GY, "M8 40C22 22 40 8 56 4c2 12-10 28-28 42z") + T("M22 44L8 58", BK, 5)
TABLE_KNIFE = turn(25, P(GY, "M28 4c8 2 10 14 8 32h-8z") + R(DY, 28, 36, 8, 24, 4))
FORK = turn(25, P(GY, "M22 4v16c0 6 4 9 7 10v28c0 4 6 4 6 0V30c3-1 7-4 7-10V4l-4 0v14h-3V4h-6v14h-3V4z"))
SPOON = turn(25, P(GY, "M29 30v28c0 4 6 4 6 0V30c14-4 12-26-3-26S15 26 29 30z"))
TEASPOON = turn(25, P(GY, "M30 32v24c0 3 4 3 4 0V32c9-4 8-18-2-18s-11 14-2 18z"))
WOODEN = turn(35, P(TN, "M29 28v28c0 4 6 4 6 0V28c12-5 10-24-3-24S17 23 29 28z"))
LADLE = T("M44 6c-2 12-6 22-8 32", GY, 4) + L("M44 6c6-2 10 2 8 6", width=4) + P(GY, "M8 36h34c0 28-34 28-34 0z")
SPATULA = turn(30, R(BK, 29, 30, 6, 30, 3) + P(GY, "M22 4h20l2 24H20z") + L("M28 9v14M32 9v14M36 9v14"))
WHISK = turn(30, L("M32 38C14 30 16 4 32 4s18 26 0 34M32 38C24 30 24 4 32 4s8 26 0 34", DY, 3) + R(BK, 28, 37, 8, 22, 4))
GRATER = P(GY, "M20 18h24l8 42H12z") + L("M22 18c0-16 20-16 20 0", width=4) + dots(INK, *[(x, y) for y in (28, 37, 46) for x in (24, 32, 40)], (20, 54), (32, 54), (44, 54), r=2)
PEELER = turn(30, R(RD, 28, 30, 8, 30, 4) + P(GY, "M18 6h28v8c0 10-6 14-10 16h-8c-4-2-10-6-10-16z") + P(WH, "M22 12h20v6H22z", width=2))
SCISSORS = T("M22 42L44 6M42 42L20 6", GY, 3) + C("none", 18, 50, 8, RD, 5) + C("none", 46, 50, 8, RD, 5) + C(INK, 32, 25, 2)
OPENER = turn(30, T("M24 32v26M38 32v26", BK, 5) + C(GY, 31, 20, 14) + L("M31 10v20M21 20h20") + R(RD, 40, 16, 16, 9, 4))
CORKSCREW = R(TN, 10, 6, 44, 11, 5) + L("M32 17v8c10 2 10 8 0 8s-10 6 0 8 10 8 0 8-6 4 0 10", INK, 3.5)
BOTTLE_OPENER = turn(40, P(GY, "M22 8c6-6 14-6 20 0 4 8 0 16-6 18v30c0 5-8 5-8 0V26c-6-2-10-10-6-18z") + P(WH, "M26 13h12v6H26z"))
BOARD = P(TN, "M6 14h42v8h6c6 0 6 14 0 14h-6v18H6z") + L("M14 24h22M14 34h26M14 44h18", BR, 2.4)
COLANDER = P(GY, "M6 24h52c0 22-12 30-26 30S6 46 6 24z") + R(GY, 3, 18, 58, 7, 3) + dots(INK, (18, 32), (28, 32), (38, 32), (48, 32), (22, 40), (32, 40), (42, 40), (28, 47), (38, 47), r=2)
SIEVE = T("M42 34l18-10", BK, 4) + P("#eef2f4", "M4 26h42c0 30-42 30-42 0z") + L("M14 28l18 18M24 28l14 12M36 28L18 46M26 28L10 40", DY, 2) + L("M4 26h42", GY, 4)
SCALES = R(GY, 8, 34, 48, 24, 5) + P(WH, "M8 14h48c-2 10-8 14-16 14H24C16 28 10 24 8 14z") + R(GY, 28, 28, 8, 6, 0) + R(LG, 18, 41, 28, 10, 2) + L("M24 46h4M32 46h8", width=2.4)
MEASURE = P("#eaf6fb", "M8 8h40v48c0 3-2 4-4 4H12c-3 0-4-2-4-4z") + L("M48 18c14-2 14 26 0 24", width=4) + N(LB, "M10 34h36v24H10z") + L("M8 18h10M8 26h14M8 34h10M8 42h14M8 50h10", DR, 2.5)
BOWL = P(BL, "M4 24h56c0 22-12 34-28 34S4 46 4 24z") + E("#2f6a9c", 32, 24, 28, 8) + L("M14 38c2 6 5 9 9 11", LB, 3)
PLATE = C(WH, 32, 32, 28) + C("none", 32, 32, 18) + L("M22 22c3-3 6-4 9-4", GY, 3)
SOUP_PLATE = E(WH, 32, 30, 29, 14) + E(GY, 32, 31, 18, 8) + P(WH, "M6 36c4 14 12 18 26 18s22-4 26-18c-12 11-40 11-52 0z")
GLASS_EMPTY = P("#eaf6fb", "M12 5h40l-5 55H17z") + L("M19 14l3 32", WH, 4)
MUG = cup(RD, "#8c2a22")
JUG = P("#eaf6fb", "M16 10l-4-6h34l2 8c0 8 4 16 4 26 0 14-8 22-20 22S12 52 12 38c0-10 6-18 4-28z") + L("M50 18c14 0 12 26 1 26", width=4) + N(LB, "M13 36h38c0 12-7 21-19 21s-19-9-19-21z")
ROLLING = turn(-35, R(TN, 12, 23, 40, 18, 6) + R(RD, 2, 28, 10, 8, 3) + R(RD, 52, 28, 10, 8, 3) + L("M20 29h20", CR, 3))
BLENDER = P("#eaf6fb", "M16 12h30l-5 28H21z") + R(BK, 14, 5, 34, 7, 2) + N(PK, "M18.500 24h25l-3 15H22z") + P(RD, "M18 40h26l4 20H14z") + C(WH, 31, 50, 4)
MIXER = P(WH, "M6 10h40c10 0 14 16 4 18H14C4 28 4 16 6 10z") + L("M14 10C16 0 40 0 42 10", width=4) + L("M20 28v10M36 28v10") + L("M20 38c-10 6-6 20 0 20s10-14 0-20M36 38c-10 6-6 20 0 20s10-14 0-20", DY, 3)
TIMER = C(RD, 32, 36, 24) + C(WH, 32, 36, 17) + R(DY, 27, 4, 10, 9, 2) + L("M50 14l5 5", width=4) + L("M32 36V24") + N(RD, "M32 36V21a15 15 0 0 1 13 22z") + L("M32 36l12 7M32 36V21", width=2.4)
GLOVE = P(RD, "M16 58V34L8 28c-6-6 2-14 8-9l2 2c0-22 34-22 34 2v35z") + R(WH, 13, 48, 42, 12, 3) + L("M24 30l10 10M34 28l10 10", PK)
APRON = L("M22 6C18 18 46 18 42 6M12 30L3 36M52 30l9 6") + P(BL, "M22 8h20c0 12 4 16 10 18v32H12V26c6-2 10-6 10-18z") + R(WH, 22, 38, 20, 13, 2)
TRAY = P(TN, "M4 28h56l-4 16H8z") + R(BR, 2, 24, 60, 6, 3) + P("#eaf6fb", "M14 6h10l-1 18h-8z") + C(RD, 42, 16, 8)
TONGS = T("M30 6L14 54M34 6l16 48", GY, 4) + C(RD, 32, 8, 6)
JUICER = P(YE, "M6 36h52c-2 14-12 22-26 22S8 50 6 36z") + P("#fdf3c0", "M32 6c8 8 14 18 16 30H16C18 24 24 14 32 6z") + L("M32 10v26M25 20l-2 16M39 20l2 16", GO, 2.4)
WHEEL = C(GY, 24, 24, 18) + C(RD, 24, 24, 4) + T("M30 30L56 56", RD, 6)
POT = pot(GY, T("M32 12v6", BK, 3)) + P(DY, "M10 23c4-10 40-10 44 0z") + C(BK, 32, 10, 4)
POT_OPEN = pot(GY)
LID = P(DY, "M4 44c2-30 54-30 56 0z") + R(GY, 2, 42, 60, 8, 4) + P(BK, "M24 22c0-12 16-12 16 0z")
PAN = pan()
SAUCEPAN = T("M40 34l20-8", BK, 5) + P(GY, "M4 28h38v20c0 5-3 8-8 8H12c-5 0-8-3-8-8z") + R(GY, 2, 23, 42, 7, 3)
CASSEROLE = P("#c8543a", "M8 28h48l-3 24c-1 4-3 6-7 6H18c-4 0-6-2-7-6z") + R("#c8543a", 2, 22, 60, 8, 3) + L("M16 38h32", OR, 3)
TRAY_OVEN = P(BK, "M4 24h56l-4 22c-1 3-2 4-5 4H13c-3 0-4-1-5-4z") + R(DY, 2, 20, 60, 8, 3) + L("M16 38h32", DY)
CAKE_TIN = E(GY, 32, 20, 26, 10) + P(GY, "M6 20v26c0 14 52 14 52 0V20c0 13-52 13-52 0z") + E(DY, 32, 22, 18, 6) + L("M48 32l8 4v10l-8-2z")
MOKA = P(DY, "M18 36h26l6 22c0 2-1 2-2 2H14c-1 0-2 0-2-2z") + P(GY, "M20 34L14 14l-8-2 2-3h34l-2 25z") + L("M42 14l12 4-2 18h-4", BK, 5) + P(GY, "M20 9C24 2 34 2 38 9z") + C(BK, 29, 4, 2) + L("M16 35h30", width=4)
KETTLE = P(GY, "M14 22h32c8 8 10 20 8 34H8c-2-14-2-26 6-34z") + L("M14 20C16 4 46 4 48 20", BK, 5) + P(GY, "M50 30l11-8-3 18z") + E(DY, 31, 21, 14, 4)
TOASTER = at(32, 18, 0.5, BREAD_SLICE) + P(RD, "M6 32c0-8 4-10 10-10h32c6 0 10 2 10 10v22H6z") + L("M58 30h4v8", width=4) + R(BK, 10, 54, 8, 5, 1) + R(BK, 46, 54, 8, 5, 1) + L("M16 32h28", PK)
OVEN = R(WH, 6, 4, 52, 56, 4) + R(BK, 13, 24, 38, 28, 3) + P(OR, "M18 48c4-14 24-14 28 0z", width=2) + dots(INK, (16, 12), (25, 12), (39, 12), (48, 12), r=2.6) + L("M14 19h36", GY, 4)
HOB = R(BK, 4, 10, 56, 44, 5) + "".join(C("none", x, y, r, c, 3.5) for x, y, r, c in [(20, 23, 8, RD), (43, 23, 6, DY), (20, 42, 6, DY), (43, 42, 8, DY)])
MICROWAVE = R(WH, 3, 12, 58, 42, 4) + R(BK, 8, 19, 34, 28, 3) + R(LG, 46, 19, 11, 7, 1) + dots(INK, (48.5, 33), (54.500, 33), (48.5, 40), (54.500, 40), r=2) + L("M14 38c4-4 6 4 10 0s6 4 10 0", OR)
FRIDGE = R(WH, 14, 3, 36, 58, 4) + L("M14 24h36") + L("M20 11v8M20 30v12", DY, 4)
FRIDGE_OPEN = R("#eaf6fb", 20, 3, 38, 58, 3) + P(WH, "M20 3L6 9v48l14 4z") + L("M20 22h38M20 42h38", DY, 3) + at(31, 13, 0.22, TOMATO, stroke=1.8) + at(46, 32, 0.28, CHEESE, stroke=1.8) + R(LB, 27, 27, 8, 14, 1) + at(40, 52, 0.25, APPLE, stroke=1.8)
FREEZER = R(LB, 14, 3, 36, 58, 4) + L("M14 22h36M14 41h36") + at(36, 12.5, 0.22, SNOW, stroke=1.6) + at(36, 31, 0.22, SNOW, stroke=1.6) + at(36, 51, 0.22, SNOW, stroke=1.6) + L("M20 9v7M20 28v7M20 47v7", NV, 3.5)
DISHWASHER = R(WH, 8, 4, 48, 56, 4) + L("M8 16h48") + dots(BL, (16, 10), (23, 10), r=2.5) + C("#eaf6fb", 32, 38, 17) + L("M24 30v16M30 28v20M36 28v20M42 31v14", DY, 3)
SINK = P(GY, "M4 34h56v8c0 10-6 16-16 16H20C10 58 4 52 4 42z") + L("M18 34V18c0-14 18-14 18-2v6", GY, 9) + L("M18 34V18c0-14 18-14 18-2v6", width=2.4) + at(36, 28, 0.16, DROP, stroke=1.6)
TAP = T("M14 58V26c0-14 26-14 26 0v6", GY, 7) + R(RD, 18, 4, 20, 8, 4) + L("M28 12v5", width=4) + at(40, 48, 0.32, DROP)
FUNNEL = P(OR, "M6 10h52L38 34v22l-12 4V34z") + E("#c9741c", 32, 11, 26, 6)
SPINNER = P(LG, "M8 26h48l-6 28c0 3-2 4-4 4H18c-2 0-4-1-4-4z") + P(GR, "M6 26C10 8 54 8 58 26z") + C(RD, 32, 10, 5) + L("M20 34l3 20M32 34v20M44 34l-3 20", GR, 2.5)
STOVE_LIGHTER = T("M6 56L26 38", RD, 8) + T("M28 36L42 22", GY, 2) + at(50, 13, 0.33, FLAME)
CONTAINER = P("#eaf6fb", "M8 26h48l-4 28c0 3-2 4-4 4H16c-2 0-4-1-4-4z") + R(BL, 4, 16, 56, 11, 4) + N(OR, "M12 38h40l-2 17H14z")
CUTLERY = at(16, 32, 0.95, FORK, turn=-25) + at(32, 32, 0.95, TABLE_KNIFE, turn=-25) + at(49, 32, 0.95, SPOON, turn=-25)
TABLE_SET = C(WH, 32, 34, 18) + C("none", 32, 34, 11) + at(7, 34, 0.75, FORK, turn=-25) + at(56, 34, 0.75, TABLE_KNIFE, turn=-25)
TABLECLOTH = P(WH, "M6 16h52l4 36-10 6-10-6-10 6-10-6-10 6-10-6z") + L("M6 28h53M4 40h57M20 16l-3 38M44 16l3 38", RD, 3.5)
NAPKIN = P(WH, "M8 12h34l14 14v28H8z") + P(GY, "M42 12v14h14z") + L("M14 20h20M14 46h36", RD)
ROLL = E(WH, 20, 14, 14, 9) + E(TN, 20, 14, 5, 3) + P(WH, "M6 14v36c0 12 28 12 28 0V14c0 12-28 12-28 0z") + P(WH, "M34 18c10 6 14 2 24 4v30c-8-2-14 2-24-4z") + L("M44 26v24", GY, 2.4)
TOILET_PAPER = E(WH, 24, 26, 20, 18) + E(TN, 24, 26, 7, 6) + P(WH, "M44 26c2 12 6 20 14 30H36c-6-4-8-8-12-12 12 0 20-8 20-18z")
FOIL = P(GY, "M10 8h48v34l-6 6-6-6-6 6-6-6-6 6-6-6-6 6-6-6z") + R(DY, 4, 4, 58, 14, 6) + L("M20 24l10 10M36 24l10 10", WH)
FILM = FOIL.replace(GY, "#dff3fb").replace(DY, BL)
BAKING_PAPER = FOIL.replace(GY, TN).replace(DY, BR)
BIN_BAG = P(BK, "M22 18c-16 8-20 28-12 40 8 4 36 4 44 0 8-12 4-32-12-40z") + P(BK, "M22 18L18 6l8 5 6-7 6 7 8-5-4 12z") + L("M20 20h24", YE, 4) + L("M18 34c-2 6-2 11 0 16", DY)
SPONGE = P(YE, "M6 20h52v22H6z") + P(GR, "M6 42h52v12H6z") + dots(GO, (16, 28), (26, 34), (38, 27), (48, 34), r=2.5) + C(WH, 14, 13, 5) + C(WH, 25, 9, 4)
CLOTH = P(LB, "M8 14c10-6 20 4 30-2l18 4c-4 14 2 24-2 40-14 4-22-4-34 2L8 52c4-12-2-24 0-38z") + L("M18 22c8-2 14 2 20 0M16 46c10-2 18 4 28 0M46 24v20", BL)
GLOVES = P(YE, "M22 60V46L10 36c-5-5 2-11 7-7l5 4V14c0-6 6-6 6 0V9c0-6 7-6 7 0v5c0-6 6-6 6 0v8c0-6 6-6 6 0v24l-3 4v10z") + L("M22 50h24", OR, 3)
SOAP = E(PK, 32, 42, 26, 14) + E("#f8cfd3", 32, 37, 26, 13) + C(WH, 20, 15, 7) + C(WH, 36, 10, 5) + C(WH, 46, 19, 6) + L("M22 36h20", WH)
PUMP = P(PK, "M14 28h36v26c0 4-2 6-6 6H20c-4 0-6-2-6-6z") + L("M32 28V16") + P(WH, "M14 16c0-8 8-10 18-10h10v10z") + R(WH, 24, 20, 16, 8, 2) + at(32, 44, 0.32, HAND)
BUBBLES = C(WH, 20, 26, 13) + C(WH, 44, 40, 15) + C(WH, 42, 13, 8)
SHAMPOO = squeeze(PU, WH, BUBBLES)
SHOWER_GEL = squeeze(BL, WH, DROP)
TOOTHPASTE = tube(WH, BL, STAR)
TOOTHBRUSH = turn(-40, R(RD, 2, 30, 60, 8, 4) + R(WH, 40, 17, 20, 13, 2) + L("M45 18v11M50 18v11M55 18v11", BL, 2.4))
COMB = P(PU, "M4 18h56v10h-2v22h-4V28h-3v22h-4V28h-3v22h-4V28h-3v22h-4V28h-3v22h-4V28h-3v22h-4V28h-3v22H9V28H4z", width=2.2)
BRUSH = turn(45, R(BR, 28, 34, 8, 28, 4) + E(BR, 32, 18, 16, 18) + E(PK, 32, 18, 10, 12) + dots(INK, (28, 12), (36, 12), (32, 18), (28, 24), (36, 24), r=1.5))
RAZOR = turn(35, R(BL, 28, 24, 8, 38, 4) + R(GY, 14, 6, 36, 14, 3) + R(WH, 28, 18, 8, 8, 0) + L("M18 10h28"))
SHAVER = P(BK, "M18 20h28l-4 36c0 3-2 4-4 4H26c-2 0-4-1-4-4z") + R(GY, 16, 6, 32, 15, 5) + L("M23 6v12M29 6v12M35 6v12M41 6v12", width=2) + R(BL, 28, 30, 8, 12, 4)
DEODORANT = R(LG, 18, 22, 28, 38, 5) + P(WH, "M20 22c0-20 24-20 24 0z") + R(WH, 18, 34, 28, 12, 0) + at(32, 40, 0.16, STAR, stroke=1.6)
PADS = P(PK, "M18 8c8-6 20-6 28 0 6 12-2 16-2 24s8 12 2 24c-8 6-20 6-28 0-6-12 2-16 2-24s-8-12-2-24z") + P(WH, "M25 14c4-3 10-3 14 0 2 12-1 12-1 18s3 6 1 18c-4 3-10 3-14 0-2-12 1-12 1-18s-3-6-1-18z", width=2)
COTTON = "".join(turn(a, R(BL, 30, 12, 4, 40, 1) + E(WH, 32, 10, 5, 7) + E(WH, 32, 54, 5, 7)) for a in (-30, 0, 30))
TISSUES = R(BL, 4, 32, 56, 26, 4) + P(WH, "M20 32c-4-14 6-22 4-28 8 2 10 8 18 6-2 8 6 14 2 22z") + L("M16 32h32", NV, 4)
PLASTER = turn(-35, R(TN, 2, 22, 60, 20, 10) + R(CR, 22, 22, 20, 20, 0) + dots(BR, (28, 28), (36, 28), (28, 36), (36, 36), r=1.6))
PILLS = turn(35, P(RD, "M8 22h24v20H8c-8-4-8-16 0-20z") + P(WH, "M32 22h24c8 4 8 16 0 20H32z"))
MEDICINE = R(WH, 6, 18, 52, 40, 5) + L("M22 18V8h20v10", width=4) + at(32, 38, 0.5, CROSS)
THERMO = turn(35, R(WH, 25, 4, 14, 44, 7) + C(RD, 32, 52, 9) + L("M32 50V24", RD, 5) + L("M39 14h-5M39 22h-5M39 30h-5", width=2))
GLASS_SPRAY = spray(LB, STAR)
BATH_SPRAY = spray(LG, BUBBLES)
FLOOR = flask(GR, WH, STAR)
BLEACH = flask(WH, BL, DROP)
DISH_SOAP = squeeze(YE, RD, LEMON)
DETERGENT = flask(BL, OR, SHIRT)
SOFTENER = flask(PK, WH, "".join(turn(a, E(WH, 32, 16, 9, 13)) for a in range(0, 360, 60)) + C(YE, 32, 32, 8))
BATTERY = R(BK, 16, 12, 32, 48, 4) + R(GO, 16, 12, 32, 16, 4) + R(GY, 25, 4, 14, 8, 2) + L("M32 36v14M25 43h14", WH, 4)
LIGHT_BULB = at(32, 30, 0.95, BULB)
CANDLE = R(CR, 20, 26, 24, 34, 3) + L("M32 26v-6") + at(32, 11, 0.3, FLAME) + L("M20 34c4 6 8-2 10 4", TN)
MATCHES = R(RD, 4, 26, 40, 32, 3) + R(TN, 9, 20, 30, 8, 0) + T("M44 44L56 16", TN, 2) + C(DR, 57, 13, 4)
PEGS = turn(20, P(OR, "M22 6c6-4 10 0 10 6v46h-6z") + P(OR, "M42 6c-6-4-10 0-10 6v46h6z") + C(GY, 32, 30, 5))
MOP = T("M50 4L30 36", BR, 3) + P(WH, "M16 36c8-8 20-6 28 2l-2 20-6-6-3 8-6-7-5 8-5-8-7 5z") + L("M22 40l-3 10M30 42v9M38 44l1 6", DY, 2)
BUCKET = L("M10 24C10-4 54-4 54 24") + P(BL, "M8 24h48l-6 32c0 3-2 4-4 4H18c-2 0-4-1-4-4z") + E(LB, 32, 24, 24, 7)
BROOM = T("M52 4L34 34", BR, 3) + P(RD, "M22 32l18 8-4 6-18-8z") + P(YE, "M18 38l18 8-2 14c-8 2-22-2-28-10 4-2 8-6 12-12z") + L("M20 44l-6 8M28 48l-4 9", BR, 2.4)
DUSTPAN = P(RD, "M6 30h36l6 26H2z") + T("M24 30V8", RD, 5) + L("M8 50h36", DR) + dots(DB, (52, 50), (58, 54), (56, 44), r=2.2)
VACUUM = P(RD, "M20 32c0-14 34-14 34 0v18H20z") + C(BK, 28, 54, 7) + C(BK, 48, 54, 6) + L("M22 32C14 4 4 20 10 52", width=7) + L("M22 32C14 4 4 20 10 52", DY, 3) + R(BK, 2, 52, 18, 8, 2)
IRON = P(BL, "M4 50c2-18 18-26 40-26 8 0 10 6 12 26z") + L("M20 24c4-14 30-14 32 0", width=7) + L("M20 24c4-14 30-14 32 0", NV, 3) + R(GY, 2, 48, 58, 9, 2) + C(WH, 42, 37, 4)
IRON_BOARD = P(LB, "M2 24c6-6 14-6 20-6h38v12H22c-8 0-14 0-20-6z") + L("M20 30l28 30M46 30L18 60", DY, 4)
WASHER = R(WH, 8, 3, 48, 58, 4) + L("M8 16h48") + R(GY, 13, 7, 14, 5, 1) + C(BK, 48, 10, 3) + C(GY, 32, 38, 17) + C(LB, 32, 38, 12) + L("M22 40c4-4 6 3 10 0s6-3 10 0", NV)
RACK = L("M6 10h52M6 20h52M14 10L8 60M50 10l6 50", DY, 4) + P(RD, "M16 20h12v24H16z") + P(BL, "M34 20h16v16H34z")
BASKET = P(TN, "M6 26h52l-6 32H12z") + L("M10 38h44M12 48h40M22 28l2 28M32 28v28M42 28l-2 28", BR, 2.5) + P(LB, "M10 26c2-14 14-16 20-10 6-8 20-4 24 10z")
BIN = P(DY, "M12 20h40l-4 38c0 2-1 2-3 2H19c-2 0-3 0-3-2z") + R(BK, 8, 12, 48, 8, 3) + R(BK, 26, 6, 12, 6, 2) + L("M24 28l2 24M32 28v24M40 28l-2 24")
RECYCLE = P(GR, "M12 20h40l-4 38c0 2-1 2-3 2H19c-2 0-3 0-3-2z") + R(DG, 8, 12, 48, 8, 3) + L("M24 46l6-16 8 4M40 34l2 12-6 4M24 50h10", WH, 3.5)
PAPER_BIN = RECYCLE.replace(GR, BL).replace(DG, NV)
KEY = C("none", 20, 22, 12, GO, 6) + C("none", 20, 22, 16) + C("none", 20, 22, 8) + T("M31 33L56 58M48 50l6-6M40 42l5-5", GO, 3)

for entry in [
    ("knife", "coltello|coltello da cucina", "knife|kitchen knife", "couteau", "Messer|Küchenmesser", KNIFE),
    ("table-knife", "coltello da tavola|coltelli", "table knife", "couteau de table", "Tafelmesser", TABLE_KNIFE),
    ("fork", "forchetta|forchette", "fork", "fourchette", "Gabel", FORK),
    ("spoon", "cucchiaio|cucchiai", "spoon|tablespoon", "cuillère|cuillère à soupe", "Löffel|Esslöffel", SPOON),
    ("teaspoon", "cucchiaino|cucchiaini", "teaspoon", "petite cuillère|cuillère à café", "Teelöffel", TEASPOON),
    ("cutlery", "posate", "cutlery", "couverts", "Besteck", CUTLERY),
    ("wooden-spoon", "cucchiaio di legno|mestolo di legno", "wooden spoon", "cuillère en bois", "Kochlöffel", WOODEN),
    ("ladle", "mestolo", "ladle", "louche", "Schöpfkelle", LADLE),
    ("spatula", "paletta|spatola", "spatula|turner", "spatule", "Pfannenwender", SPATULA),
    ("whisk", "frusta", "whisk", "fouet", "Schneebesen", WHISK),
    ("grater", "grattugia", "grater", "râpe", "Reibe", GRATER),
    ("peeler", "pelapatate|sbucciatore", "peeler", "économe", "Sparschäler", PEELER),
    ("scissors", "forbici", "scissors", "ciseaux", "Schere", SCISSORS),
    ("tin-opener", "apriscatole", "tin opener|can opener", "ouvre-boîte", "Dosenöffner", OPENER),
    ("corkscrew", "cavatappi", "corkscrew", "tire-bouchon", "Korkenzieher", CORKSCREW),
    ("bottle-opener", "apribottiglie", "bottle opener", "décapsuleur", "Flaschenöffner", BOTTLE_OPENER),
    ("chopping-board", "tagliere", "chopping board|cutting board", "planche à découper", "Schneidebrett", BOARD),
    ("colander", "scolapasta|colapasta", "colander", "passoire", "Sieb|Nudelsieb", COLANDER),
    ("sieve", "setaccio|colino", "sieve|strainer", "tamis", "Haarsieb|Teesieb", SIEVE),
    ("scales", "bilancia|bilancia da cucina", "scales|kitchen scales", "balance", "Waage|Küchenwaage", SCALES),
    ("measuring-jug", "misurino|caraffa graduata|dosatore", "measuring jug|measuring cup", "verre doseur", "Messbecher", MEASURE),
    ("bowl", "ciotola|insalatiera|terrina", "bowl|salad bowl", "bol|saladier", "Schüssel", BOWL),
    ("plate", "piatto|piatti|piatto piano|piattino", "plate|dish", "assiette", "Teller", PLATE),
    ("soup-plate", "piatto fondo|piatti fondi|fondina", "soup plate", "assiette creuse", "tiefer Teller", SOUP_PLATE),
    ("glass", "bicchiere|bicchieri", "glass|glasses", "verre", "Glas|Gläser", GLASS_EMPTY),
    ("mug", "tazza|tazze", "cup|mug", "tasse", "Tasse|Becher", MUG),
    ("jug", "caraffa|brocca", "jug|pitcher", "carafe", "Krug", JUG),
    ("rolling-pin", "mattarello", "rolling pin", "rouleau à pâtisserie", "Nudelholz", ROLLING),
    ("blender", "frullatore", "blender", "mixeur|blender", "Mixer|Standmixer", BLENDER),
    ("mixer", "sbattitore|fruste elettriche", "hand mixer|electric whisk", "batteur", "Handmixer|Rührgerät", MIXER),
    ("timer", "timer|contaminuti", "timer|kitchen timer", "minuteur", "Küchenwecker|Timer", TIMER),
    ("oven-glove", "guanto da forno|guanti da forno|presina", "oven glove|oven mitt|pot holder", "gant de cuisine|manique", "Ofenhandschuh|Topflappen", GLOVE),
    ("apron", "grembiule", "apron", "tablier", "Schürze", APRON),
    ("tray", "vassoio", "tray", "plateau", "Tablett", TRAY),
    ("tongs", "pinza|pinze da cucina", "tongs", "pince", "Zange", TONGS),
    ("juicer", "spremiagrumi", "juicer|lemon squeezer", "presse-agrumes", "Zitronenpresse", JUICER),
    ("pizza-wheel", "rotella|tagliapizza", "pizza cutter", "roulette à pizza", "Pizzaschneider", WHEEL),
    ("pot", "pentola", "pot|cooking pot", "casserole|marmite", "Topf|Kochtopf", POT),
    ("pot-open", "pentola senza coperchio", "pot without a lid", "casserole sans couvercle", "Topf ohne Deckel", POT_OPEN),
    ("lid", "coperchio", "lid", "couvercle", "Deckel", LID),
    ("pan", "padella|tegame", "pan|frying pan", "poêle", "Pfanne", PAN),
    ("saucepan", "pentolino|casseruola|pentola piccola", "saucepan|small pot", "petite casserole", "kleiner Topf|Stieltopf", SAUCEPAN),
    ("casserole", "pirofila|teglia di ceramica", "casserole|baking dish", "plat à gratin", "Auflaufform", CASSEROLE),
    ("baking-tray", "teglia|leccarda", "baking tray|oven tray", "plaque de cuisson", "Backblech", TRAY_OVEN),
    ("cake-tin", "stampo|tortiera", "cake tin|baking tin", "moule à gâteau", "Backform|Kuchenform", CAKE_TIN),
    ("moka", "moka|caffettiera", "moka pot|coffee maker", "cafetière", "Espressokocher|Kaffeekanne", MOKA),
    ("kettle", "bollitore|teiera", "kettle|teapot", "bouilloire|théière", "Wasserkocher|Teekanne", KETTLE),
    ("toaster", "tostapane", "toaster", "grille-pain", "Toaster", TOASTER),
    ("oven", "forno", "oven", "four", "Ofen|Backofen", OVEN),
    ("hob", "fornelli|piano cottura|fuochi|fornello|piastra", "hob|cooker|stove", "plaque de cuisson|cuisinière", "Herd|Kochfeld", HOB),
    ("microwave", "microonde", "microwave", "micro-ondes", "Mikrowelle", MICROWAVE),
    ("fridge", "frigorifero|frigo", "fridge|refrigerator", "réfrigérateur|frigo", "Kühlschrank", FRIDGE),
    ("fridge-open", "frigorifero aperto|nel frigo", "open fridge|in the fridge", "frigo ouvert", "offener Kühlschrank", FRIDGE_OPEN),
    ("freezer", "congelatore|freezer", "freezer", "congélateur", "Gefrierschrank", FREEZER),
    ("dishwasher", "lavastoviglie", "dishwasher", "lave-vaisselle", "Spülmaschine|Geschirrspüler", DISHWASHER),
    ("sink", "lavello|lavandino|acquaio", "sink", "évier", "Spüle|Waschbecken", SINK),
    ("tap", "rubinetto", "tap|faucet", "robinet", "Wasserhahn", TAP),
    ("funnel", "imbuto", "funnel", "entonnoir", "Trichter", FUNNEL),
    ("salad-spinner", "centrifuga per insalata|asciuga insalata", "salad spinner", "essoreuse à salade", "Salatschleuder", SPINNER),
    ("lighter", "accendigas|accendino", "gas lighter|lighter", "allume-gaz", "Feuerzeug|Gasanzünder", STOVE_LIGHTER),
    ("food-container", "contenitore|scatola per il cibo|vaschetta", "food container|lunch box", "boîte hermétique", "Vorratsdose|Brotdose", CONTAINER),
    ("table-set", "tavola apparecchiata|coperto", "set table|place setting", "table mise|couvert", "gedeckter Tisch|Gedeck", TABLE_SET),
    ("tablecloth", "tovaglia|tovaglietta|tovagliette", "tablecloth|place mat", "nappe|set de table", "Tischdecke|Platzset", TABLECLOTH),
    ("napkin", "tovagliolo|tovaglioli", "napkin", "serviette", "Serviette", NAPKIN),
    ("kitchen-roll", "carta da cucina|scottex|carta assorbente", "kitchen roll|paper towel", "essuie-tout", "Küchenpapier|Küchenrolle", ROLL),
    ("toilet-paper", "carta igienica", "toilet paper", "papier toilette", "Toilettenpapier|Klopapier", TOILET_PAPER),
    ("foil", "alluminio|carta stagnola|carta d'alluminio", "foil|aluminium foil", "papier d'aluminium", "Alufolie", FOIL),
    ("cling-film", "pellicola", "cling film|plastic wrap", "film alimentaire", "Frischhaltefolie", FILM),
    ("baking-paper", "carta forno|carta da forno", "baking paper", "papier cuisson", "Backpapier", BAKING_PAPER),
    ("bin-bags", "sacchetto|sacchetti per la spazzatura|sacchi", "bin bag|bin bags", "sac poubelle", "Müllbeutel", BIN_BAG),
    ("sponge", "spugna|spugne|spugnetta", "sponge", "éponge", "Schwamm", SPONGE),
    ("cloth", "panno|straccio|strofinaccio|canovaccio", "cloth|tea towel|rag", "chiffon|torchon", "Tuch|Lappen|Geschirrtuch", CLOTH),
    ("rubber-gloves", "guanti|guanti di gomma", "rubber gloves", "gants de ménage", "Gummihandschuhe", GLOVES),
    ("soap", "sapone|saponetta", "soap|bar of soap", "savon", "Seife", SOAP),
    ("hand-soap", "sapone per le mani|sapone liquido", "hand soap|liquid soap", "savon liquide", "Flüssigseife|Handseife", PUMP),
    ("shampoo", "shampoo|balsamo", "shampoo|conditioner", "shampooing", "Shampoo", SHAMPOO),
    ("shower-gel", "bagnoschiuma|docciaschiuma", "shower gel", "gel douche", "Duschgel", SHOWER_GEL),
    ("toothpaste", "dentifricio", "toothpaste", "dentifrice", "Zahnpasta", TOOTHPASTE),
    ("toothbrush", "spazzolino|spazzolino da denti", "toothbrush", "brosse à dents", "Zahnbürste", TOOTHBRUSH),
    ("comb", "pettine", "comb", "peigne", "Kamm", COMB),
    ("hairbrush", "spazzola", "hairbrush", "brosse à cheveux", "Haarbürste", BRUSH),
    ("razor", "rasoio|lametta", "razor", "rasoir", "Rasierer", RAZOR),
    ("electric-razor", "rasoio elettrico", "electric razor|shaver", "rasoir électrique", "Elektrorasierer", SHAVER),
    ("deodorant", "deodorante", "deodorant", "déodorant", "Deo|Deodorant", DEODORANT),
    ("sanitary-pads", "assorbente|assorbenti", "sanitary pads", "serviettes hygiéniques", "Damenbinden", PADS),
    ("cotton-buds", "cotton fioc|bastoncini di cotone|cotone", "cotton buds|cotton wool", "cotons-tiges|coton", "Wattestäbchen|Watte", COTTON),
    ("tissues", "fazzoletto|fazzoletti", "tissue|tissues|handkerchief", "mouchoirs", "Taschentücher", TISSUES),
    ("plaster", "cerotto|cerotti", "plaster|band-aid", "pansement", "Pflaster", PLASTER),
    ("pills", "pastiglia|pillola|compressa|pastiglie", "pill|tablet", "comprimé|pilule", "Tablette|Pille", PILLS),
    ("medicine-box", "medicine|medicinali|cassetta del pronto soccorso", "medicine|first aid box", "médicaments|trousse de secours", "Medikamente|Verbandskasten", MEDICINE),
    ("thermometer", "termometro|febbre", "thermometer|fever", "thermomètre|fièvre", "Thermometer|Fieber", THERMO),
    ("glass-cleaner", "spray vetri|detergente per vetri", "glass cleaner", "nettoyant vitres", "Glasreiniger", GLASS_SPRAY),
    ("bathroom-cleaner", "detergente bagno|sgrassatore|anticalcare", "bathroom cleaner|degreaser", "nettoyant salle de bain|dégraissant", "Badreiniger|Fettlöser", BATH_SPRAY),
    ("floor-cleaner", "detergente pavimenti|detergente per pavimenti|detersivo per pavimenti", "floor cleaner", "nettoyant sol", "Bodenreiniger", FLOOR),
    ("bleach", "candeggina|varechina", "bleach", "eau de javel", "Bleiche|Chlorreiniger", BLEACH),
    ("washing-up-liquid", "detersivo piatti|detersivo per i piatti", "washing-up liquid|dish soap", "liquide vaisselle", "Spülmittel", DISH_SOAP),
    ("laundry-detergent", "detersivo lavatrice|detersivo per la lavatrice|detersivo", "laundry detergent|washing powder", "lessive", "Waschmittel", DETERGENT),
    ("fabric-softener", "ammorbidente", "fabric softener", "adoucissant", "Weichspüler", SOFTENER),
    ("battery", "pila|pile|batteria|batterie", "battery|batteries", "pile", "Batterie", BATTERY),
    ("light-bulb", "lampadina|lampadine", "light bulb", "ampoule", "Glühbirne|Lampe", LIGHT_BULB),
    ("candle", "candela|candele", "candle", "bougie", "Kerze", CANDLE),
    ("matches", "fiammiferi", "matches", "allumettes", "Streichhölzer", MATCHES),
    ("pegs", "molletta|mollette", "clothes pegs|pegs", "pinces à linge", "Wäscheklammern", PEGS),
    ("mop", "mocio|spazzolone", "mop", "serpillière", "Wischmopp", MOP),
    ("bucket", "secchio", "bucket", "seau", "Eimer", BUCKET),
    ("broom", "scopa", "broom", "balai", "Besen", BROOM),
    ("dustpan", "paletta per la polvere|raccogli polvere", "dustpan", "pelle", "Kehrschaufel", DUSTPAN),
    ("vacuum-cleaner", "aspirapolvere", "vacuum cleaner|hoover", "aspirateur", "Staubsauger", VACUUM),
    ("iron", "ferro da stiro", "iron", "fer à repasser", "Bügeleisen", IRON),
    ("ironing-board", "asse da stiro", "ironing board", "planche à repasser", "Bügelbrett", IRON_BOARD),
    ("washing-machine", "lavatrice", "washing machine", "machine à laver|lave-linge", "Waschmaschine", WASHER),
    ("drying-rack", "stendino|stendibiancheria", "drying rack|clothes horse", "étendoir", "Wäscheständer", RACK),
    ("laundry-basket", "cesto|cesta della biancheria", "laundry basket", "panier à linge", "Wäschekorb", BASKET),
    ("bin", "pattumiera|cestino|bidone|spazzatura", "bin|rubbish bin|trash", "poubelle", "Mülleimer", BIN),
    ("recycling", "differenziata|raccolta differenziata|plastica|vetro", "recycling|plastic|glass bin", "tri|recyclage", "Wertstoff|Recycling", RECYCLE),
    ("paper-bin", "carta|bidone della carta", "paper bin|waste paper", "poubelle à papier", "Altpapier", PAPER_BIN),
    ("key", "chiave|chiavi", "key|keys", "clé", "Schlüssel", KEY),
]:
    draw(*entry)
