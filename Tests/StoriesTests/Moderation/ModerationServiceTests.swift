import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import TestSupport
import Testing
import Web

@testable import Stories

/// What moderators' programs do, through the front door.
@Suite struct ModerationServiceTests {
    private let cases = "/api/admin/segnalazioni"

    /// Stories of Anna, numbers 1 to 5, each reported by Bruno.
    private func site() async throws -> TestSite {
        let site = try await TestSite("house", "stories")
        try await site.database.write { db in
            for name in ["anna", "bruno"] {
                try db.execute(
                    sql: """
                        INSERT INTO writer (email, nickname, firstName, lastName, verifiedAt, createdAt)
                        VALUES (?, ?, 'Nome', 'Prova', '2026-01-01', '2026-01-01')
                        """, arguments: ["\(name)@example.org", name])
            }
            for number in 1...5 {
                let moment = Date.now - Double(10 - number) * 3600
                let content = try FragmentContent(title: "Storia \(number)", body: .text("Inizio"), isFirst: true)
                _ = try Fragment.start(content, by: 1, at: moment, db)
                _ = try Report.file(Int64(number), number == 3 ? .threat : .spam, note: "Guardate", by: 2, at: moment + 60, db)
            }
        }
        return site
    }

    @Test func aProgramNeedsTheRightsOfThePages() async throws {
        try await site().browse(as: "", "educator", "admin") { browsers in
            for path in [cases, cases + "/1", "/api/admin/sospensioni", "/api/admin/statistiche"] {
                let nobody = try await browsers[0].call(.get, path)
                let educator = try await browsers[1].moderate(.get, path)
                let admin = try await browsers[2].moderate(.get, path)
                #expect(nobody.status == 401, "\(path)")
                #expect(educator.status == 403, "\(path)")
                #expect(admin.status == 200, "\(path)")
            }
            let refused = try await browsers[1].moderate(.post, "/api/admin/post/1/oscura", #"{"reason":"spam","version":1}"#)
            #expect(refused.status == 403)
        }
    }

    @Test func theQueueIsReadPieceByPieceInItsOrder() async throws {
        let site = try await site()
        let whole = try await site.database.read { try ModerationCase.queue(at: .now, $0).map(\.id) }
        try await site.browse(as: "admin") { browsers in
            var (address, found): (String?, [Int64]) = (cases + "?limit=2&kind=text", [])
            while let next = address {
                let answer = try await browsers[0].moderate(.get, next)
                found += (answer.json["items"]?.list ?? []).compactMap { $0["id"]?.number.map(Int64.init) }
                #expect(answer.headers[.init("Link")!] == answer.json["next"]?.text.map { "<\($0)>; rel=\"next\"" })
                address = answer.json["next"]?.text
            }
            #expect(found == whole)
            #expect(found.count == 5)
            for query in ["kind=video", "cursor=x", "limit=51", "state=merged", "altro=1"] {
                let wrong = try await browsers[0].moderate(.get, cases + "?" + query)
                #expect(wrong.status == 400, "\(query)")
            }
        }
    }

    @Test func aDecisionNamesTheVersionThatWasReadAndCanBeUndone() async throws {
        let site = try await site()
        try await site.browse(as: "admin", "") { browsers in
            func hide(_ json: String) async throws -> Answer {
                try await browsers[0].moderate(.post, "/api/admin/post/1/oscura", json)
            }
            let read = try await browsers[0].moderate(.get, cases + "/1").json
            #expect(read["complaints"]?.list?.first?["note"] == .text("Guardate"))
            #expect(read["version"] == .number(1))
            let (without, old, unknown) = try await (
                hide(#"{"reason":"spam"}"#), hide(#"{"reason":"spam","version":7}"#), hide(#"{"reason":"noia","version":1}"#)
            )
            #expect(without.status == 428)
            #expect(old.status == 409)
            #expect(unknown.status == 422)
            #expect(unknown.json["errors"]?.list?.first?["pointer"] == .text("/reason"))
            let done = try await hide(#"{"reason":"spam","version":1,"warns":true}"#)
            #expect(done.status == 200)
            #expect(done.json["hidden"] == .flag(true))
            #expect(done.json["decision"]?["warns"] == .flag(true))
            let gone = try await browsers[1].get("/stories/1")
            #expect(gone.status == 410)
            let id = try #require(done.json["decision"]?["id"]?.number)
            let undone = try await browsers[0].moderate(.delete, "/api/admin/decisioni/\(id)")
            let twice = try await browsers[0].moderate(.delete, "/api/admin/decisioni/\(id)")
            let back = try await browsers[1].get("/stories/1")
            #expect(undone.json["undone"] == .flag(true))
            #expect(twice.status == 409)
            #expect(back.status == 200)
            let again = try await browsers[0].moderate(.get, cases + "/1").json
            #expect(again["state"] == .text("open"))
            #expect(again["version"]?.number ?? 0 > 1)
        }
    }

    @Test func aNoteIsKeptAtItsCase() async throws {
        try await site().browse(as: "admin") { browsers in
            let kept = try await browsers[0].moderate(.post, cases + "/1/note", #"{"text":"Ho scritto alla scuola."}"#)
            let blank = try await browsers[0].moderate(.post, cases + "/1/note", #"{"text":" "}"#)
            let read = try await browsers[0].moderate(.get, cases + "/1").json
            #expect(kept.status == 201)
            #expect(blank.status == 422)
            #expect(read["notes"]?.list?.map { $0["text"] } == [.text("Ho scritto alla scuola.")])
        }
    }

    @Test func whatAnotherHasClaimedIsLeftAlone() async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            let claimed = try await browsers[0].moderate(.put, cases + "/2/presa")
            #expect(claimed.status == 200)
            #expect(claimed.json["claimedBy"] == .text("Amministratrice"))
            _ = try await browsers[0].moderate(.delete, cases + "/2/presa")
            try await site.database.write { db in
                try db.execute(sql: "UPDATE moderationCase SET claimant = 2, claimedUntil = ? WHERE id = 2", arguments: [Date.now + 60])
            }
            let taken = try await browsers[0].moderate(.put, cases + "/2/presa")
            let keep = try await browsers[0].moderate(.post, "/api/admin/post/2/mantieni", #"{"version":1}"#)
            #expect(taken.status == 409)
            #expect(keep.status == 409)
            try await site.database.write { try ModerationCase.release(2, by: 2, $0) }
            let kept = try await browsers[0].moderate(.post, "/api/admin/post/2/mantieni", #"{"version":1}"#)
            let decided = try await browsers[0].moderate(.get, cases + "?state=decided")
            #expect(kept.status == 200)
            #expect(decided.json["items"]?.list?.map { $0["post"]?.number } == [2])
        }
    }

    @Test func aHiddenFragmentComesBackWithItsDecisionStanding() async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            let nothing = try await browsers[0].moderate(.post, "/api/admin/post/4/ripristina")
            #expect(nothing.status == 409)
            _ = try await browsers[0].moderate(.post, "/api/admin/post/4/oscura", #"{"reason":"hate","version":1}"#)
            let restored = try await browsers[0].moderate(.post, "/api/admin/post/4/ripristina")
            #expect(restored.status == 200)
            #expect(restored.json["hidden"] == .flag(false))
        }
        let standing = try await site.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM decision WHERE undoneAt IS NULL") }
        #expect(standing == 1)
    }

    @Test func aWriterIsSuspendedAndLetInAgain() async throws {
        let site = try await site()
        let token = try await site.database.write { try WriterSession.begin(for: 1, .program, device: "", access: "Web", at: .now, $0) }
        try await site.browse(as: "admin", "") { browsers in
            func suspend(_ json: String) async throws -> Answer {
                try await browsers[0].moderate(.post, "/api/admin/sospensioni", json)
            }
            for wrong in [
                #"{"writer":1,"reason":"spam"}"#, #"{"writer":1,"reason":"spam","days":3,"forGood":true}"#, #"{"writer":1,"days":3}"#,
                #"{"reason":"spam","days":3}"#, #"{"writer":1,"reason":"spam","days":3,"until":""}"#,
                #"{"writer":1,"reason":"spam","days":null,"forGood":true}"#,
                #"{"writer":1,"reason":"spam","until":"2020-01-01T00:00:00Z"}"#,
            ] {
                let refused = try await suspend(wrong)
                #expect(refused.status == 422, "\(wrong)")
            }
            let done = try await suspend(#"{"writer":1,"reason":"spam","days":3,"message":"Basta così"}"#)
            #expect(done.status == 201)
            #expect(done.json["writer"]?["nickname"] == .text("anna"))
            #expect(done.json["until"]?.text != nil)
            let own = try await browsers[1].call(.get, "/api/utenti/me", headers: [.authorization: "Bearer \(token.text)"])
            #expect(own.status == 403)
            #expect(own.json["code"] == .number(6))
            let listed = try await browsers[0].moderate(.get, "/api/admin/sospensioni").json["items"]?.list
            let id = try #require(listed?.first?["id"]?.number)
            let lifted = try await browsers[0].moderate(.delete, "/api/admin/sospensioni/\(id)")
            let twice = try await browsers[0].moderate(.delete, "/api/admin/sospensioni/\(id)")
            #expect(lifted.status == 200)
            #expect(twice.status == 409)
            let numbers = try await browsers[0].moderate(.get, "/api/admin/statistiche").json
            #expect(numbers["moderation"]?["open"] == .number(5))
            #expect(numbers["stories"]?["stories"] == .number(5))
        }
        let told = try await site.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM mail WHERE writer = 1") }
        #expect(told == 1)
    }

    @Test func theDescriptionNamesEveryAddress() async throws {
        try await site().browse(as: "") { browsers in
            let paths = try await browsers[0].call(.get, "/api/openapi.json").json["paths"]
            for route in ModerationAPI.routes {
                #expect(paths?["/api/admin/\(route.path)"]?[route.method.rawValue.lowercased()] != nil, "\(route.path)")
            }
        }
    }
}

extension Answer {
    /// What a program reads.
    var json: JSON { (try? JSON(parsing: text.utf8)) ?? .null }
}

extension Browser {
    /// As a page of the portal itself calls, with its session.
    fileprivate func moderate(_ method: HTTPRequest.Method, _ path: String, _ json: String? = nil) async throws -> Answer {
        try await call(method, path, json, headers: [.init("Sec-Fetch-Site")!: "same-origin"], cookies: true)
    }
}
