import Admin
import AdminTestSupport
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// A form that comes in again: it says what it would change, and what is published stays.
@Suite struct FormAgainTests {
    private static let address = "/admin/questionnaires/questionnaires/imports"
    private static let before = [["type", "name", "label"], ["text", "a", "Come stai?"], ["text", "b", "Dove abiti?"]]
    private static let after = [["type", "name", "label"], ["text", "a", "Come va?"], ["text", "c", "Perché?"]]

    private static func workbook(_ rows: [[String]], id: String = "SALUTE") -> Data {
        Data(Workbook(sheets: [.init(name: "survey", rows: rows), .init(name: "settings", rows: [["form_id"], [id]])]).bytes)
    }

    private func take(_ browser: Browser, _ rows: [[String]]) async throws -> (address: String, page: AdminTestSupport.Answer) {
        let sent = try await browser.post(Self.address, [], files: [("file", "salute.xlsx", Self.workbook(rows))])
        let items = sent.location ?? ""
        return (String(items.dropLast("/items".count)), try await browser.get(items))
    }

    private func update(_ browser: Browser, _ rows: [[String]]) async throws -> (address: String, page: AdminTestSupport.Answer) {
        let (address, _) = try await take(browser, rows)
        _ = try await browser.post(address + "/items", [("decision.1", "same:1")])
        return (address, try await browser.get(address + "/items"))
    }

    private func texts(_ site: TestSite, _ number: Int) async throws -> [String] {
        try await site.database.read { db in
            let version = try QuestionnaireVersion.all(of: 1, db).first { $0.number == number }
            return try version.map { try StructureStore.read($0.id, db).questions.map(\.text) } ?? []
        }
    }

    @Test func theDraftIsUpdatedAndOneUndoTakesItBack() async throws {
        let site = try await TestSite("house", "registry", "questionnaires")
        try await site.browse(as: "admin") { browsers in
            let (first, page) = try await take(browsers[0], Self.before)
            try await browsers[0].confirmFile(first, page)
            let (_, asked) = try await take(browsers[0], Self.after)
            #expect(asked.contains("Aggiorna la bozza di «salute»"))
            #expect(asked.contains("domande nuove 1, tolte 1, cambiate 1, uguali 0"))
            #expect(asked.contains("Dove abiti?"))
            // The row of settings is the same.
            #expect(counts(asked) == ["unclear": 1, "changed": 1, "new": 1, "same": 1])
            #expect(!asked.text.contains("/application"))
            let (address, decided) = try await update(browsers[0], Self.after)
            #expect(counts(decided) == ["changed": 2, "new": 1, "same": 1])
            try await browsers[0].confirmFile(address, decided)
            #expect(try await texts(site, 1) == ["Come va?", "Perché?"])
            #expect(try await browsers[0].post(address + "/undoing").status == 303)
            #expect(try await texts(site, 1) == ["Come stai?", "Dove abiti?"])
        }
        #expect(try await site.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM questionnaire") } == 1)
    }

    @Test func aPublishedVersionStaysAndGetsANewOne() async throws {
        let site = try await TestSite("house", "registry", "questionnaires")
        try await site.browse(as: "admin") { browsers in
            let (first, page) = try await take(browsers[0], Self.before)
            try await browsers[0].confirmFile(first, page)
            let publish = "UPDATE questionnaireVersion SET state = 'active', activatedAt = '2026-01-01 00:00:00.000'"
            try await site.database.write { try $0.execute(sql: publish) }
            let (address, decided) = try await update(browsers[0], Self.after)
            #expect(decided.contains("Fai una nuova versione di «salute»"))
            try await browsers[0].confirmFile(address, decided)
            #expect(try await texts(site, 1) == ["Come stai?", "Dove abiti?"])
            #expect(try await texts(site, 2) == ["Come va?", "Perché?"])
            #expect(try await browsers[0].post(address + "/undoing").status == 303)
            #expect(try await texts(site, 2).isEmpty)
            #expect(try await texts(site, 1) == ["Come stai?", "Dove abiti?"])
        }
    }

    @Test func whatADesignerDidMeanwhileIsNotOverwritten() async throws {
        let site = try await TestSite("house", "registry", "questionnaires")
        try await site.browse(as: "admin") { browsers in
            let (first, page) = try await take(browsers[0], Self.before)
            try await browsers[0].confirmFile(first, page)
            let (address, decided) = try await update(browsers[0], Self.after)
            try await site.database.write { db in
                let draft = try #require(try QuestionnaireVersion.draft(of: 1, db))
                try draft.save(StructureStore.read(draft.id, db), db)
            }
            #expect(try await browsers[0].confirmFile(address, decided).status == 409)
            #expect(try await texts(site, 1) == ["Come stai?", "Dove abiti?"])
            // Looked at again, it comes in; and once the draft has changed, the undo leaves it.
            try await browsers[0].confirmFile(address, browsers[0].get(address + "/items"))
            try await site.database.write { db in
                let draft = try #require(try QuestionnaireVersion.draft(of: 1, db))
                try draft.save(StructureStore.read(draft.id, db), db)
            }
            #expect(try await browsers[0].post(address + "/undoing").status == 303)
            #expect(try await texts(site, 1) == ["Come va?", "Perché?"])
        }
    }

    @Test func theSameFormHasNothingToWrite() async throws {
        let site = try await TestSite("house", "registry", "questionnaires")
        try await site.browse(as: "admin") { browsers in
            let (first, page) = try await take(browsers[0], Self.before)
            try await browsers[0].confirmFile(first, page)
            let (_, decided) = try await update(browsers[0], Self.before)
            #expect(counts(decided).keys.sorted() == ["same"])
            #expect(!decided.text.contains("/application"))
        }
    }

    /// Programs, which see no page, say it with the source.
    @Test func aSourceMaySayWhatBecomesOfIt() async throws {
        let site = try await TestSite("house", "registry", "questionnaires")
        let kinds = try await site.database.write { db in
            let read = ExchangePages.read(Self.workbook(Self.before), "salute.xlsx", original: .italian)
            _ = try ExchangePages.store(read, by: .system("test"), db)
            let words = try TestSite.texts.words(in: .italian)
            return try ["", "update", "another"].map { again in
                var source = ImportSource("salute.xlsx", [UInt8](Self.workbook(Self.after)))
                source.chosen["again"] = again
                return try QuestionnaireFormat(source).outcomes(words, db).first?.kind
            }
        }
        #expect(kinds == [.unclear, .changed, .taken])
    }

    @Test func aRowIsComparedByItsQuestions() {
        let choices = Workbook.Sheet(name: "choices", rows: [["list_name", "name", "label"], ["l", "1", "Sì"], ["l", "2", "No"]])
        func read(_ label: String) -> ExchangePages.Read {
            let rows = [["type", "name", "label"], ["select_one l", "a", label], ["text", "b", "Dove?"]]
            return ExchangePages.read(Workbook(sheets: [.init(name: "survey", rows: rows), choices]), "x", original: .italian)
        }
        let now = read("Va bene?")
        let comparison = FormComparison(now, from: read("Va?").file.structure)
        // The form itself, the question and the one that stayed, then the answers of the first.
        #expect(FormRow.all(now).dropFirst().map { comparison.kind(of: $0) } == [.changed, .same, .changed, .changed])
    }

    @Test func anotherOrderOfAnswersIsAChangeToo() {
        func read(_ order: [String]) -> ExchangePages.Read {
            let rows = [["type", "name", "label"], ["select_one l", "a", "Va?"]]
            let choices = [["list_name", "name", "label"]] + order.map { ["l", $0, "Risposta \($0)"] }
            let workbook = Workbook(sheets: [.init(name: "survey", rows: rows), .init(name: "choices", rows: choices)])
            return ExchangePages.read(workbook, "x", original: .italian)
        }
        let before = read(["1", "2"])
        #expect(FormComparison(before, from: before.file.structure).isSame)
        #expect(!FormComparison(read(["2", "1"]), from: before.file.structure).isSame)
    }

    @Test func formsAreKnownByTheirProgram() {
        #expect(FormOrigin("GIFT", identifier: "", title: "Uno") == FormOrigin("GIFT", identifier: "", title: "uno"))
        #expect(FormOrigin("GIFT", identifier: "", title: "Uno") != FormOrigin("Text", identifier: "", title: "Uno"))
        #expect(!FormOrigin("XLSForm", identifier: "", title: "Uno", isCode: true).isCode)
        let form = #"{"formId":"F1","info":{"title":"Uno"},"items":[{"title":"Come?","questionItem":{"question":{"textQuestion":{}}}}]}"#
        let read = ExchangePages.read(Data(form.utf8), "x.json", original: .italian)
        #expect(read.origin == FormOrigin("Google Forms", identifier: "F1", title: ""))
    }
}
