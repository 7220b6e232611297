import AdminTestSupport
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// Forms come in through the workbench: each row beside its reading, nothing written before it is accepted, one undo for all of it.
@Suite struct QuestionnaireImportTests {
    private static let address = "/admin/questionnaires/questionnaires/imports"
    private static let structures = "/admin/questionnaires/questionnaires"

    private static func workbook() -> Data {
        let rows = [["type", "name", "label"], ["geopoint", "g", "Dove?"], ["text", "t", "Come?"]]
        return Data(Workbook(sheets: [.init(name: "survey", rows: rows)]).bytes)
    }

    private func take(_ browser: Browser, _ name: String, _ bytes: Data) async throws -> (address: String, page: AdminTestSupport.Answer) {
        let sent = try await browser.post(Self.address, [], files: [("file", name, bytes)])
        let items = sent.location ?? ""
        return (String(items.dropLast("/items".count)), try await browser.get(items))
    }

    private func decide(_ decision: String, _ address: String, _ browser: Browser) async throws -> AdminTestSupport.Answer {
        _ = try await browser.post(address + "/items", [("decision.1", decision)])
        return try await browser.get(address + "/items")
    }

    private func count(_ site: TestSite) async throws -> Int {
        try await site.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM questionnaire WHERE deletedAt IS NULL") ?? 0 }
    }

    @Test func eachRowStandsBesideItsReadingAndOneUndoTakesAllBack() async throws {
        let site = try await TestSite("house", "registry", "questionnaires")
        try await site.browse(as: "admin") { browsers in
            for (id, code) in [(1, "CLIMA"), (2, "CLIMA-2")] {
                var (address, page) = try await take(browsers[0], "clima.xlsx", Self.workbook())
                if id == 2 {
                    // The same file again: nothing is written before a person says what is to become of it.
                    #expect(counts(page) == ["unclear": 1, "same": 1, "left": 1])
                    page = try await decide("new", address, browsers[0])
                }
                // The form itself, and two rows, of which one is left out.
                #expect(counts(page) == ["new": 2, "left": 1])
                #expect(page.contains("I luoghi («geopoint»)"))
                #expect(page.contains("label: Come?"))
                #expect(page.contains(code))
                #expect(try await count(site) == id - 1)
                let taken = try await browsers[0].confirmFile(address, page)
                #expect(taken.location == "\(Self.structures)/\(id)/structure/import-report")
                let report = try await browsers[0].get("\(Self.structures)/\(id)/structure/import-report")
                #expect(report.contains("I luoghi («geopoint»)"))
                #expect(report.contains("2 righe"))
                #expect(report.contains(code) == (id == 2))
                #expect(try await count(site) == id)
                if id == 2 {
                    let undone = try await browsers[0].post(address + "/undoing")
                    #expect(undone.status == 303)
                    #expect(try await count(site) == 1)
                }
            }
        }
    }

    @Test func whatPorticoWroteComesBackAsItWas() async throws {
        let site = try await TestSite("house", "registry", "questionnaires")
        let bytes = Data(XLSFormWriter(XLSFormTests.file, original: .italian).workbook.bytes)
        try await site.browse(as: "admin") { browsers in
            let (address, page) = try await take(browsers[0], "form.xlsx", bytes)
            #expect(counts(page)["left"] == nil)
            let taken = try await browsers[0].confirmFile(address, page)
            #expect(taken.location == "\(Self.structures)/1/structure")
            let sheets = try await browsers[0].get("\(Self.structures)/1/structure/xlsform")
            #expect(sheets.headers[.contentType] == XLSForm.type)
            // It was taken as it is, so there is no list.
            #expect(try await browsers[0].get("\(Self.structures)/1/structure/import-report").status == 404)
            let json = try await browsers[0].get("\(Self.structures)/1/structure/file")
            let (_, again) = try await take(browsers[0], "form.json", Data(json.text.utf8))
            // Its code is in use: until a person says what is to become of it, nothing of it can be accepted.
            #expect(again.contains("Questo è già stato importato."))
            #expect(counts(again)["unclear"] == 1)
            #expect(counts(again)["new"] == nil)
            #expect(counts(again)["changed"] == nil)
            #expect(!again.text.contains("/application"))
        }
        let stored = try await site.database.read { try ConfigurationFile(1, version: 1, $0)?.json.compact }
        #expect(stored == XLSFormTests.file.json.compact)
    }

    @Test func aRowThatIsLeftOutIsNotInTheQuestionnaire() async throws {
        let site = try await TestSite("house", "registry", "questionnaires")
        let rows = [["type", "name", "label"], ["text", "a", "Come stai?"], ["text", "b", "Dove abiti?"]]
        let bytes = Data(Workbook(sheets: [.init(name: "survey", rows: rows)]).bytes)
        try await site.browse(as: "admin") { browsers in
            let (address, page) = try await take(browsers[0], "due.xlsx", bytes)
            #expect(counts(page) == ["new": 3])
            let saved = try await browsers[0].post(address + "/items", [("show", "all"), ("decision.3", "leave")])
            #expect(saved.status == 303)
            let again = try await browsers[0].get(address + "/items")
            #expect(counts(again) == ["new": 2, "left": 1])
            try await browsers[0].confirmFile(address, again)
        }
        let texts = try await site.database.read { try ConfigurationFile(1, version: 1, $0)?.structure.questions.map(\.text) }
        #expect(texts == ["Come stai?"])
    }

    @Test func aCellIsCorrectedInPlace() async throws {
        let site = try await TestSite("house", "registry", "questionnaires")
        let rows = [["type", "name", "label"], ["text", "a", "Come stai?"], ["geopoint", "b", "Dove abiti?"]]
        let bytes = Data(Workbook(sheets: [.init(name: "survey", rows: rows)]).bytes)
        try await site.browse(as: "admin") { browsers in
            let (address, page) = try await take(browsers[0], "due.xlsx", bytes)
            // A row that is left out has its cells open; the others have them behind a link.
            #expect(page.contains("name=\"fix.3.cells.0.text\" value=\"geopoint\""))
            #expect(page.contains("open=2#item-2"))
            let open = try await browsers[0].get(address + "/items?open=2")
            #expect(open.contains("name=\"fix.2.cells.2.text\" value=\"Come stai?\""))
            let fixes = [("fix.2.cells.2.text", "Come va?"), ("fix.3.cells.0.text", "text")]
            #expect(try await browsers[0].post(address + "/items", fixes).status == 303)
            let again = try await browsers[0].get(address + "/items")
            #expect(counts(again) == ["new": 3])
            #expect(again.contains("corretto da te"))
            try await browsers[0].confirmFile(address, again)
        }
        let texts = try await site.database.read { try ConfigurationFile(1, version: 1, $0)?.structure.questions.map(\.text) }
        #expect(texts == ["Come va?", "Dove abiti?"])
    }

    @Test func mistakesInAFileAreShownAndNothingIsWritten() async throws {
        let site = try await TestSite("house", "registry", "questionnaires")
        let file = #"{"QUESTIONARIO":{"QUESTIONARIO_COD":"X","DES":"Prova"},"QUESITI":[{"QUESITO_ID":1,"TIPO_ELEM_COD":"NIENTE"}]}"#
        try await site.browse(as: "admin") { browsers in
            let (address, page) = try await take(browsers[0], "x.json", Data(file.utf8))
            #expect(counts(page) == ["refused": 2])
            try await browsers[0].confirmFile(address, page)
            #expect(try await count(site) == 0)
        }
    }

    @Test func whatIsNoFormIsRefusedInWords() async throws {
        let site = try await TestSite("house", "registry", "questionnaires")
        try await site.browse(as: "admin") { browsers in
            let refused = try await browsers[0].post(Self.address, [], files: [("file", "form.pdf", Data("%PDF-1.7".utf8))])
            #expect(refused.status == 422)
            #expect(refused.contains("Questo è un PDF"))
            let other = try await browsers[0].post(Self.address, [], files: [("file", "x.json", Data(#"{"a":1}"#.utf8))])
            #expect(other.status == 422)
            #expect(other.contains("x.json"))
            #expect(other.contains("SurveyJS"))
            // The address of the page before the workbench leads there.
            #expect(try await browsers[0].get("/admin/questionnaires/imports").location == Self.address)
        }
    }

    @Test(arguments: [
        ("form.gift", "::Uno:: Due più due? {=4 ~5}\n\n::Due:: Capitale? {=Roma ~Bari}\n"),
        ("form.txt", "Ti piace?\n- sì\n- no\n\nPerché?\n"),
    ])
    func formsOfOtherProgramsAreRecognisedByTheirContent(_ name: String, _ text: String) async throws {
        let site = try await TestSite("house", "registry", "questionnaires")
        try await site.browse(as: "admin") { browsers in
            let (address, page) = try await take(browsers[0], name, Data(text.utf8))
            #expect(counts(page)["new"] ?? 0 >= 3)
            try await browsers[0].confirmFile(address, page)
            #expect(try await count(site) == 1)
        }
    }

    @Test func aTableOfQuestionnairesIsStillATable() async throws {
        let site = try await TestSite("house", "registry", "questionnaires")
        try await site.browse(as: "admin") { browsers in
            let sent = try await browsers[0].post(
                Self.address, [], files: [("file", "lista.csv", Data("Nome,Codice\n1. Come va?,A\n2. Perché?,B\n".utf8))])
            #expect(sent.status == 303)
            #expect(sent.location?.hasSuffix("/items") == false)
        }
    }

    @Test func cellsWithoutAHeadingAreItemsWithTheirContent() {
        let rows = [
            ["type", "name", "label", "label", ""], ["", "", "", "", "da rivedere"], ["text", "t", "Come?", "Altro?", "a margine"],
        ]
        let read = ExchangePages.read(Workbook(sheets: [.init(name: "survey", rows: rows)]), "x", original: .italian)
        let items = FormRow.all(read)
        #expect(items.map(\.number) == [0, 2, 3])
        #expect(items[1].cells.map(\.text) == ["da rivedere"])
        #expect(items[2].cells.map(\.name) == ["type", "name", "label", "", ""])
        let notes = read.report?.notes ?? []
        #expect(
            notes.filter { $0.reason == "cellNoHead" }.map { "\($0.column)\($0.rowText) \($0.about)" } == [
                "E2 da rivedere", "E3 a margine",
            ])
    }
}
