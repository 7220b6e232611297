import AdminTestSupport
import Formats
import Foundation
import GRDB
import Testing
import Web

@testable import Admin

@Suite struct SymbolArchiveTests {
    private static let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="red"/></svg>
        """

    private static func archive(_ files: [(String, Data)]) -> Data {
        var zip = StoredZip()
        for (name, bytes) in files { zip.add(name, [UInt8](bytes)) }
        return Data(zip.bytes)
    }

    @Test func picturesKeepTheLicenceOfTheirArchive() async throws {
        let (site, samples) = (try await SampleSite(), try Samples())
        let zip = Self.archive([
            ("set/ice_cream_2.webp", try samples.plainWebP()), ("set/bread.svg", Data(Self.drawing.utf8)),
            ("__MACOSX/bread.svg", Data()), ("readme.txt", Data("words".utf8)),
        ])
        try await site.browse(as: "librarian") { browsers in
            let fields = [("credit", "Anna Bianchi"), ("licence", "CC BY-SA 4.0"), ("only", "")]
            let taken = try await browsers[0].post("/admin/media/archive", fields, files: [("archive", "set.zip", zip)])
            #expect(taken.status == 303)
        }
        let kept = try await site.database.read { db in
            try String.fetchAll(db, sql: "SELECT alt || ', ' || credit || ', ' || licence FROM picture ORDER BY alt")
        }
        #expect(kept == ["bread, Anna Bianchi, CC BY-SA 4.0", "ice cream, Anna Bianchi, CC BY-SA 4.0"])
    }

    @Test func withoutALicenceNothingIsTaken() async throws {
        let (site, samples) = (try await SampleSite(), try Samples())
        let zip = Self.archive([("bread.webp", try samples.plainWebP())])
        try await site.browse(as: "librarian") { browsers in
            let refused = try await browsers[0].post(
                "/admin/media/archive", [("credit", "Anna Bianchi"), ("licence", "")], files: [("archive", "set.zip", zip)])
            #expect(refused.status == 422)
            #expect(refused.contains("Anna Bianchi"))
            let other = try await browsers[0].post(
                "/admin/media/archive", [("licence", "CC0")], files: [("archive", "set.zip", try samples.plainWebP())])
            #expect(other.status == 422)
        }
        #expect(try await site.value("SELECT count(*) FROM picture", as: Int.self) == 0)
    }

    /// vips would choose another reader by the content, which is not limited to drawings, or read other files.
    @Test(arguments: [
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj "
            + "3 0 obj<</Type/Page/MediaBox[0 0 50 50]/Parent 2 0 R>>endobj trailer<</Root 1 0 R>>\n",
        "/* XPM */\nstatic char *x[]={\"2 2 1 1\",\"a c #ff0000\",\"aa\",\"aa\"};\n",
        "push graphic-context\nviewbox 0 0 64 48\nimage over 0,0 0,0 'label:<svg'\npop graphic-context\n",
        "<html><body>\(String(repeating: " ", count: 1_000))<svg xmlns=\"http://www.w3.org/2000/svg\"/></body></html>",
        "<!-- è un disegno --><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"/>",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xi=\"http://www.w3.org/2001/XInclude\"><xi:include href=\"other.svg\"/></svg>",
        "<!DOCTYPE svg [<!ENTITY words SYSTEM \"file:///etc/hostname\">]><svg xmlns=\"http://www.w3.org/2000/svg\"/>", "<svg/>", "",
    ])
    func whatIsNoDrawingIsNotDrawn(text: String) async throws {
        let samples = try Samples()
        let answers = try await samples.store().take(symbols: [ImportPicture("bread.svg", Data(text.utf8))])
        #expect(answers == [.failure(PictureRefusal(.notAPicture, "bread.svg"))])
    }

    @Test(arguments: [
        "", "\u{feff}", "\n <?xml version=\"1.0\"?>\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/svg11.dtd\">\n",
        "<!DOCTYPE svg [<!ENTITY ns \"http://example.org/\">]>\n",
    ])
    func aDrawingMayBeginAsProgramsWriteIt(beginning: String) throws {
        let drawing = try #require(SymbolDrawing(Data((beginning + Self.drawing).utf8)))
        #expect(drawing.bytes.first == UInt8(ascii: "<"))
    }

    @Test func slowDrawingsHoldUpTheOthersThreeTimesAtMost() async throws {
        let samples = try Samples()
        var tools = PictureTools()
        tools.vips = try samples.script("echo >> '\(samples.path("calls"))'; kill -9 $$")
        let picture = ImportPicture("bread.svg", Data(Self.drawing.utf8))
        let answers = await (try samples.store(tools: tools)).take(symbols: Array(repeating: picture, count: 5))
        #expect(answers.count == 5)
        for answer in answers {
            guard case .failure(let refusal) = answer else {
                Issue.record("drawn")
                continue
            }
            #expect(refusal.textKey == "admin.media.refused.tooHeavy")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: samples.path("calls"))).count == 3)
    }

    @Test func onlyTheWantedNamesAreRead() throws {
        let zip = Self.archive([("milk.svg", Data("a".utf8)), ("bread, white.png", Data("b".utf8)), ("salt.png", Data("c".utf8))])
        let found = SymbolArchive(zip, only: "Milk, bread")
        #expect(found?.pictures.map(\.name) == ["milk.svg", "bread, white.png"])
        #expect(SymbolArchive(Data("no archive".utf8), only: "") == nil)
    }

    @Test func whatIsBeyondTheLimitIsCounted() throws {
        let zip = Self.archive((0..<SymbolArchive.most + 3).map { ("drawing-\($0).png", Data("x".utf8)) })
        let found = SymbolArchive(zip, only: "")
        #expect(found?.pictures.count == SymbolArchive.most)
        #expect(found?.leftOut == 3)
    }

    @Test(arguments: [("ice_cream_2.svg", "ice cream"), ("2445.png", "2445"), ("pane, bianco.png", "pane bianco"), ("latte", "latte")])
    func theNameOfAFileDescribesIt(name: String, words: String) { #expect(SymbolArchive.words(of: name) == words) }
}
