import Accounts
import Foundation
import GRDB
import Registry
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Citations

/// What cannot be the same, titles that stand for one work only, and what of it comes back from a seed file.
@Suite struct ApartTests {
    private static let twins =
        "9\tOn bread and rivers\tM Rossi\t2001\n7\tOn bread and river\tM Rossi\t2004\n5\tNotes on stones\tM Rossi\t2005"
    private static let page = "<html><body><ul><li><b>On bread and rivers</b></li><li><b>Notes on stones</b></li></ul></body></html>"

    private static func analysis(_ list: String, oneToOne: Bool = false, apart: [String: Set<String>] = [:]) throws -> Analysis {
        var method = Method()
        method.isOneToOne = oneToOne
        return try Analysis(
            lists: [Analysis.Document(name: "l", text: list)], pages: [Analysis.Document(name: "p", text: page)], method, apart: apart)
    }

    @Test func aTitleOfThePageStandsForOneWorkOnlyIfThatIsWanted() throws {
        let free = try Self.analysis(Self.twins)
        #expect(free.works.allSatisfy { Matching.reaches($0.best?.percent ?? 0, 80) })
        #expect(free.works.allSatisfy { $0.takenBy == nil })
        let assigned = try Self.analysis(Self.twins, oneToOne: true)
        #expect(assigned.works.map(\.takenBy) == [nil, "On bread and rivers", nil])
        #expect(assigned.page.map { $0.best?.index } == [0, 2])
    }

    @Test func whatCannotBeTheSameIsNeitherMatchedNorMerged() throws {
        let list = "9\tDry rivers\tM Rossi\t2001\n4\tDry Rivers\tM Rossi\n5\tNotes on stones\tM Rossi\t2005"
        #expect(try Self.analysis(list).works.map(\.copies) == [2, 1])
        let split = try Self.analysis(list, apart: ["dry rivers|2001": ["dry rivers|"], "notes on stones|2005": ["notes on stones"]])
        #expect(split.works.map(\.listed.citations) == [9, 4, 5])
        #expect(!Matching.reaches(split.works[2].best?.percent ?? 0, 80))
    }

    @Test func aPersonSaysThatAWorkIsNotTheOneOnThePageAndCanTakeItBack() async throws {
        let (site, run) = try await RunSite.make(list: Self.twins, page: Self.page)
        let work = try await RunSite.find(site, "On bread and river")
        try await site.browse(as: "admin") { browsers in
            let address = "/admin/citations/runs/\(run)/works/\(work)"
            expect(try await browsers[0].get(address).contains("«On bread and rivers», sulla pagina"))
            let fields = [("name", "On bread and river"), ("year", "2004"), ("citations", "7"), ("isNot", "on bread and rivers")]
            expect(try await browsers[0].post(address, fields).status == 303)
            let said = try await browsers[0].get("/admin/citations/runs/\(run)/results")
            #expect(said.contains("Una persona ha detto che non è «On bread and rivers»"))
            #expect(said.contains("h = <strong>2</strong>"))
            // The fact outlives the lists: they are read again.
            try await RunSite.work(site)
            expect(try await browsers[0].get("/admin/citations/runs/\(run)/results").contains("h = <strong>2</strong>"))
            expect(try await site.value("SELECT pageTitle FROM citationWork WHERE title = 'On bread and river'", as: String.self) == nil)
            let act = try await site.value("SELECT max(id) FROM citationAct", as: Int64.self) ?? 0
            try await browsers[0].post("/admin/citations/runs/\(run)/decisions/\(act)/undoing")
            try await RunSite.work(site)
            expect(try await browsers[0].get("/admin/citations/runs/\(run)/results").contains("h = <strong>3</strong>"))
        }
    }

    @Test func mergedRowsCanBeSplitAndJoinedAgain() async throws {
        let list = "9\tDry rivers\tM Rossi\t2001\n4\tDry Rivers\tM Rossi\n5\tNotes on stones\tM Rossi\t2005"
        let (site, run) = try await RunSite.make(list: list, page: nil)
        let work = try await RunSite.find(site, "Dry rivers")
        let fields = [("name", "Dry rivers"), ("year", "2001"), ("citations", "9")]
        try await site.browse(as: "admin") { browsers in
            try await browsers[0].post("/admin/citations/runs/\(run)/works/\(work)", fields + [("isNot", "dry rivers|")])
            try await RunSite.work(site)
            expect(try await site.value("SELECT count(*) FROM citationWork", as: Int.self) == 3)
            let act = try await site.value("SELECT max(id) FROM citationAct", as: Int64.self) ?? 0
            try await browsers[0].post("/admin/citations/runs/\(run)/decisions/\(act)/undoing")
            try await RunSite.work(site)
            expect(try await site.value("SELECT count(*) FROM citationWork", as: Int.self) == 2)
        }
    }

    @Test func rowsOfTheSameTitleAndYearCanBeSplitAndDecidedOneByOne() async throws {
        let list = "9\tDry rivers\tM Rossi\t2001\n4\tDry rivers\tM Rossi\t2001\n5\tNotes on stones\tM Rossi\t2005"
        let (site, run) = try await RunSite.make(list: list, page: nil)
        let work = try await RunSite.find(site, "Dry rivers")
        let identities = "SELECT group_concat(identity, ' ') FROM (SELECT identity FROM citationWork ORDER BY position)"
        try await site.browse(as: "admin") { browsers in
            let address = "/admin/citations/runs/\(run)/works/\(work)"
            expect(try await browsers[0].get(address).contains("stesso titolo e lo stesso anno"))
            let fields = [("name", "Dry rivers"), ("year", "2001"), ("citations", "9"), ("isNot", "dry rivers|2001")]
            try await browsers[0].post(address, fields)
            try await RunSite.work(site)
            expect(try await site.value(identities, as: String.self) == "dry rivers|2001 dry rivers|2001|2 notes on stones|2005")
            // A decision about one of them says nothing of the other.
            let second = "SELECT id FROM citationWork WHERE identity = 'dry rivers|2001|2'"
            let other = try await site.value(second, as: Int64.self) ?? 0
            try await browsers[0].post("/admin/citations/runs/\(run)/works/\(other)/decision", [("act", "out")])
            expect(try await browsers[0].get("/admin/citations/runs/\(run)/results").contains("h = <strong>2</strong>"))
            expect(try await site.value("SELECT count(*) FROM citationDecision WHERE json_extract(value, '$.isIn') = 0", as: Int.self) == 1)
        }
    }

    @Test func decisionsAndProfilesComeBackFromASeedFile() async throws {
        let (site, run) = try await RunSite.make()
        try await site.database.write { db in
            let decision = WorkDecision(isIn: true, title: "Grape yields", year: 2002, citations: 41, isNot: ["notes on edge detection"])
            let identity = "grape yields and rainfall in tuscany|2001"
            try WorkDecision.set(decision, on: identity, called: "Grape yields", of: (run, "Rossi"), db, by: RunSite.actor)
            try AuthorProfile.set(run, of: 1, db)
        }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..").standardized.path
        let folder = try TemporaryFolder()
        let seed = Seed(
            modules: [Registry.self, Citations.self], words: try Texts(folder: root + "/Templates/texts").words(in: .english),
            accounts: AccountSettings(scryptCost: 4, roles: Citations.roles))
        let store = try PictureStore(folder: folder.path + "/store")
        let copy = try await TestSite("registry", "citations")
        _ = try await seed.export(site.database, pictures: store, to: folder.path + "/one")
        _ = try await seed.apply(
            folder.path + "/one/seed.yaml", to: copy.database, pictures: store, passwords: Passwords(AccountSettings(scryptCost: 4)))
        let plan = try await seed.plan(folder.path + "/one/seed.yaml", on: copy.database, pictures: store)
        #expect(plan.isNothing, "\(plan)")
        let kept = "SELECT value FROM citationDecision"
        let (before, after) = (try await site.value(kept, as: String.self), try await copy.value(kept, as: String.self))
        #expect(WorkDecision.read(before) == WorkDecision.read(after))
        #expect(after != nil)
        expect(try await copy.value("SELECT count(*) FROM citationProfile", as: Int.self) == 1)
        // The log names the author as the pages do, not by the seed's key.
        let told = "SELECT objectTitle FROM audit WHERE action = 'citations.authors.publish'"
        expect(try await copy.value(told, as: String.self) == "Mario Rossi")
    }
}
