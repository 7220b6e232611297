import Admin
import Formats
import Foundation
import TestSupport
import Testing

@testable import Citations

/// Nothing that a file has is left out in silence.
@Suite struct LeftOutTests {
    private static let fields = [("author", "1"), ("preset", "improved"), ("titleThreshold", "80"), ("authorThreshold", "0")]

    @Test func aListOfWorksAloneKeepsTheRowsAndWhatIsSaidOfThem() throws {
        let text =
            "Title,Authors,Year,Cites\nDry rivers,M Rossi,2001,3\n,M Rossi,2002,4\nWet stones,M Rossi,2003,tanti\nHot sands,M Rossi,2004,\n"
        let whole = try ListReader.read(text)
        for longest in [300, 10_000] {
            let parts = try CompactWorkList.texts(whole, longest: longest).map { try ListReader.read($0) }
            #expect(parts.flatMap(\.works) == whole.works)
            #expect(parts.flatMap(\.remarks) == whole.remarks.sorted { $0.row < $1.row })
        }
    }

    @Test func allRowsOfARemarkAreNamed() async throws {
        let rows = (1...15).map { _ in ",M Rossi,2001,4\n" }.joined()
        let (site, run) = try await RunSite.make(list: "Title,Authors,Year,Cites\nDry rivers,M Rossi,2001,3\n" + rows, page: nil)
        try await site.browse(as: "admin") { browsers in
            let page = try await browsers[0].get("/admin/citations/runs/\(run)/results")
            #expect(page.contains("(3, 4, 5, 6, 7, 8, 9, 10, 11, 12…)"))
            #expect(page.contains("Tutte le 15 righe"))
            #expect(page.contains("<li>17</li>"))
        }
    }

    @Test func anEntryOfThePageThatIsBrokenIsNamed() throws {
        let page = "@article{a, title = {Dry rivers}, year = 2001\n@article{b, title = {Wet stones}, year = 2002}\n"
        let analysis = try Analysis(
            lists: [.init(name: "l", text: "9\tDry rivers\tM Rossi\n8\tWet stones\tM Rossi\n")], pages: [.init(name: "p", text: page)],
            Method(surnames: ["Rossi"]))
        let remark = try #require(analysis.remarks.first { $0.kind == "brokenEntry" })
        #expect(remark.document == "p")
        #expect(remark.role == .page)
    }

    @Test func filesOfAnArchiveThatAreNotReadAreNamed() async throws {
        let (site, _) = try await RunSite.make()
        var zip = StoredZip()
        zip.add("opere.csv", Array("Title,Authors,Year,Cites\nDry rivers,M Rossi,2001,3\n".utf8))
        zip.add("foto.png", [1, 2, 3])
        let bytes = Data(zip.bytes)
        try await site.browse(as: "admin") { browsers in
            let made = try await browsers[0].post(
                "/admin/citations/new-run", Self.fields, files: [(name: "listFiles", fileName: "opere.zip", bytes: bytes)])
            #expect(made.status == 303)
            expect(try await browsers[0].get(made.location ?? "").contains("opere.zip: foto.png"))
        }
    }

    @Test func moreFilesThanARunHoldsAreRefused() async throws {
        let (site, _) = try await RunSite.make()
        let file = Data("Title,Authors,Year,Cites\nDry rivers,M Rossi,2001,3\n".utf8)
        try await site.browse(as: "admin") { browsers in
            let files = (1...(Run.mostDocuments + 1)).map { (name: "listFiles", fileName: "\($0).csv", bytes: file) }
            let refused = try await browsers[0].post("/admin/citations/new-run", Self.fields, files: files)
            #expect(refused.status == 422)
            #expect(refused.contains("fino a 20 documenti"))
        }
        expect(try await site.value("SELECT count(*) FROM citationRun", as: Int.self) == 1)
    }

    @Test func aLongFileOfACatalogueIsReadWorkByWork() throws {
        let abstract = String(repeating: "x", count: 50_000)
        let works = (1...90).map { "{\"display_name\":\"Work \($0)\",\"cited_by_count\":\($0),\"abstract\":\"\(abstract)\"}" }
        for text in ["\u{FEFF}{\"meta\":{\"count\":90},\"results\":[\(works.joined(separator: ","))]}", works.joined(separator: "\n")] {
            let reading = try #require(try JSONWorks.read(long: Array(text.utf8)))
            #expect(reading.works.map(\.citations) == Array(1...90))
            // The workbench holds its works, not its text.
            let document = try #require(try DocumentSource(ImportSource("x.json", Array(text.utf8))).documents.first)
            #expect(document.text.isEmpty)
            #expect(document.items.count == 90)
        }
        #expect(try JSONWorks.read(long: Array("{\"results\":[]}".utf8)) == nil)
    }

    @Test func aLongFileOfMoreWorksThanAListHoldsIsReadToItsLimit() throws {
        let abstract = String(repeating: "x", count: 900)
        let works = (1...5_002).map { "{\"title\":\"Work \($0)\",\"cites\":1,\"abstract\":\"\(abstract)\"}" }
        let reading = try #require(try JSONWorks.read(long: Array("[\(works.joined(separator: ","))]".utf8)))
        #expect(reading.works.count == ListReading.mostWorks)
        #expect(reading.remarks.map(\.kind) == [.tooMany])
        #expect(reading.beyond == 2)
    }

    @Test func rowsWithoutAWorkAreNamedToALimit() {
        var reading = ListReading(format: .csv)
        for row in 1...(ListReading.mostRemarks + 2) { reading.add(ListedWork(title: ""), row: row) }
        #expect(reading.remarks.count == ListReading.mostRemarks + 1)
        #expect(reading.isFull)
        #expect(DocumentItems(reading, 0, nil, "").all.count == ListReading.mostRemarks + 1)
    }

    @Test func whatARunBringsIsAnImportWithOneUndo() async throws {
        let (site, _) = try await RunSite.make()
        let list = "Title,Authors,Year,Cites\nDry rivers,M Rossi,2001,3\n,M Rossi,2002,4\n"
        let new = [("newAuthor", "Ida Neri"), ("preset", "improved"), ("titleThreshold", "80"), ("authorThreshold", "0"), ("list", list)]
        try await site.browse(as: "admin") { browsers in
            func count(_ table: String) async throws -> Int? {
                try await site.value("SELECT count(*) FROM \(table) WHERE deletedAt IS NULL", as: Int.self)
            }
            let made = try await browsers[0].post("/admin/citations/new-run", new)
            #expect(made.status == 303)
            let items = try await browsers[0].get("/admin/imports/1/items")
            #expect(items.contains("Dry rivers"))
            #expect(items.contains("riga senza titolo"))
            expect(try await count("citationRun") == 2)
            expect(try await count("citationAuthor") == 2)
            expect(try await browsers[0].post("/admin/imports/1/undoing").status == 303)
            expect(try await count("citationRun") == 1)
            expect(try await count("citationAuthor") == 1)
            // What is refused leaves nothing.
            expect(try await browsers[0].post("/admin/citations/new-run", new + [("pageAddress", "x")]).status == 422)
            expect(try await site.value("SELECT count(*) FROM stagedImport", as: Int.self) == 1)
        }
    }
}
