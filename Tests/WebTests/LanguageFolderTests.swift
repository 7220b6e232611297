import Foundation
import TestSupport
import Testing

@testable import Web

/// Languages that a test makes; their codes are for private use, because conventions stay until the program ends.
struct LanguageFolderTests {
    private static let own = """
        language:
          name: Prekmurščina
          plurals: { one: "v = 0 and i % 100 = 1", two: "v = 0 and i % 100 = 2", few: "v = 0 and i % 100 = 3..4 or v != 0" }
          numbers: { decimal: ",", thousands: " ", leastGrouped: "2", money: "{amount} €" }
          dates: { date: "{day}. {month} {year}", months: "a, b, c, d, e, f, g, h, i, j, k, l", today: "danes ob {time}" }
        """
    private static let package = [
        "texts/it.yaml": "hello: Ciao {name}\nrows: {one: '{count} riga', other: '{count} righe'}\nonly: Solo",
        "texts/en.yaml": "hello: Hello {name}\nrows: {one: '{count} row', other: '{count} rows'}\nonly: Only",
    ]

    private static let wrong: [(files: [String: String], said: String)] = [
        (["texts/qaf/a.yaml": "only: Samo"], "qaf/language.yaml: language.name is missing"),
        (["texts/Français/a.yaml": "only: Seul"], "«Français» is not the code of a language"),
        (["texts/qaf/notes.txt": "x"], "holds no texts"),
        (["texts/qaf/a.yaml": "\(own)\nonly: [a, b]"], "a.yaml:6: only is a list"),
        (["texts/qaf/a.yaml": "words"], "a.yaml:1: is not a mapping"),
        (["texts/qaf/a.yaml": "only: \"x"], "qaf/a.yaml:1:9: found unexpected end of stream"),
        (["texts/qaf/a.yaml": "only: Samo\nonly: Le"], "qaf/a.yaml:1: only is there twice"),
        (
            ["texts/qaf/a.yaml": "language:\n  name: X\n  plurals:\n    few: i is 3"],
            "a.yaml:4: language.plurals.few «i is 3» is not a plural rule"
        ),
        (["texts/qaf/a.yaml": "language:\n  name: X\n  plurals: {lots: i = 3}"], "a.yaml:3: language.plurals.lots is not one of zero"),
        (["texts/qaf/a.yaml": "language:\n  name: X\n  dates:\n    months: a, b"], "a.yaml:4: language.dates.months needs twelve names"),
        (["texts/qaf/a.yaml": "language:\n  name: X\n  dates:\n    date: '{tag} {year}'"], "language.dates.date has no place for {tag}"),
        (["texts/qaf/a.yaml": "language:\n  name: X\n  numbers:\n    money: euro"], "language.numbers.money needs {amount}"),
        (["texts/qaf/a.yaml": "language:\n  name: X\n  direction: up"], "language.direction «up» is not ltr or rtl"),
        (["texts/qaf/a.yaml": "language:\n  name: X\n  clock:\n    hours: eins, zwei"], "language.clock.hours needs 24 names"),
        (["texts/qaf/a.yaml": "language:\n  name: X\n  clock:\n    twelve: '*:00 Es ist {hour}.'"], "language.clock.twelve needs a rule"),
    ]

    private func texts(_ files: [String: String], site: [String: String] = [:]) throws -> Texts {
        let (folder, own) = (try TemporaryFolder(Self.package.merging(files) { $1 }), try TemporaryFolder(site))
        return try Texts(TextFolders(package: folder.path + "/texts", site: own.path))
    }

    private func problems(_ files: [String: String]) -> [String] {
        do { _ = try texts(files) } catch { return (error as? StartProblems)?.problems ?? ["\(error)"] }
        return []
    }

    @Test func aLanguageIsAFolderAndFallsBackToEnglishSentenceBySentence() throws {
        let rows = "rows: {one: '{count} vrsta', two: '{count} vrsti', few: '{count} vrste', other: '{count} vrst'}"
        let words = try texts(["texts/qaa/language.yaml": Self.own, "texts/qaa/more.yaml": rows + "\nhello: ''"]).words(in: .named("qaa"))
        #expect(
            [0, 1, 2, 3, 4, 5, 101, 102, 103, 105].map { words("rows", count: $0) } == [
                "0 vrst", "1 vrsta", "2 vrsti", "3 vrste", "4 vrste", "5 vrst", "101 vrsta", "102 vrsti", "103 vrste", "105 vrst",
            ])
        #expect(words("hello", ["name": "Ana"]) == "Hello Ana")
        #expect(words.optional("only") == "Only")
        #expect(words("absent") == "absent")
        let language = words.language
        #expect(language.ownName == "Prekmurščina")
        #expect(language.number(1_234) == "1234")
        #expect(language.number(-12_345) == "-12 345")
        #expect(language.money(cents: 123_456_50) == "123 456,50 €")
        let day = try #require(ISO8601DateFormatter().date(from: "2026-03-05T17:05:00Z"))
        #expect(language.date(day, in: .gmt) == "5. c 2026")
        #expect(language.relativeMoment(day, now: day, in: .gmt) == "danes ob 17:05")
        // What it does not say of dates is as in English.
        #expect(language.moment(day, in: .gmt) == "5. c 2026, 17:05")
    }

    @Test func theSiteSaysMoreAndGoesBefore() throws {
        let made = try texts(
            ["texts/qab/language.yaml": Self.own, "texts/qab/a.yaml": "hello: Zdravo"],
            site: ["qab/own.yaml": "hello: Zdravo {name}", "it/own.yaml": "hello: Salve {name}", "qad/language.yaml": Self.own])
        #expect(made.words(in: .named("qab"))("hello", ["name": "Ana"]) == "Zdravo Ana")
        #expect(made.words(in: .italian)("hello", ["name": "Ana"]) == "Salve Ana")
        #expect(made.words(in: .italian)("only") == "Solo")
        #expect(made.tables.keys.contains(.named("qad")))
    }

    @Test func aPlaceOfAPageIsFilledInEnglishWhereALanguageLacksIt() throws {
        let folder = try TemporaryFolder(
            Self.package.merging([
                "texts/qae/language.yaml": Self.own, "texts/qae/a.yaml": "only: Samo", "home.mustache": "[[only]]: [[hello]]",
            ]) { $1 })
        let html = try Templates(folder: folder.path).render("home", ["name": "Ana"], in: .named("qae"))
        #expect(html.contains("Samo: Hello Ana"))
    }

    @Test(arguments: wrong)
    func aWrongFileIsRefusedWithItsPlace(_ files: [String: String], _ said: String) {
        let problems = problems(files)
        #expect(problems.count == 1, "\(problems)")
        #expect(problems.first?.contains(said) == true, "\(problems)")
        #expect(problems.first?.contains("\n") == false, "\(problems)")
    }

    @Test func whatALanguageLacksIsReported() throws {
        let lacking = "rows: {one: '{count} vrsta', other: '{number} vrst'}\nolder: Staro"
        let folder = try TemporaryFolder(
            Self.package.merging(["texts/qag/language.yaml": Self.own, "texts/qag/a.yaml": lacking]) { $1 })
        let folders = TextFolders(package: folder.path + "/texts")
        let report = try #require(TextsReport.all(in: folders, code: "qag").first)
        let found = report.findings.map { "\($0.kind) \($0.key) \($0.detail)" }
        #expect(
            found.sorted() == [
                "forms rows two, few", "missing hello ", "missing only ", "placeholders rows -{count} +{number}", "unknown older ",
            ])
        #expect(report.all == 3)
        #expect(report.count(.missing) == 2)
        #expect(!report.isRight(allowingMissing: true))
        #expect(report.findings.first { $0.key == "only" }?.place.hasSuffix("texts/en.yaml:3") == true)
        #expect(try TextsReport.all(in: folders).map(\.language.rawValue) == ["it", "qag"])
        #expect(try TextsReport.all(in: folders, code: "it").allSatisfy { $0.isRight(allowingMissing: false) })
    }

    @Test func theNextStartHasTheFormsToo() throws {
        let rows = "rows: {two: '{count} vrsti', few: '', other: '{count} vrst'}"
        let folder = try TemporaryFolder(
            Self.package.merging(["texts/qah/language.yaml": Self.own, "texts/qah/a.yaml": rows, "home.mustache": "x"]) { $1 })
        let (site, kept) = (try TemporaryFolder(["qah/b.yaml": "only: Samo"]), try TemporaryFolder([:]))
        func start() throws -> (isAsked: Bool, texts: Texts) {
            var isAsked = false
            let templates = try Templates(folder: folder.path, siteTexts: site.path, kept: kept.path + "/texts")
            try templates.check { _ in
                isAsked = true
                return []
            }
            return (isAsked, templates.texts)
        }
        let (first, second) = (try start(), try start())
        #expect(first.isAsked)
        #expect(!second.isAsked)
        #expect(second.texts.tables[.named("qah")]?["rows"] == .forms([.two: "{count} vrsti", .few: "", .other: "{count} vrst"]))
        try Data("only: Samó".utf8).write(to: URL(fileURLWithPath: site.path + "/qah/b.yaml"))
        let changed = try start()
        #expect(changed.isAsked)
        #expect(changed.texts.words(in: .named("qah"))("only") == "Samó")
    }
}
