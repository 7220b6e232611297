import AdminTestSupport
import Formats
import Foundation
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Citations

/// Lists of works come in through the workbench: each work beside what it becomes, nothing kept before it is accepted, one undo.
@Suite struct DocumentImportTests {
    private static let documents = Browser.documents
    private static let table = "Title,Authors,Year,Cites\nDry rivers,M Rossi,2001,3\n,L Verdi,2002,4\nWet stones,M Rossi,x,9\n"

    private func count(_ site: TestSite) async throws -> Int? {
        try await site.value("SELECT count(*) FROM citationUpload", as: Int.self)
    }

    private func file(_ name: String, _ text: String) -> (name: String, fileName: String, bytes: Data) { ("files", name, Data(text.utf8)) }

    @Test func eachWorkIsBesideWhatItBecomesAndOneUndoTakesAllBack() async throws {
        let (site, _) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let (address, page) = try await browsers[0].bring([("role", "list")], files: [file("lavori.csv", Self.table)])
            #expect(counts(page) == ["new": 2, "left": 1])
            #expect(page.contains("Dry rivers · M Rossi · 2001 · 3"))
            #expect(page.contains("riga senza titolo"))
            #expect(page.contains("anno non si capisce"))
            expect(try await count(site) == 0)
            let taken = try await browsers[0].confirmFile(address, page)
            #expect(taken.location == Self.documents + "/1")
            expect(try await count(site) == 1)
            // The text is kept as it is.
            expect(try await site.value("SELECT text FROM citationUpload", as: String.self) == Self.table)
            expect(try await browsers[0].post(address + "/undoing").status == 303)
            expect(try await count(site) == 0)
        }
    }

    @Test func aWorkIsCorrectedInPlace() async throws {
        let (site, _) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let (address, page) = try await browsers[0].bring([("role", "list")], files: [file("lavori.csv", Self.table)])
            // What is left out has its fields open.
            #expect(page.contains("name=\"fix.2.cells.0.text\""))
            #expect(!page.contains("name=\"fix.1.cells.0.text\""))
            let open = try await browsers[0].get(address + "/items?open=1")
            #expect(open.contains("name=\"fix.1.cells.4.text\" value=\"3\""))
            let fixes = [("fix.2.cells.0.text", "Low lands"), ("fix.1.cells.4.text", "30"), ("decision.3", "leave")]
            expect(try await browsers[0].post(address + "/items", fixes).status == 303)
            let again = try await browsers[0].get(address + "/items")
            #expect(counts(again) == ["new": 2, "left": 1])
            #expect(again.contains("Low lands"))
            try await browsers[0].confirmFile(address, again)
            let text = try #require(try await site.value("SELECT text FROM citationUpload", as: String.self))
            let works = try ListReader.read(text).works
            #expect(works.map(\.title) == ["Dry rivers", "Low lands"])
            #expect(works.map(\.citations) == [30, 4])
        }
    }

    @Test func columnsAreChosenAndRememberedForTheNextFileOfThatShape() async throws {
        let (site, _) = try await RunSite.make()
        let odd = "Opera;Voci;Quando\nDry rivers;3;2001\nWet stones;9;2002\n"
        try await site.browse(as: "admin") { browsers in
            let (address, page) = try await browsers[0].bring([("role", "list")], files: [file("strana.csv", odd)])
            #expect(counts(page) == ["refused": 1])
            #expect(page.contains("href=\"\(address)\""))
            let choices = try await browsers[0].get(address)
            #expect(choices.contains("name=\"choice.column.title\""))
            #expect(choices.contains("name=\"choice.charset\""))
            let chosen = [("choice.column.title", "1"), ("choice.column.citations", "2"), ("choice.column.year", "3")]
            let looked = try await browsers[0].post(address, chosen + [("act", "reading")])
            #expect(looked.location == address)
            expect(try await browsers[0].get(address).contains("Wet stones"))
            let read = try await browsers[0].get(address + "/items")
            #expect(counts(read) == ["new": 2])
            try await browsers[0].confirmFile(address, read)
            let next = try await browsers[0].bring([("role", "list")], files: [file("altra.csv", odd + "Low lands;1;2003\n")])
            #expect(counts(next.page) == ["new": 3])
        }
    }

    @Test func pagesAndSeveralFilesComeTogether() async throws {
        let (site, _) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let page = try await browsers[0].bring([("role", "page"), ("text", "<ul><li>Dry rivers</li></ul>")])
            #expect(counts(page.page) == ["new": 1])
            try await browsers[0].confirmFile(page.address, page.page)
            expect(try await site.value("SELECT role FROM citationUpload", as: String.self) == "page")
            let files = [file("a.csv", Self.table), file("b.txt", "7\tHigh hills\tM Rossi\t2003\n"), file("c.pdf", "%PDF-1.7 x")]
            let all = try await browsers[0].bring([("role", "list")], files: files)
            #expect(counts(all.page) == ["new": 3, "left": 2])
            #expect(all.page.contains("c.pdf"))
            try await browsers[0].confirmFile(all.address, all.page)
            expect(try await count(site) == 3)
            try await browsers[0].post(all.address + "/undoing")
            expect(try await count(site) == 1)
        }
    }

    @Test func archivesInAnArchiveAreUnpackedToALimit() throws {
        var source = ImportIntake.archive([ImportSource("a.csv", Array(Self.table.utf8)), ImportSource("b.csv", Array(Self.table.utf8))])
        source.chosen = [ImportChoice.bundle: "yes"]
        let size = Self.table.utf8.count
        let both = try DocumentSource(source, most: 2 * size)
        #expect(both.documents.map(\.name) == ["a.csv", "b.csv"])
        let one = try DocumentSource(source, most: 2 * size - 1)
        #expect(one.documents.map(\.name) == ["a.csv"])
        #expect(one.refused.map(\.name) == ["b.csv"])
        #expect(one.refused.map(\.why) == [.size])
        #expect(throws: ImportRefusal.self) { try DocumentSource(source, most: size - 1) }
    }

    @Test func nobodySaysThatAFileIsSeveral() async throws {
        let (site, _) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let (address, _) = try await browsers[0].bring([("role", "list")], files: [file("lavori.csv", Self.table)])
            let many = (1...100).map { ("choice.other\($0)", "x") }
            try await browsers[0].post(address, [("choice.role", "page"), ("choice.bundle", "yes"), ("act", "reading")] + many)
            let mapping = try #require(try await site.value("SELECT mapping FROM stagedImport", as: String.self))
            #expect(mapping.contains("page"))
            #expect(!mapping.contains("bundle"))
            #expect(mapping.split(separator: "other").count <= 41)
        }
        let service = ImportAPI(admin: site.portal.admin)
        #expect(throws: ImportRefusal.self) { try service.chosen(#"{"bundle": "yes"}"#) }
    }

    @Test func onlyTheirOwnerUndoesThem() async throws {
        let (site, _) = try await RunSite.make()
        try await site.database.write { db in
            try db.execute(sql: "UPDATE roleAssignment SET role = 'researcher', scopeID = NULL WHERE accountID = 3")
        }
        try await site.browse(as: "admin", "educator-blu") { browsers in
            try await browsers[0].keep([("role", "list"), ("text", Examples.list)])
            let act = try #require(try await site.value("SELECT actID FROM citationUpload", as: Int.self))
            let undo = try await browsers[1].post("/admin/citations/runs/bulk/undoing", [("act", String(act))])
            #expect(undo.status == 404)
            expect(try await count(site) == 1)
            expect(try await browsers[0].post("/admin/citations/runs/bulk/undoing", [("act", String(act))]).status == 303)
            expect(try await count(site) == 0)
        }
    }

    @Test func whatIsBroughtElsewhereIsRecognisedByItsContent() throws {
        func fits(_ text: String) -> Bool { DocumentFormat.fits(ImportSource("x", Array(text.utf8))) }
        #expect(fits("@article{a, title = {Dry rivers}, author = {Rossi, M}}"))
        #expect(fits(Self.table))
        #expect(fits("TY  - JOUR\nTI  - Dry rivers\nAU  - Rossi, M\nER  - \n"))
        #expect(!fits("Nome,Autore\nRossi,Mario Rossi\n"))
        #expect(!fits("solo una riga"))
        #expect(!fits(#"[{"name": "Rossi", "titleThreshold": 80}]"#))
    }

    @Test func theCommandAndProgramsTakeThem() async throws {
        let (site, _) = try await RunSite.make()
        let trial = CommandLineImport(site.portal.admin)
        func check(_ text: String) async throws -> CommandLineImport.Report {
            try await trial.run(
                Array(text.utf8), named: "x.csv", into: "citations.runs", place: nil, checksOnly: true, in: .english)
        }
        expect(try await check("Title,Cites\nDry rivers,3\nWet stones,9\n").isWhole)
        let lost = try await check("Title,Cites\nDry rivers,3\n,9\n")
        #expect(!lost.isWhole)
        #expect(lost.lines.count == 1)
        expect(try await count(site) == 0)
    }
}
