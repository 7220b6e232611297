"""Fruit, vegetables, herbs and nuts."""

from kit import *

STEM = L("M32 18c0-6 2-10 6-13") + P(GR, "M36 11c4-7 10-8 16-6-2 8-9 11-16 6z")
APPLE = P(RD, "M32 20c-8-7-25-3-25 15 0 14 9 25 18 25 3 0 5-2 7-2s4 2 7 2c9 0 18-11 18-25 0-18-17-22-25-15z") + STEM
PEAR = P("#c9d65a", "M32 14c-8 0-8 10-10 16-3 6-9 9-9 17 0 9 9 13 19 13s19-4 19-13c0-8-6-11-9-17-2-6-2-16-10-16z") + L("M32 14c0-4 1-7 4-10")
BANANA = P(YE, "M14 6l7-1c1 22 14 35 37 39l1 8C32 64 6 40 14 6z") + L("M19 12c2 20 14 34 34 38", width=2)
ORANGE = C(OR, 32, 35, 25) + P(GR, "M32 10c6-8 14-8 20-4-4 8-14 10-20 4z") + dots("#c9741c", (24, 30), (40, 28), (32, 42), (20, 42), (44, 44), r=1.3)
LEMON = P(YE, "M8 34c4-16 22-26 40-17 3 1 8 1 9 4 1 2-2 6-1 9 3 18-14 30-30 27-6-1-9 2-14-1s-2-7-4-12c-1-3-1-6 0-10z") + L("M20 30c3-5 7-7 12-8", WH)
SLICE = C(YE, 32, 32, 24) + C(CR, 32, 32, 18, "none") + L("M32 16v32M16 32h32M21 21l22 22M43 21L21 43", "#e8a52c")
GRAPE = L("M32 14V5") + P(GR, "M32 11c6-7 13-7 18-4-4 6-12 9-18 4z") + "".join(
    C(PU, x, y, 8) for x, y in [(18, 22), (32, 21), (46, 22), (25, 34), (39, 34), (32, 46), (32, 53)])
STRAWBERRY = P(RD, "M32 18c10-7 25-3 23 10-2 14-13 28-23 32C22 56 11 42 9 28c-2-13 13-17 23-10z") + P(
    GR, "M32 20l-9 7-1-8-10-2 9-6-1-6 9 4 3-7 3 7 9-4-1 6 9 6-10 2-1 8z") + dots(CR, (24, 36), (40, 36), (32, 44), (32, 32), (25, 46), (39, 47), r=1.6)
CHERRY = L("M20 42C22 26 28 14 42 6c2 14 4 22 4 34") + C(RD, 19, 47, 12) + C(RD, 46, 46, 12) + P(GR, "M42 6c8-3 14 0 16 6-6 4-13 2-16-6z")
MELON = C("#e9c46a", 32, 32, 27) + L("M32 5c-14 14-14 40 0 54M32 5c14 14 14 40 0 54M5 32h54", "#a8823a", 2)
WATERMELON = P(GR, "M3 22h58c0 20-14 36-29 36S3 42 3 22z") + P(CR, "M8 22h48c0 17-12 30-24 30S8 39 8 22z", "none") + P(
    RD, "M11 22h42c0 15-11 26-21 26S11 37 11 22z", "none") + dots(INK, (22, 29), (32, 33), (42, 29), (27, 38), (38, 39))
PINEAPPLE = P(GR, "M32 26L16 14l11 2-4-12 9 8 9-8-4 12 11-2z") + E(GO, 32, 42, 17, 19) + L("M19 32l24 24M45 32L21 56M17 42l16 17M47 42L31 59", "#a8761c", 2)
WALNUT = E(TN, 32, 34, 25, 22) + L("M32 12v44M18 22c6 2 6 8 2 12 4 4 4 8 0 12M46 22c-6 2-6 8-2 12-4 4-4 8 0 12")
NUT = P(BR, "M10 26c2 22 12 30 22 34 10-4 20-12 22-34z") + P(TN, "M6 26C8 8 22 6 32 4c10 2 24 4 26 22-8-5-12 3-17 0-5 3-7 3-9 0-4 3-7 3-9 0-5 3-11-4-17 0z")
TOMATO = C(RD, 32, 37, 23) + P(GR, "M32 22l-4-6-10 1 6 4-8 6 11-1 5 7 5-7 11 1-8-6 6-4-10-1z") + L("M32 16V8")
CARROT = P(GR, "M44 20C42 10 46 6 52 3c0 4 2 6 8 8-2 7-6 11-16 9z") + P(OR, "M48 16c5 6 4 12 0 16-10 12-24 22-42 28 5-18 14-32 26-43 5-4 11-5 16-1z") + L(
    "M30 22l7 6M22 32l6 5M34 38l5 4M18 44l4 3", width=2.4)
POTATO = P("#d9b06a", "M10 30c4-16 18-22 30-18s18 14 16 26-14 20-28 18S6 44 10 30z") + dots(DB, (24, 28), (38, 24), (44, 38), (30, 44), (20, 40), r=1.7)
ONION = P("#d99a4e", "M32 10c2 8 24 10 24 30 0 14-14 20-24 20S8 54 8 40c0-20 22-22 24-30z") + L(
    "M32 14c-12 14-14 30-6 44M32 14c12 14 14 30 6 44M32 10c-2-3-3-4-4-6M32 10c2-3 3-4 5-6", width=2.4)
GARLIC = P(WH, "M32 6c2 12 22 16 22 34 0 14-12 20-22 20S10 54 10 40C10 22 30 18 32 6z") + L("M32 18c-9 12-10 28-4 41M32 18c9 12 10 28 4 41") + L("M24 60h16", BR)
COURGETTE = P(GR, "M7 47C14 42 38 26 50 13c5-5 12 0 10 6-4 14-28 38-46 41-7 1-11-9-7-13z") + L("M18 50c10-6 22-17 32-29", LG) + P(DG, "M52 12l4-8 6 2-1 11z")
AUBERGINE = P("#5c3b78", "M40 20c10 2 12 12 6 21-8 13-26 22-36 17S2 36 16 31c10-3 16-13 24-11z") + P(GR, "M36 26c-2-8 4-14 10-14l6-8 5 4-5 7c3 6 0 13-7 15 0-5-4-7-9-4z") + L("M14 40c3-3 6-4 9-4", "#b79ccb")
PEPPER = P(RD, "M32 20c-6-7-24-4-22 14 1 14 8 26 15 26 3 0 5-3 7-3s4 3 7 3c7 0 14-12 15-26 2-18-16-21-22-14z") + P(DG, "M24 19c4-6 12-6 16 0-5 4-11 4-16 0zM31 15c0-4 1-8 6-10") + L(
    "M32 24c-6 10-6 22-3 32M32 24c6 10 6 22 3 32", width=2)
CHILLI = P(RD, "M42 16c8 4 8 14-2 26C32 52 18 60 6 58c12-6 20-16 23-28 2-9 6-16 13-14z") + P(GR, "M38 20c2-6 8-8 12-4 2-4 4-7 8-10M36 21c3-6 11-7 15-2-3 5-11 6-15 2z")
CUCUMBER = P(DG, "M6 44L42 8c10-6 20 4 14 14L20 58c-8 4-18-4-14-14z") + dots(LG, (20, 44), (28, 36), (36, 28), (44, 20), (30, 46), (42, 34), r=1.8)
SALAD = P(GR, "M32 58C12 60 2 46 8 36 2 24 14 14 22 16c4-12 18-12 22 0 10-2 18 10 12 20 6 12-6 24-24 22z") + P(LG, "M32 54c-12 0-16-8-13-15-2-8 6-13 13-11 7-2 15 3 13 11 3 7-1 15-13 15z") + L("M32 34v20")
SPINACH = at(22, 34, 0.8, leaf(DG), turn=-25) + at(42, 34, 0.8, leaf(GR), turn=20)
CABBAGE = C(LG, 32, 33, 26) + L("M32 58V34M32 44c-8-4-12-10-12-18M32 44c8-4 12-10 12-18M14 22c4 14 8 22 18 30M50 22c-4 14-8 22-18 30", DG, 2.6)
CAULIFLOWER = P(GR, "M6 34c2 18 12 26 26 26s24-8 26-26l-12 8H18z") + P(WH, "M12 38c-8-8-2-20 8-18 2-12 22-12 24 0 10-2 16 10 8 18-6 10-34 10-40 0z") + L("M24 28c2 3 5 4 8 2M36 32c2 2 5 2 8 0M22 38c3 2 6 2 9 0", DY, 2.4)
BROCCOLI = P(LG, "M24 34h16l-2 24c-2 3-10 3-12 0z") + P(DG, "M10 36C0 28 8 14 18 18c2-14 26-14 28 0 10-4 18 10 8 18-10 8-34 8-44 0z") + dots(LG, (20, 26), (32, 20), (42, 28), (28, 32), (36, 36), r=1.8)
PEA_POD = P(GR, "M4 22c18 16 38 16 56 0 2 22-14 34-28 34S2 44 4 22z") + C(LG, 20, 38, 6) + C(LG, 32, 41, 6.5) + C(LG, 44, 38, 6)
PEAS = "".join(C(GR, x, y, 9) for x, y in [(20, 22), (40, 20), (14, 40), (32, 36), (50, 38), (24, 52), (43, 52)])
BEANS_GREEN = T("M8 18c14 16 30 22 48 20", GR, 5) + T("M6 32c14 12 30 16 46 14", DG, 5) + T("M14 50c10 4 24 6 38 2", GR, 5)
CELERY = P(LG, "M22 24h6v36h-8zM29 20h7v40h-7zM37 24h6l2 36h-8z") + P(GR, "M20 26c-10-2-8-14 0-14 0-10 14-12 14-2 8-8 18 0 12 8 6 4 2 10-4 9z")
FENNEL = L("M24 30L16 6M32 28V5M40 30l8-24M16 6l-5 3M32 5l5 2M48 6l5 3", DG, 3.5) + P("#eef3d8", "M32 24c6 6 22 10 22 24 0 10-12 12-22 12s-22-2-22-12c0-14 16-18 22-24z") + L("M32 34c-4 8-5 16-3 24M32 34c4 8 5 16 3 24", DG, 2.4)
LEEK = turn(35, P(DG, "M26 30L18 4l10 10 4-11 4 11 10-10-8 26z") + P(WH, "M26 30h12v26c0 5-12 5-12 0z") + L("M32 32v26M28 60l-2 3M36 60l2 3", DY, 2))
MUSHROOM = P(CR, "M24 36h16l3 18c0 8-22 8-22 0z") + P(BR, "M4 36C4 0 60 0 60 36c-8 5-48 5-56 0z") + dots(CR, (20, 22), (36, 18), (46, 28), r=3)
PUMPKIN = E(OR, 14, 38, 10, 18) + E(OR, 50, 38, 10, 18) + E(OR, 23, 38, 11, 20) + E(OR, 41, 38, 11, 20) + E(OR, 32, 38, 9, 21) + P(DG, "M29 18c0-6-1-9-4-12l8-2c2 4 3 8 3 14z")
RADISH = P(GR, "M30 26C18 22 18 8 24 4c6 4 10 10 8 20 4-10 12-14 18-12 0 8-8 14-20 14z") + P("#d83a6a", "M14 38c0-18 36-18 36 0 0 10-8 15-15 17l-3 6-3-6c-7-2-15-7-15-17z")
BEET = P(GR, "M30 26C18 22 18 8 24 4c6 4 10 10 8 20 4-10 12-14 18-12 0 8-8 14-20 14z") + P("#8c2450", "M10 38c0-18 44-18 44 0 0 12-12 16-19 18l-3 6-3-6c-7-2-19-6-19-18z") + L("M20 36c6 2 18 2 24 0", PK, 2)
CORN = P(YE, "M32 4c10 6 12 30 8 46H24C20 34 22 10 32 4z") + L("M32 6v40M25 18h14M24 26h16M23 34h18", "#b9861c", 2) + P(GR, "M10 26c12 2 20 14 22 34C16 58 8 44 10 26zM54 26c-12 2-20 14-22 34 16-2 24-16 22-34z")
ARTICHOKE = P(GR, "M32 4c8 4 20 12 22 28 0 12-10 18-22 18s-22-6-22-18C12 16 24 8 32 4z") + L(
    "M32 12c-6 6-8 12-8 18 4 4 12 4 16 0 0-6-2-12-8-18zM12 30c4 6 10 8 16 8M52 30c-4 6-10 8-16 8M18 42c4 4 24 4 28 0") + R(DG, 28, 50, 8, 11)
ASPARAGUS = "".join(at(x, 32, 1, P(GR, "M28 60V18c0-8 4-14 4-14s4 6 4 14v42z") + L("M28 24l4-6 4 6M28 36l4-5 4 5", DG, 2)) for x in (20, 32, 44)) + R(RD, 12, 40, 40, 7)
RADICCHIO = P("#9c2b4e", "M32 6c18 2 26 18 22 32-4 16-14 22-22 22S14 54 10 38C6 24 14 8 32 6z") + L("M32 58V22M32 42c-8-2-12-8-14-18M32 42c8-2 12-8 14-18M32 30c-3-4-4-8-4-14", WH)
ROCKET = P(GR, "M32 4c8 2 8 8 5 11 6-1 12 2 11 8-2 4-7 5-10 3 4 4 8 10 3 14-3 2-6 0-7-3v23h-4V37c-1 3-4 5-7 3-5-4-1-10 3-14-3 2-8 1-10-3-1-6 5-9 11-8-3-3-3-9 5-11z")
BASIL = L("M32 60V30", DG, 4) + at(32, 18, 0.5, leaf(GR)) + at(18, 34, 0.5, leaf(GR), turn=-60) + at(46, 34, 0.5, leaf(GR), turn=60)
PARSLEY = L("M32 60V28M32 48L18 32M32 48l14-16", DG, 3.5) + "".join(P(GR, f"M{x - 10} {y}c-6-8 4-14 8-8 0-8 8-8 8 0 6-6 12 2 5 8-4 5-16 5-21 0z") for x, y in [(17, 30), (47, 30), (32, 18)])
ROSEMARY = turn(25, L("M32 60V6", BR, 3.5) + L("M32 12l-8-5M32 12l8-5M32 20l-12-7M32 20l12-7M32 28l-13-7M32 28l13-7M32 36l-13-7M32 36l13-7M32 44l-12-6M32 44l12-6", DG, 4))
SAGE = at(24, 34, 0.85, leaf("#9db89a"), turn=-20) + at(42, 36, 0.7, leaf("#b5cbb0"), turn=25)
MINT = L("M32 60V20", DG, 4) + "".join(at(x, y, 0.42, leaf("#58b368"), turn=t) for x, y, t in [(32, 14, 0), (19, 28, -65), (45, 28, 65), (20, 46, -75), (44, 46, 75)])
OLIVES = L("M8 10c16 2 32 8 46 4", DG, 3) + P(GR, "M40 14c4-9 12-10 18-7-3 7-11 10-18 7z") + E("#8a9a3b", 20, 38, 11, 15) + E("#4b4258", 42, 42, 11, 15) + L("M20 23V12M42 27V14") + C(RD, 20, 47, 3)
GINGER = P(TN, "M8 40c-2-8 8-12 14-8 0-8-2-14 4-18 6-3 12 2 10 9-1 4 2 6 6 5 8-4 16 0 15 8-1 6-8 7-12 6 2 6 0 12-7 13-6 0-8-5-8-9-8 6-20 2-22-6z") + L("M20 38c3 0 5 1 7 3M32 28c2 0 3 0 5 2M42 38c2-1 4-1 6 0", DB, 2)
AVOCADO = P(DG, "M32 4c-10 0-10 12-14 20-4 6-8 10-8 18 0 12 10 18 22 18s22-6 22-18c0-8-4-12-8-18-4-8-4-20-14-20z") + P("#e3e79a", "M32 11c-5 0-6 10-9 16-4 6-7 10-7 16 0 8 8 11 16 11s16-3 16-11c0-6-3-10-7-16-3-6-4-16-9-16z", "none") + C(BR, 32, 41, 9)
KIWI = C(BR, 32, 32, 26) + C("#8fc34a", 32, 32, 20, "none") + C(CR, 32, 32, 6, "none") + dots(INK, (32, 20), (42, 26), (43, 38), (32, 44), (21, 38), (22, 26), r=1.6)
POMEGRANATE = C("#c8374a", 32, 37, 23) + P("#c8374a", "M25 16l-3-11 7 4 3-5 3 5 7-4-3 11z") + P(CR, "M20 32c4-8 20-8 24 0 2 12-6 20-12 20s-14-8-12-20z", width=2) + dots(DR, (26, 34), (34, 32), (38, 40), (30, 42), (26, 40), (34, 47), r=2.5)
PEACH = P("#f7a072", "M32 18c-14-10-27 4-24 19 2 14 14 22 24 23 10-1 22-9 24-23 3-15-10-29-24-19z") + L("M32 18c-6 8-7 16-2 24") + P(GR, "M32 16c4-10 14-12 22-8-4 9-14 13-22 8z")
APRICOT = C("#f5a33c", 32, 36, 22) + L("M32 14c-7 10-7 18-1 26") + P(GR, "M32 14c4-8 11-10 18-7-3 8-11 11-18 7z")
PLUM = E("#6b3f86", 32, 36, 20, 24) + L("M32 12c-8 14-7 26 0 34") + L("M32 12c0-4 2-6 4-8")
FIG = P("#5c3b78", "M32 6c4 12 24 20 24 36 0 12-12 18-24 18S8 54 8 42C8 26 28 18 32 6z") + L("M32 16c-6 14-10 24-8 40M32 16c6 14 10 24 8 40", "#b79ccb", 2)
MANDARIN = C(OR, 32, 37, 22) + P(GR, "M32 15c-8-10-18-8-24-4 6 8 16 10 24 4z") + L("M32 15V8")
RASPBERRY = P(GR, "M32 20L20 8l10 3 2-7 2 7 10-3z") + "".join(C("#d83a5c", x, y, 7.5) for x, y in [(20, 26), (32, 24), (44, 26), (18, 37), (32, 36), (46, 37), (25, 47), (39, 47), (32, 54)])
BLUEBERRY = "".join(C("#4a5fa8", x, y, 14) + L(f"M{x - 4} {y - 3}l4 3 4-3M{x} {y}v4", width=2) for x, y in [(20, 24), (44, 26), (32, 44)])
ALMOND = turn(20, P(BR, "M32 4c18 16 22 36 12 50-6 8-18 8-24 0C10 40 14 20 32 4z") + L("M32 14c-6 14-7 28-4 42M32 14c6 14 7 28 4 42", TN, 2))
HAZELNUT = P(BR, "M32 12c16 2 24 12 22 26-2 12-12 20-22 22-10-2-20-10-22-22-2-14 6-24 22-26z") + P(TN, "M14 24c4-10 32-10 36 0-6 6-30 6-36 0z") + L("M32 12V6")
PEANUT = turn(35, P(TN, "M32 4c12 0 16 10 12 20-2 4-2 8 0 14 4 12-2 22-12 22S16 50 20 38c2-6 2-10 0-14C16 14 20 4 32 4z") + L("M26 14h12M25 22h14M26 42h12M25 50h14", DB, 2))
COCONUT = P(BR, "M6 30C8 0 56 0 58 30z") + E(WH, 32, 30, 26, 10) + P(BR, "M6 32c2 36 50 36 52 0-8 12-44 12-52 0z")
DATES = E("#8c4a24", 20, 32, 11, 20) + E("#8c4a24", 44, 32, 11, 20) + L("M18 20c-2 8-2 14 0 20M42 20c-2 8-2 14 0 20", TN, 2)
MANGO = P("#f2a33c", "M14 20C30 2 58 12 56 34 54 54 30 64 16 54 4 46 4 32 14 20z") + N("#7fb04a", "M16 21c8-9 19-11 28-8-8 6-17 12-32 20 0-5 1-8 4-12z") + P(GR, "M40 10c4-8 12-8 16-4-4 6-10 8-16 4z")
KHAKI = C("#ef7d2d", 32, 37, 23) + P(DG, "M32 24l-14-8 10-1 4-8 4 8 10 1z")
GRAPEFRUIT = C("#f0a04b", 32, 32, 26) + C("#fbd9b8", 32, 32, 21, "none") + C("#e8746a", 32, 32, 18, "none") + L("M32 14v36M14 32h36M19 19l26 26M45 19L19 45", "#fbd9b8")

for entry in [
    ("apple", "mela|mele", "apple", "pomme", "Apfel|Äpfel", APPLE),
    ("pear", "pera|pere", "pear", "poire", "Birne", PEAR),
    ("banana", "banana|banane", "banana", "banane", "Banane", BANANA),
    ("orange", "arancia|arance", "orange", "orange", "Orange|Apfelsine", ORANGE),
    ("mandarin", "mandarino|mandarini|clementina|clementine", "mandarin|tangerine|clementine", "mandarine|clémentine", "Mandarine", MANDARIN),
    ("lemon", "limone|limoni", "lemon", "citron", "Zitrone", LEMON),
    ("lemon-slice", "fetta di limone|scorza di limone", "slice of lemon|lemon zest", "rondelle de citron", "Zitronenscheibe", SLICE),
    ("grapefruit", "pompelmo|pompelmi", "grapefruit", "pamplemousse", "Grapefruit", GRAPEFRUIT),
    ("grapes", "uva|uva nera|uva bianca", "grapes|grape", "raisin", "Trauben", GRAPE),
    ("strawberry", "fragola|fragole", "strawberry|strawberries", "fraise", "Erdbeere", STRAWBERRY),
    ("raspberry", "lampone|lamponi|more", "raspberry|raspberries|blackberries", "framboise", "Himbeere", RASPBERRY),
    ("blueberry", "mirtillo|mirtilli", "blueberry|blueberries", "myrtille", "Heidelbeere|Blaubeere", BLUEBERRY),
    ("cherry", "ciliegia|ciliegie", "cherry|cherries", "cerise", "Kirsche", CHERRY),
    ("peach", "pesca|pesche|nettarina", "peach|peaches|nectarine", "pêche", "Pfirsich", PEACH),
    ("apricot", "albicocca|albicocche", "apricot", "abricot", "Aprikose", APRICOT),
    ("plum", "prugna|prugne|susina|susine", "plum|prune", "prune|pruneau", "Pflaume", PLUM),
    ("fig", "fico|fichi", "fig", "figue", "Feige", FIG),
    ("kiwi", "kiwi", "kiwi", "kiwi", "Kiwi", KIWI),
    ("melon", "melone|meloni", "melon", "melon", "Melone", MELON),
    ("watermelon", "anguria|cocomero", "watermelon", "pastèque", "Wassermelone", WATERMELON),
    ("pineapple", "ananas", "pineapple", "ananas", "Ananas", PINEAPPLE),
    ("pomegranate", "melagrana|melograno", "pomegranate", "grenade", "Granatapfel", POMEGRANATE),
    ("mango", "mango", "mango", "mangue", "Mango", MANGO),
    ("persimmon", "caco|cachi|kaki", "persimmon", "kaki", "Kaki", KHAKI),
    ("avocado", "avocado", "avocado", "avocat", "Avocado", AVOCADO),
    ("coconut", "cocco|noce di cocco", "coconut", "noix de coco", "Kokosnuss", COCONUT),
    ("dates", "dattero|datteri", "date|dates", "datte", "Dattel", DATES),
    ("fruit", "frutta|macedonia", "fruit|fruit salad", "fruits", "Obst", at(24, 38, 0.7, APPLE) + at(46, 24, 0.55, BANANA) + at(48, 46, 0.5, ORANGE)),
    ("tomato", "pomodoro|pomodori", "tomato|tomatoes", "tomate", "Tomate", TOMATO),
    ("cherry-tomatoes", "pomodorino|pomodorini|ciliegino|datterini", "cherry tomato|cherry tomatoes", "tomates cerises", "Kirschtomaten", at(20, 24, 0.5, TOMATO) + at(45, 27, 0.5, TOMATO) + at(31, 46, 0.5, TOMATO)),
    ("carrot", "carota|carote", "carrot", "carotte", "Karotte|Möhre", CARROT),
    ("potato", "patata|patate", "potato|potatoes", "pomme de terre", "Kartoffel", POTATO),
    ("onion", "cipolla|cipolle|scalogno", "onion|shallot", "oignon|échalote", "Zwiebel", ONION),
    ("red-onion", "cipolla rossa|cipolle rosse", "red onion", "oignon rouge", "rote Zwiebel", ONION.replace("#d99a4e", "#a84a78")),
    ("garlic", "aglio|spicchio d'aglio", "garlic|clove of garlic", "ail", "Knoblauch", GARLIC),
    ("courgette", "zucchina|zucchine|zucchini", "courgette|zucchini", "courgette", "Zucchini", COURGETTE),
    ("aubergine", "melanzana|melanzane", "aubergine|eggplant", "aubergine", "Aubergine", AUBERGINE),
    ("pepper", "peperone|peperoni", "bell pepper|sweet pepper|red pepper", "poivron", "Paprika", PEPPER),
    ("yellow-pepper", "peperone giallo|peperoni gialli", "yellow pepper", "poivron jaune", "gelbe Paprika", PEPPER.replace(RD, YE)),
    ("chilli", "peperoncino|peperoncini", "chilli|chili|chilli pepper", "piment", "Chili", CHILLI),
    ("cucumber", "cetriolo|cetrioli", "cucumber", "concombre", "Gurke", CUCUMBER),
    ("lettuce", "insalata|lattuga", "lettuce|salad", "salade|laitue", "Salat|Kopfsalat", SALAD),
    ("spinach", "spinaci|spinacino|bietole|bieta", "spinach|chard", "épinards", "Spinat", SPINACH),
    ("cabbage", "cavolo|verza|cappuccio", "cabbage", "chou", "Kohl", CABBAGE),
    ("cauliflower", "cavolfiore", "cauliflower", "chou-fleur", "Blumenkohl", CAULIFLOWER),
    ("broccoli", "broccolo|broccoli", "broccoli", "brocoli", "Brokkoli", BROCCOLI),
    ("peas", "pisello|piselli", "pea|peas", "petits pois", "Erbsen", PEA_POD),
    ("green-beans", "fagiolino|fagiolini", "green beans", "haricots verts", "grüne Bohnen", BEANS_GREEN),
    ("celery", "sedano", "celery", "céleri", "Sellerie", CELERY),
    ("fennel", "finocchio|finocchi", "fennel", "fenouil", "Fenchel", FENNEL),
    ("leek", "porro|porri|cipollotto", "leek|spring onion", "poireau", "Lauch", LEEK),
    ("mushroom", "fungo|funghi|champignon", "mushroom|mushrooms", "champignon", "Pilz|Pilze|Champignons", MUSHROOM),
    ("pumpkin", "zucca", "pumpkin|squash", "citrouille|courge", "Kürbis", PUMPKIN),
    ("radish", "ravanello|ravanelli", "radish", "radis", "Radieschen", RADISH),
    ("beetroot", "barbabietola|rapa rossa", "beetroot|beet", "betterave", "Rote Bete", BEET),
    ("corn", "mais|granoturco|pannocchia", "corn|sweetcorn|maize", "maïs", "Mais", CORN),
    ("artichoke", "carciofo|carciofi", "artichoke", "artichaut", "Artischocke", ARTICHOKE),
    ("asparagus", "asparago|asparagi", "asparagus", "asperges", "Spargel", ASPARAGUS),
    ("radicchio", "radicchio", "radicchio|red chicory", "radicchio", "Radicchio", RADICCHIO),
    ("rocket", "rucola|rughetta", "rocket|arugula", "roquette", "Rucola", ROCKET),
    ("vegetables", "verdura|verdure|ortaggi", "vegetables", "légumes", "Gemüse", at(20, 36, 0.65, CARROT) + at(44, 22, 0.55, TOMATO) + at(44, 46, 0.5, BROCCOLI)),
    ("basil", "basilico", "basil", "basilic", "Basilikum", BASIL),
    ("parsley", "prezzemolo|coriandolo", "parsley|coriander", "persil", "Petersilie", PARSLEY),
    ("rosemary", "rosmarino|timo", "rosemary|thyme", "romarin|thym", "Rosmarin|Thymian", ROSEMARY),
    ("sage", "salvia|alloro", "sage|bay leaf", "sauge|laurier", "Salbei|Lorbeer", SAGE),
    ("mint", "menta", "mint", "menthe", "Minze", MINT),
    ("olives", "oliva|olive", "olive|olives", "olives", "Oliven", OLIVES),
    ("ginger", "zenzero", "ginger", "gingembre", "Ingwer", GINGER),
    ("walnut", "noce|noci", "walnut|walnuts", "noix", "Walnuss|Walnüsse", WALNUT),
    ("hazelnut", "nocciola|nocciole", "hazelnut|hazelnuts", "noisette", "Haselnuss", HAZELNUT),
    ("almond", "mandorla|mandorle", "almond|almonds", "amande", "Mandel", ALMOND),
    ("peanut", "arachide|arachidi|noccioline", "peanut|peanuts", "cacahuète", "Erdnuss", PEANUT),
    ("chestnut", "castagna|castagne|marroni", "chestnut", "châtaigne|marron", "Kastanie", P(DB, "M32 6c6 8 26 14 26 32 0 14-12 20-26 20S6 52 6 38C6 20 26 14 32 6z") + P(TN, "M10 46c8 14 36 14 44 0-10-5-34-5-44 0z")),
]:
    draw(*entry)
