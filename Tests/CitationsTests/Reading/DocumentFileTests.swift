import Formats
import Foundation
import TestSupport
import Testing
import Web

@testable import Citations

@Suite struct DocumentFileTests {
    /// A PDF of one page with these lines.
    private static func pdf(_ lines: [String]) -> [UInt8] {
        let text = lines.map { "(\($0)) Tj 0 -20 Td" }.joined(separator: "\n")
        let content = "BT /F1 12 Tf 50 700 Td\n\(text)\nET"
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
            "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
        var (file, places) = ("%PDF-1.4\n", [Int]())
        for (index, object) in objects.enumerated() {
            places.append(file.utf8.count)
            file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = file.utf8.count
        file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for place in places { file += String(repeating: "0", count: 10 - String(place).count) + "\(place) 00000 n \n" }
        return Array((file + "trailer << /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n").utf8)
    }

    @Test(.enabled(if: PDFText.isInstalled)) func aCurriculumAsPDFHasText() throws {
        let text = try PDFText.read(Self.pdf(["Curriculum of Anna De Luca", "Dry rivers and their stones, Hydrology, 2001"]))
        #expect(text.contains("Dry rivers and their stones"))
        #expect(throws: PDFText.Refusal.empty) { try PDFText.read(Self.pdf([])) }
        #expect(throws: PDFText.Refusal.unreadable) { try PDFText.read(Array("%PDF-1.4\nnothing".utf8)) }
    }

    @Test func lettersOfOtherWritingsAskForTheirEncoding() {
        let cyrillic: [UInt8] = Array("12,\"".utf8) + [0xCC, 0xE8, 0xF0, 0xE0, 0xEC, 0xE8, 0xF0, 0xED, 0xFB, 0xE5] + Array("\"\n".utf8)
        #expect(Charset.isForeign(cyrillic))
        #expect(!Charset.isForeign(Array("Titolo;Citt".utf8) + [0xE0] + Array(";Universit".utf8) + [0xE0, 0x0A]))
    }

    @Test(arguments: [
        (Charset.chinese, [0xCB, 0xAE, 0xB5, 0xC4] as [UInt8], "水的"), (.chineseTraditional, [0xA4, 0xF4], "水"),
        (.korean, [0xB9, 0xB0], "물"),
        (.russianUnix, [0xED, 0xC9, 0xD2], "Мир"),
    ])
    func encodingsOfTheEastAreRead(_ charset: Charset, _ bytes: [UInt8], text: String) {
        #expect(DocumentText.read(bytes, as: charset) == text)
    }

    @Test func aTextInUTF16WithoutAMarkIsRead() {
        let bytes = "Title,Cites\nDry rivers,3\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(DocumentText.read(bytes) == "Title,Cites\nDry rivers,3\n")
    }

    @Test func aLongListIsKeptAsItsWorks() throws {
        var work = ListedWork(title: "Dry rivers", authors: "A De Luca, B Neri", venue: "Hydrology", year: 2001, citations: 3)
        work.identified = [IdentifiedAuthor(name: "A De Luca", number: "A1", institutions: ["University of Stones"])]
        #expect(try ListReader.read(CompactWorkList.texts([work], longest: 1_000)[0]).works == [work])
        let works = (1...100).map { (number: Int) in ListedWork(title: "Work \(number)", citations: number) }
        let texts = CompactWorkList.texts(works, longest: 2_000)
        #expect(texts.count > 1)
        #expect(texts.allSatisfy { $0.unicodeScalars.count <= 2_000 })
        #expect(try texts.flatMap { try ListReader.read($0).works } == works)
    }

    @Test func filesOfCataloguesAreTakenAsTheyAre() async throws {
        let (site, _) = try await RunSite.make()
        let abstract = String(repeating: "x", count: 9_000)
        let works = (1...90).map { "{\"display_name\":\"Work \($0)\",\"cited_by_count\":\($0),\"abstract\":\"\(abstract)\"}" }
        let long = Data("{\"results\":[\(works.joined(separator: ","))]}".utf8)
        let sheet = Workbook(sheets: [.init(name: "Foglio", rows: [["Titolo", "Citazioni"], ["Dry rivers", "3"]])])
        try await site.browse(as: "admin") { browsers in
            let page = "/admin/citations/documents"
            for (name, bytes, wanted) in [("lungo.json", long, "90 lavori"), ("opere.xlsx", Data(sheet.bytes), "Dry rivers")] {
                let kept = try await browsers[0].keep([("role", "list")], files: [(name: "files", fileName: name, bytes: bytes)])
                expect(try await browsers[0].get(kept.location ?? "").contains(wanted), "\(name)")
            }
            let foreign = Data([0xCC, 0xE8, 0xF0, 0xE0, 0xEC, 0xE8, 0xF0, 0xED, 0xFB, 0xE5, 0x0A])
            let refused = try await browsers[0].post(page, [("role", "list")], files: [(name: "files", fileName: "a.txt", bytes: foreign)])
            #expect(refused.status == 422)
            #expect(refused.contains("sceglila sotto i file"))
        }
    }
}
