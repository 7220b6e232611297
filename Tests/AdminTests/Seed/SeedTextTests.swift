import Foundation
import Testing
import Web

@testable import Admin

/// How values are written in a seed file, and small words that a person types in it.
@Suite struct SeedTextTests {
    @Test(arguments: [
        (SeedValue.text("Pane"), "Pane"), (.text("Pane e latte"), "Pane e latte"), (.text("yes"), "\"yes\""), (.text("0862"), "\"0862\""),
        (.text(""), "\"\""), (.text("a: b"), "\"a: b\""), (.text("a #b"), "\"a #b\""), (.text("fine:"), "\"fine:\""),
        (.text("- uno"), "\"- uno\""), (.text("\"Rosa\""), "'\"Rosa\"'"), (.text("\"l'uovo\""), "'\"l''uovo\"'"),
        (.text("Da \"Rosa\""), "Da \"Rosa\""),
        (.text("2026-05-03"), "\"2026-05-03\""), (.text("2:00"), "\"2:00\""), (.text("fine "), "\"fine \""), (.text("a\tb"), "\"a\\tb\""),
        (.text("a\u{200B}b"), "\"a\\u200Bb\""), (.text("È già"), "È già"), (.number("1.60"), "1.60"), (.flag(true), "true"),
        (.include("seed/a.yaml"), "!include seed/a.yaml"),
    ])
    func aValueIsQuotedOnlyWhereItMustBe(_ value: SeedValue, _ text: String) {
        #expect(SeedYAMLText.document(.map([("name", value)])) == "name: \(text)\n")
    }

    @Test func aTextOfSeveralLinesIsABlock() {
        func written(_ text: String) -> String { SeedYAMLText.document(.map([("text", .text(text))])) }
        #expect(written("uno\ndue") == "text: |-\n  uno\n  due\n")
        #expect(written("uno\n\ndue\n") == "text: |\n  uno\n\n  due\n")
        #expect(written("  uno\ndue") == "text: \"  uno\\ndue\"\n")
        #expect(written("uno\n   \ndue") == "text: \"uno\\n   \\ndue\"\n")
    }

    @Test func listsAndMappingsAreBlocksAndNumbersStandInOneLine() {
        #expect(SeedYAMLText.document(.list([])) == "[]\n")
        #expect(SeedYAMLText.document(.map([])) == "{}\n")
        let place = SeedValue.map([("name", .text("Forno")), ("place", .list([.number("42.3"), .number("13.4")])), ("tags", .list([]))])
        let value = SeedValue.map([
            ("shops", .list([place, .map([("name", .text("Bar"))])])), ("days", .list([.text("lun"), .text("mar")])),
        ])
        let lines = [
            "shops:", "  - name: Forno", "    place: [42.3, 13.4]", "    tags: []", "  - name: Bar", "days:", "  - lun", "  - mar", "",
        ]
        #expect(SeedYAMLText.document(value) == lines.joined(separator: "\n"))
    }

    @Test(arguments: [
        ("2026-12-05T10:00:00Z", "2026-12-05T10:00:00Z"), ("2026-12-05T10:00:00+01:00", "2026-12-05T09:00:00Z"),
        ("2026-12-05 10:00", "2026-12-05T09:00:00Z"), ("2026-12-05T10:00", "2026-12-05T09:00:00Z"),
        ("2026-07-05 10:00", "2026-07-05T08:00:00Z"),
        ("2026-12-05", "2026-12-04T23:00:00Z"), ("2026-12-05 10:00:30", "2026-12-05T09:00:30Z"),
    ])
    func aMomentIsThatOfTheSite(_ text: String, _ moment: String) {
        #expect(SeedMoment.date(text, in: TimeZone(identifier: "Europe/Rome") ?? .gmt).map(MomentFieldType.iso) == moment)
    }

    @Test(arguments: ["", "tomorrow", "2026-02-30", "2026-12-05 25:00", "2026-12-05 10:00:60", "2026-12-05 10:00 Uhr", "5.12.2026"])
    func otherTextIsNoMoment(_ text: String) {
        #expect(SeedMoment.date(text, in: .gmt) == nil)
    }

    @Test(arguments: [
        ("a.yaml", "*.yaml", true), ("ricette-1.yaml", "ricette-?.yaml", true), ("ricette-12.yaml", "ricette-?.yaml", false),
        ("a.yml", "*.yaml", false), ("", "*", true), ("abc", "a*b*c", true), ("acb", "a*b*c", false), ("aXbXbc", "a*bc", true),
        ("ab", "a", false),
        ("a", "ab", false), ("è.yaml", "?.yaml", true),
    ])
    func aNameFitsAPattern(_ name: String, _ pattern: String, _ fits: Bool) {
        #expect(SeedGlob.matches(name, pattern) == fits)
    }

    @Test(arguments: ["Produtcs", "product", "PRODUCTS", "pröducts"])
    func aMistypedWordIsOneThatIsKnown(_ typed: String) {
        #expect(nearest(to: typed, among: ["recipes", "products", "guests", "ab"]) == "products")
    }

    @Test(arguments: ["prodotti", "xx", "", "a", "something else"])
    func anotherWordIsNone(_ typed: String) {
        #expect(nearest(to: typed, among: ["recipes", "products", "guests", "ab"]) == nil)
    }

    @Test func aDistanceCountsLettersAndSwaps() {
        func distance(_ a: String, _ b: String, _ limit: Int = 9) -> Int? {
            editDistance(Array(a.unicodeScalars), Array(b.unicodeScalars), limit: limit)
        }
        #expect(distance("", "") == 0)
        #expect(distance("pane", "pane") == 0)
        #expect(distance("pane", "pnae") == 1)
        #expect(distance("pane", "panet") == 1)
        #expect(distance("pane", "rane") == 1)
        #expect(distance("pane", "") == 4)
        #expect(distance("pane", "riso", 3) == nil)
        #expect(distance("pane", "pane", -1) == nil)
        #expect(distance("a", String(repeating: "b", count: 50), 9) == nil)
    }

    @Test(arguments: [("rosa", "rosa"), ("yes", "\"yes\""), ("2rosa", "\"2rosa\""), ("007", "\"007\"")])
    func aKeyIsQuotedWhereItWouldBeANumberOrAFlag(_ key: String, _ written: String) {
        #expect(StarterAnswers.word(key) == written)
    }

    @Test func aStartersTextsAreSafeAndInItsLanguage() throws {
        #expect(StarterAnswers.quoted("a\"b\\c") == "\"a\\\"b\\\\c\"")
        #expect(StarterAnswers.key("Casa Rosa") == "casa-rosa")
        let day = try #require(MomentFieldType.moment("2026-05-03T22:30:00Z"))
        let answers = StarterAnswers(
            language: .italian, name: "Prova", systems: [], house: "", institution: "", administrator: "Maria Rossi",
            zone: TimeZone(identifier: "Europe/Rome") ?? .gmt, day: day)
        #expect(answers.signInName == "maria-rossi")
        #expect(answers.pick("sì", "yes") == "sì")
        #expect(answers.today == "2026-05-04")
    }
}
