import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

@Suite struct SweepTests {
    let site: SampleSite

    init() async throws { site = try await SampleSite() }

    @Test func clearsAwayWhatNobodyNeedsAndNothingElse() async throws {
        let samples = try Samples()
        let data = site.data
        _ = try await site.add(samples, width: 20, scopeID: nil)
        let kept = try #require(try await site.value("SELECT file FROM picture", as: String.self))
        let (lost, young) = (String(repeating: "a", count: 32), String(repeating: "b", count: 32))
        let leftovers = [data + "/pictures/" + lost, data + "/.portico-work-x"]
        for folder in leftovers + [data + "/pictures/" + young] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        for folder in leftovers + [data + "/pictures/" + kept] {
            try FileManager.default.setAttributes([.modificationDate: Date.now - 2 * 86_400], ofItemAtPath: folder)
        }
        try await site.browse(as: "librarian") { [self] browsers in
            try await site.database.write { db in
                for (state, days) in [("done", 31), ("done", 29), ("failed", 31), ("failed", 91)] {
                    let job = try Jobs.enqueue(db, "greet", title: LocalizedMessage("\(state) \(days)"), by: .system("test"))
                    let sql = "UPDATE job SET state = ?, endedAt = ? WHERE id = ?"
                    try db.execute(sql: sql, arguments: [state, Date.now - Double(days) * 86_400, job.id])
                }
                let old =
                    "INSERT INTO session (tokenHash, accountID, createdAt, seenAt, expiresAt, address, device) VALUES (?, 1, ?, ?, ?, '', '')"
                let past = Date.now - 3_600
                try db.execute(sql: old, arguments: [Data(count: 32), past, past, past])
                try site.portal.beginCleanup(db)
                // A second start soon after the first asks for no second one.
                try site.portal.beginCleanup(db)
            }
            expect(try await site.value("SELECT count(*) FROM job WHERE kind = 'cleaning'", as: Int.self) == 1)
            try await site.portal.jobs.runDue(now: .now + 5)
            for folder in leftovers { #expect(!FileManager.default.fileExists(atPath: folder), "\(folder)") }
            for file in [kept, young] { #expect(FileManager.default.fileExists(atPath: data + "/pictures/" + file)) }
            let titles = try await site.database.read {
                try String.fetchAll($0, sql: "SELECT title FROM job WHERE kind = 'greet' ORDER BY id")
            }
            #expect(titles.map { LocalizedMessage(json: $0).key } == ["done 29", "failed 31"])
            expect(try await site.value("SELECT count(*) FROM session", as: Int.self) == 1)
            expect(try await browsers[0].get("/admin").status == 200)
        }
        try await site.browse(as: "admin") { browsers in
            expect(try await browsers[0].get("/admin/jobs?state=done").contains("immagini inutilizzate "))
        }
    }

    @Test func noIndexKeepsWordsOfWhatWasErased() async throws {
        let word = "xylofonograf"
        func places() async throws -> [String] {
            try await site.database.read { db in
                let sql = "SELECT name FROM sqlite_schema WHERE name GLOB '*Words_data' AND name NOT GLOB 'audit*'"
                return try String.fetchAll(db, sql: sql).filter {
                    try Bool.fetchOne(db, sql: "SELECT max(instr(block, CAST(? AS BLOB))) > 0 FROM \($0)", arguments: [word]) ?? false
                }
            }
        }
        try await site.browse(as: "admin") { browsers in
            let list = "/admin/sample/books"
            for number in 0..<3 {
                try await browsers[0].post(list, ["name": "\(word) \(number)", "copies": "1", "ordering": "10", "scope": "1"])
            }
            let ids = try await site.database.read { try Int64.fetchAll($0, sql: "SELECT id FROM book WHERE name GLOB '\(word)*'") }
            #expect(ids.count == 3)
            for act in ["delete", "erase"] {
                try await browsers[0].post(list + "/trash", [("act", act), ("confirmed", "yes")] + ids.map { ("id", String($0)) })
            }
        }
        expect(try await site.value("SELECT count(*) FROM book WHERE name GLOB '\(word)*'", as: Int.self) == 0)
        // As long as the pieces are not merged they name what was deleted.
        let named = try await places()
        #expect(named.contains("bookWords_data"), "\(named)")
        #expect(named.contains("searchWords_data"), "\(named)")
        try await site.database.write { try site.portal.beginCleanup($0) }
        try await site.portal.jobs.runDue(now: .now + 5)
        expect(try await places() == [])
    }
}
