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
