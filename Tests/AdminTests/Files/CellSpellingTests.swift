import AdminTestSupport
import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

/// Values in the cells of a file: how they are written for a language, and what of a cell becomes typed input.
@Suite struct CellSpellingTests {
    /// What a cell becomes in a form, with what is said about it.
    private func entered(
        _ kind: any FieldType, _ cell: String, decimal: ImportMapping.DecimalMark? = nil, isWorkbook: Bool = false,
        in language: Language = .italian
    ) async throws -> (form: [String: [String]], refusals: [String]) {
        try await SampleSite().form(in: language) { context in
            var spelling = CellSpelling(FileNames(context), try SamplePortal.templates)
            (spelling.decimal, spelling.isWorkbook) = (decimal, isWorkbook)
            var (form, errors) = (Form(), FieldErrors())
            try kind.enter(cell, into: &form, "value", spelling, errors: &errors)
            return (form.values, errors.all.map(\.sentence))
        }
    }

    private func spelled(
        _ kind: any FieldType, _ packed: JSON, in language: Language = .italian, hasPoint: Bool = false
    ) async throws -> String {
        try await SampleSite().form(in: language, zone: TimeZone(identifier: "Europe/Rome") ?? .gmt) { context in
            try kind.spelled(packed, CellSpelling(FileNames(context), try SamplePortal.templates, hasPoint: hasPoint))
        }
    }

    @Test(arguments: [
        ("1.234,50", ImportMapping.DecimalMark.comma, "1234,50"), ("1,234.5", .point, "1234,5"), ("3.0", .point, "3"), ("3,0", .comma, "3"),
        ("1'234.50", .point, "1234,50"), (" 1 234,5 ", .comma, "1234,5"),
    ])
    func aNumberWithAKnownMarkIsTypedInTheReadersLanguage(
        _ cell: String, _ decimal: ImportMapping.DecimalMark, _ typed: String
    ) async throws {
        let found = try await entered(MoneyFieldType(range: 0...9_999_999), cell, decimal: decimal)
        #expect(found.form["value"] == [typed])
    }

    @Test func withoutAKnownMarkANumberStaysAsItIs() async throws {
        let found = try await entered(MoneyFieldType(range: 0...9_999_999), "1.234,50")
        #expect(found.form["value"] == ["1.234,50"])
    }

    @Test func aWorkbookKeepsWhatBinaryFractionsMakeOfADecimal() async throws {
        let found = try await entered(MoneyFieldType(range: 0...9_999), "1.1000000000000001", decimal: .point, isWorkbook: true)
        #expect(found.form["value"] == ["1,1"])
    }

    @Test(arguments: ["sì", "Sì", "yes", "SI", "x", "1", "true", "vero"])
    func aFlagIsOnInEveryLanguage(_ cell: String) async throws {
        let found = try await entered(FlagFieldType(), cell)
        #expect(found.form["value"] == ["yes"])
        #expect(found.refusals.isEmpty)
    }

    @Test(arguments: ["", "no", "NO", "0", "-", "falso"])
    func aFlagIsOffWithoutAWord(_ cell: String) async throws {
        let found = try await entered(FlagFieldType(), cell)
        #expect(found.form["value"] == nil)
        #expect(found.refusals.isEmpty)
    }

    @Test func anotherWordIsNoFlag() async throws {
        let found = try await entered(FlagFieldType(), "forse", in: .english)
        #expect(found.refusals == ["Write Yes or No."])
    }

    @Test(arguments: [("hard", "hard"), ("Difficile", "hard"), ("HARD", "hard"), (" Easy ", "easy"), ("boh", "boh")])
    func aChoiceIsFoundByItsNameInAnyLanguage(_ cell: String, _ chosen: String) async throws {
        let found = try await entered(ChoiceFieldType<SampleLevel>(texts: "sample.level"), cell)
        #expect(found.form["value"] == [chosen])
    }

    @Test(arguments: [("9:30", "9", "30"), ("90", "90", ""), ("1:2:3", "1", "2:3")])
    func aDurationIsDividedAtItsColon(_ cell: String, _ minutes: String, _ seconds: String) async throws {
        let found = try await entered(DurationFieldType(limit: 6_000), cell)
        #expect(found.form["value.minutes"] == [minutes])
        #expect(found.form["value.seconds"] == [seconds])
    }

    @Test(arguments: [
        ("3/5/2026 17:05", "2026-05-03T17:05"), ("03/05/2026 09:05:59", "2026-05-03T09:05"), ("2026-05-03 17:05", "2026-05-03 17:05"),
        ("3/5/26 17:05", "3/5/26 17:05"), ("domani", "domani"),
    ])
    func aMomentThatASpreadsheetRewroteIsUnderstood(_ cell: String, _ typed: String) async throws {
        let found = try await entered(MomentFieldType(), cell)
        #expect(found.form["value"] == [typed])
    }

    @Test(arguments: [("46145", true, "2026-05-03"), ("2026-05-03 00:00:00", true, "2026-05-03"), ("3/5/2026", false, "3/5/2026")])
    func aDayLosesTheMidnightOfASpreadsheet(_ cell: String, _ isWorkbook: Bool, _ typed: String) async throws {
        let found = try await entered(DayFieldType(), cell, isWorkbook: isWorkbook)
        #expect(found.form["value"] == [typed])
    }

    @Test func aMomentOfAWorkbookIsANumberOfDays() async throws {
        #expect(MomentFieldType.civil(ofSerial: 46_145.5) == "2026-05-03T12:00")
        #expect(MomentFieldType.civil(ofSerial: 0) == nil)
        #expect(MomentFieldType.civil(ofSerial: 3_000_000) == nil)
        let found = try await entered(MomentFieldType(), "46145.5", isWorkbook: true)
        #expect(found.form["value"] == ["2026-05-03T12:00"])
    }

    @Test func valuesAreWrittenForTheLanguageOrForPrograms() async throws {
        let price = MoneyFieldType(range: 0...9_999_999)
        expect(try await spelled(price, .number(123_450)), is: "1234,50")
        expect(try await spelled(price, .number(123_450), hasPoint: true), is: "1234.50")
        expect(try await spelled(price, .number(5), in: .english), is: "0.05")
        expect(try await spelled(FlagFieldType(), .flag(true)), is: "Sì")
        expect(try await spelled(FlagFieldType(), .flag(false), in: .english), is: "No")
        expect(try await spelled(ChoiceFieldType<SampleLevel>(texts: "sample.level"), .text("hard")), is: "Difficile")
        expect(try await spelled(DurationFieldType(limit: 6_000), .number(65)), is: "1:05")
        expect(try await spelled(NumberFieldType(range: 0...9_999, suffix: nil), .number(1_234)), is: "1234")
    }

    @Test func aMomentIsWrittenInItsZoneUnlessTheHourRepeats() async throws {
        expect(try await spelled(MomentFieldType(), .text("2026-05-03T15:05:00Z")), is: "2026-05-03 17:05")
        expect(try await spelled(MomentFieldType(), .text("2026-05-03T15:05:30Z")), is: "2026-05-03T15:05:30Z")
        expect(try await spelled(MomentFieldType(), .null), is: "")
    }

    @Test func referencesAreTitlesInACell() async throws {
        let site = try await SampleSite()
        try await site.addBooks([("Sale, fino", 1, nil), ("Pane", 1, nil)])
        let kind = try #require(SampleTour.field("books")).kind
        let (one, many) = try await site.form { context -> (String, String) in
            let spelling = CellSpelling(FileNames(context), try SamplePortal.templates)
            let book = ReferenceFieldType(target: Target(SampleBook.self), isRequired: false, isTyped: false, mayCreate: false)
            let packed = JSON.list([.values(["id": .number(3), "book": .number(1), "amount": .text("2")])])
            return (try book.spelled(.number(1), spelling), try kind.spelled(packed, spelling))
        }
        #expect(one == "Sale, fino")
        #expect(many == #"[{"book":"sale,-fino","amount":"2"}]"#)
    }
}
