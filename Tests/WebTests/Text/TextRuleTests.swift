import Testing

@testable import Web

/// The rule for all texts takes the writing of the world, and nothing that covers, turns or hides.
@Suite struct TextRuleTests {
    /// Words as people write them, in many scripts; the hard ones are the fullest letters that their writing has.
    static let world = [
        "Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti.", "perche\u{301} no? L’orzo è già lì…",
        "Tâ\u{301}t ca\u{309} mo\u{323}i ngu\u{31B}o\u{31B}\u{300}i sinh ra \u{111}e\u{302}\u{300}u \u{111}u\u{31B}o\u{31B}\u{323}c tu\u{31B}\u{323} do",
        "Visi žmonės gimsta laisvi ir lygu\u{328}\u{304}s savo orumu", "ἐν ἀρχῇ ἦν ὁ λόγος", "ω\u{314}\u{342}\u{345}",
        "Все люди рождаются свободными", "сло\u{301}во, о\u{483}ч\u{2DED}\u{487}е",
        "בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים אֵ֥ת הַשָּׁמַ֖יִם וְאֵ֥ת הָאָֽרֶץ", "\u{5E9}\u{5C1}\u{5BC}\u{5B8}\u{5BD}\u{596}", "בָּרוּךְ (123) שלום",
        "بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ", "يُولَدُ جَمِيعُ النَّاسِ أَحْرَارًا", "می‌خواهم", "ہر انسان آزاد ہے", "ܡܶܠܬ݂ܳܐ",
        "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกัน น้ำ ก็", "ມະນຸດທຸກຄົນເກີດມາ ນ້ຳ", "លោកនឹងគ្រប់គ្នា", "လူတိုင်းသည် တူညီ လွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့် ကျွန်ုပ် လွှိုံ့",
        "འགྲོ་བ་མིའི་རིགས་རྒྱུད་ཡོངས་ལ་སྐྱེས་ཙམ་ཉིད་ནས་", "\u{F67}\u{F90}\u{FB5}\u{FA8}\u{FB3}\u{FBA}\u{FBC}\u{FBB}\u{F82}", "ཨོཾ་མ་ཎི་པདྨེ་ཧཱུྃ",
        "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता", "अ॒ग्निमी॑ळे पु॒रोहि॑तं", "কৃত্স্ন্য", "ক্ষ্ম্য", "மனிதப் பிறிவியினர்", "മനുഷ്യരെല്ലാവരും",
        "සියලු මනුෂ්‍යයෝ නිදහස්ව", "모든 인간은", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "人人生而自由，在尊严和权利上一律平等", "すべての人間は、カ\u{3099}ラス",
        "葛\u{E0100}城",
        "የሰው ልጅ ሁሉ ሲወለድ ነጻና በክብር", "ᠬᠦᠮᠦᠨ ᠪᠦᠷ ᠲᠥᠷᠥᠵᠦ\u{180B}", "Ɛsɛ a\u{300}\u{330}", "[ˈt͡ʃaːo] n\u{325}\u{30D}\u{329}",
        "👩🏻‍❤️‍💋‍👨🏿 👨‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇮🇹 1️⃣ #️⃣ 🧑🏽‍🚀 🏳️‍🌈 ❤️‍🔥", "½ € ™ — “ok” «sì»", "riga\nriga\n\tcon rientro",
    ]

    @Test(arguments: world) func takesTheWritingOfTheWorld(text: String) {
        #expect(TextRule.flaw(in: text, as: .text) == nil)
        #expect(TextRule.flaw(in: text.decomposedStringWithCanonicalMapping, as: .name) == nil)
        #expect(!TextRule.isBlank(text))
        #expect(ShownText.sanitized(text) == text)
    }

    /// One that Unicode never gives to a character; a literal cannot hold it.
    private static func number(_ value: UInt32) -> String { Unicode.Scalar(value).map { String($0) } ?? "" }

    static let marks = String(repeating: "\u{301}", count: 5)
    static let hostile: [(String, TextRule.Flaw)] = [
        ("a" + marks, .marks), ("a" + String(repeating: "\u{301}", count: 10_000), .marks),
        ("Z\u{351}\u{36B}\u{343}\u{36A}\u{302}\u{36B}", .marks),
        ("ก" + String(repeating: "\u{E47}", count: 5), .marks), ("a\u{301}\u{200D}\u{301}\u{34F}\u{301}\u{FE0F}\u{301}\u{301}", .marks),
        ("a" + String(repeating: "\u{20DD}", count: 5), .marks),
        ("\u{5D0}" + String(repeating: "\u{5B8}", count: 7), .marks), ("\u{F40}" + String(repeating: "\u{F71}", count: 9), .marks),
        ("a" + String(repeating: "\u{200B}", count: 9), .hidden), ("😀" + String(repeating: "\u{FE0F}", count: 9), .hidden),
        ("a\u{E0061}", .hidden),
        ("🏴\u{E0067}\u{E0062}", .hidden), ("🏴\u{E0067}\u{E0062}b", .hidden), ("a\u{E007F}", .hidden),
        ("a\u{202E}b", .unbalanced), ("\u{202B}a", .unbalanced), ("a\u{202C}", .unbalanced), ("a\u{2069}b", .unbalanced),
        ("\u{2066}a\u{202C}", .unbalanced),
        ("\u{2067}a\nb\u{2069}", .unbalanced),
        (String(repeating: "\u{202B}", count: 9) + "a" + String(repeating: "\u{202C}", count: 9), .unbalanced),
        ("a" + number(0xFFFE), .unknown), ("a" + number(0xFDD0), .unknown), ("a" + number(0x10FFFF), .unknown),
    ]

    @Test(arguments: hostile) func refusesWhatCoversTurnsOrHides(text: String, flaw: TextRule.Flaw) {
        #expect(TextRule.flaw(in: text, as: .text) == flaw)
        #expect(TextRule.flaw(in: text, as: .name) != nil)
    }

    @Test(arguments: ["\u{202B}שלום\u{202C}", "\u{2067}a\u{202D}b\u{202C}\u{2069}", "prima \u{2068}ערך\u{2069} dopo\n\u{202E}giro\u{202C}"])
    func balancedDirectionsAreForTextsAlone(text: String) {
        #expect(TextRule.flaw(in: text, as: .text) == nil)
        #expect(TextRule.flaw(in: text, as: .name) == .direction)
    }

    @Test(arguments: [
        "", " ", "\t\n", "\u{200B}", "\u{2060}", "\u{FEFF}", "\u{2800}", "\u{3164}", "\u{FFA0}", "\u{115F}\u{1160}", "\u{A0}",
        "\u{3000}\u{2003}", "\u{202E}", "\u{AD}",
        "\u{301}", "\u{FE0F}", "\u{200D}", "\u{E0061}", "\u{FFFC}", "\u{85}", "\u{2028}", "\u{180E}", "\u{0}\u{1F}",
    ]) func whatShowsNothingIsNothing(text: String) {
        #expect(TextRule.isBlank(text))
        #expect(Form(["x": [text]])["x"].isEmpty)
    }

    @Test func aLengthCannotBeInflated() {
        #expect(TextRule.length("Perché") == 6)
        #expect(TextRule.length(String(repeating: "👩🏻‍❤️‍💋‍👨🏿", count: 3)) == 3)
        #expect(TextRule.length("क" + String(repeating: "\u{94D}क", count: 999)) >= 199)
        #expect(TextRule.length("👩" + String(repeating: "\u{200D}👩", count: 999)) >= 199)
        #expect(TextRule.length(String(repeating: "\u{1100}", count: 1000)) >= 100)
    }

    static let same = [
        [
            "Caffè d'orzo", "caffe d’orzo", "CAFFÈ D\u{2BC}ORZO", "Caffe\u{300} d\u{2019}orzo", "Caffè\u{A0}d'orzo", "Caffè  d'orzo ",
            "Caf\u{200B}fè d`orzo", "Ｃａｆｆè d＇orzo",
        ],
        [
            "Pane nero", "Pane\u{A0}nero", "pane\u{2003}nero", "Pane\u{202F}nero", "\u{FEFF}Pane nero", "Pane\u{2800}nero",
            "Pane nero\u{200B}",
        ],
        ["porta-uova", "porta‐uova", "porta‑uova", "Porta–uova", "porta−uova", "por\u{AD}ta-uova"],
        ["é", "e\u{301}", "É"], ["❤️", "❤"], ["“si”", "\"sì\""],
    ]

    @Test(arguments: same) func namesThatLookTheSameAreTheSame(names: [String]) {
        #expect(Set(names.map(\.folded)).count == 1, "\(names.map(\.folded))")
    }

    @Test func namesThatLookDifferentStayDifferent() {
        let names = ["Pane nero", "Panenero", "Pane, nero", "Pane 1", "Pane l", "Uovo", "Uova", "日本", "日木", "שלום", "שלומ"]
        #expect(Set(names.map(\.folded)).count == names.count)
    }

    @Test func eachFlawHasItsSentenceForNamesByTheirFields() {
        #expect(TextRule.use(of: "steps.0.name") == .name)
        #expect(TextRule.use(of: "firstName") == .name)
        #expect(TextRule.use(of: "note") == .text)
    }
}
