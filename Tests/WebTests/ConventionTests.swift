import Foundation
import TestSupport
import Testing

@testable import Web

/// What CLDR says of each language, in `Templates/languages`.
struct ConventionTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    private static let codes: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root + "/Templates/languages")) ?? []
        return names.map { String($0.dropLast(".yaml".count)) }.sorted()
    }()

    private static func read(_ code: String) -> ReadTexts {
        var texts = ReadTexts()
        texts.add("\(root)/Templates/languages/\(code).yaml")
        return texts
    }

    private static func conventions(_ code: String) -> LanguageConventions {
        LanguageConventions(TextTable(read(code).entries), code: code)
    }

    private struct Plurals: Decodable {
        let samples: [String: String]
        let numbers: String
    }

    private static let fixture = Result {
        let file = URL(fileURLWithPath: root + "/Tests/Fixtures/languages/plurals.json")
        return try JSONDecoder().decode([String: Plurals].self, from: Data(contentsOf: file))
    }

    @Test(arguments: codes) func everyFileCanBeUsed(_ code: String) {
        let texts = Self.read(code)
        #expect(Language.isCode(code))
        #expect(texts.problems + texts.conventionProblems() == [])
        #expect(texts.entries["language.name"] != nil)
    }

    /// The numbers 0 to 30 and 100 to 102 by another implementation of CLDR (ICU), and CLDR's own samples.
    @Test(arguments: codes) func pluralsAreThoseOfCLDR(_ code: String) throws {
        let wanted = try #require(try Self.fixture.get()[code])
        let rules = Self.conventions(code).plurals
        let numbers = Array(0...30) + [100, 101, 102]
        #expect(numbers.map { rules.category(of: $0).rawValue } == wanted.numbers.split(separator: " ").map(String.init))
        for (category, samples) in wanted.samples {
            // No text speaks of millions.
            for sample in samples.split(separator: ",").map({ $0.trimmingSpaces() }) where !(code == "it" && category == "many") {
                let ends = sample.split(separator: "~").compactMap { Int($0) }
                guard let first = ends.first, let last = ends.last else { continue }
                #expect((first...last).allSatisfy { rules.category(of: $0).rawValue == category }, "\(code) \(category) \(sample)")
            }
        }
    }

    @Test(arguments: ["it", "en"]) func whatTheProgramKnowsItselfIsTheSame(_ code: String) {
        let builtIn = code == "it" ? LanguageConventions.italianTexts : LanguageConventions.englishTexts
        #expect(builtIn == Self.read(code).entries)
    }

    @Test func datesAndNumbersFollowTheLanguage() throws {
        let day = try #require(ISO8601DateFormatter().date(from: "2026-03-01T09:05:00Z"))
        func formatted(_ code: String) -> [String] {
            let language = Language.named(code)
            language.traits.publish(Self.conventions(code))
            return [
                language.date(day, in: .gmt), language.month(day, in: .gmt), language.number(1_234_567), language.money(cents: 105),
                language.percent(41), language.columnSeparator,
            ]
        }
        #expect(formatted("fr") == ["1 mars 2026", "mars 2026", "1\u{202F}234\u{202F}567", "1,05 €", "41\u{202F}%", ";"])
        #expect(formatted("de") == ["1. März 2026", "März 2026", "1.234.567", "1,05 €", "41 %", ";"])
        #expect(formatted("pl") == ["1 marca 2026", "marzec 2026", "1\u{A0}234\u{A0}567", "1,05 €", "41%", ";"])
        #expect(formatted("zh") == ["2026年3月1日", "2026年3月", "1,234,567", "€1.05", "41%", ","])
        #expect(formatted("es")[0] == "1 de marzo de 2026")
        #expect(Language.named("es").number(1_234) == "1234")
        #expect(Self.conventions("ar").isRightToLeft)
    }

    @Test(arguments: [
        ("it", "2026-05-03", "03/05/2026"), ("de", "2026-05-03", "03.05.2026"), ("sv", "2026-05-03", "2026-05-03"),
        ("hu", "2026-05-03T17:05", "2026.05.03 17:05"), ("nl", "2026-05-03T17:05", "03-05-2026 17:05"),
        ("fr", "domani", "domani"), ("fr", "", ""), ("fr", "2026-05-03x", "2026-05-03x"),
    ])
    func daysAreTypedAsTheLanguageDoes(_ code: String, _ iso: String, _ typed: String) {
        let language = Language.named(code)
        language.traits.publish(Self.conventions(code))
        #expect(language.typed(iso) == typed)
        #expect(TypedTime.iso(typed) == iso)
    }

    @Test(arguments: ["d-m-y", "y.m.d", "d/m/y"]) func aMannerOfTypingDaysIsRead(_ text: String) { #expect(TypedDay(text) != nil) }

    /// A month before its day would be read as another day.
    @Test(arguments: ["m/d/y", "d/m.y", "dmy", "d m y", "d/m/yy"]) func anotherMannerIsRefused(_ text: String) {
        #expect(TypedDay(text) == nil)
    }

    @Test(arguments: [
        ("3/5/2026", "2026-05-03"), ("9.30", "09:30"), ("9h30", "09:30"), ("3/5/2026 9.30", "2026-05-03T09:30"), ("9", "9"),
        ("3/5/26", "3/5/26"),
        ("2026-05-03T10:00:00Z", "2026-05-03T10:00:00Z"), ("31/2/2026", "2026-02-31"), ("1//2026", "1//2026"), ("٣/٥/٢٠٢٦", "٣/٥/٢٠٢٦"),
    ])
    func whatPeopleTypeBecomesISO(_ typed: String, _ iso: String) { #expect(TypedTime.iso(typed) == iso) }

    @Test(arguments: [
        ("fr", 0, 0, 12, "Il est minuit."), ("fr", 12, 30, 12, "Il est midi et demi."), ("fr", 13, 15, 12, "Il est une heure et quart."),
        ("fr", 19, 40, 12, "Il est huit heures moins vingt."), ("fr", 11, 45, 12, "Il est midi moins le quart."),
        ("fr", 21, 21, 24, "Il est vingt et une heures vingt et une."), ("fr", 8, 7, 12, "Il est huit heures sept."),
        ("de", 0, 0, 12, "Es ist Mitternacht."), ("de", 13, 0, 12, "Es ist ein Uhr."), ("de", 13, 15, 12, "Es ist Viertel nach eins."),
        ("de", 8, 30, 12, "Es ist halb neun."), ("de", 8, 25, 12, "Es ist fünf vor halb neun."),
        ("de", 8, 31, 12, "Es ist eine Minute nach halb neun."), ("de", 23, 50, 12, "Es ist zehn vor zwölf."),
        ("de", 19, 40, 24, "Es ist neunzehn Uhr vierzig."), ("de", 8, 7, 12, "Es ist sieben Minuten nach acht."),
    ])
    func theClockIsRead(_ code: String, _ hour: Int, _ minute: Int, _ hours: Int, _ said: String) throws {
        let conventions = Self.conventions(code)
        let clock = try #require(SpokenClock { conventions.text($0) })
        #expect(clock.sentence(hour: hour, minute: minute, hours: hours) == said)
    }
}
