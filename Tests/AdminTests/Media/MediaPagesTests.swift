import AdminTestSupport
import Foundation
import GRDB
import Testing
import Web

@testable import Admin

/// The library as people use it, through the front door.
@Suite struct MediaPagesTests {
    @Test func takesTheGoodFilesAndNamesTheOthers() async throws {
        let (site, samples) = (try await SampleSite(), try Samples())
        let (red, wide) = (try samples.plainWebP(), try samples.plainWebP(width: 80))
        let svg = Data(MediaRefusalTests.svg.utf8)
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            let mixed = try await librarian.post(
                "/admin/media", [],
                files: [("files", "mele rosse.webp", red), ("files", "script.png", svg), ("files", "largo.webp", wide)])
            #expect(mixed.status == 422)
            #expect(mixed.contains("script.png"))
            #expect(try await site.value("SELECT count(*) FROM picture", as: Int.self) == 2)
            #expect(try await site.value("SELECT count(*) FROM picture WHERE scopeID = 1", as: Int.self) == 2)
            #expect(try await site.value("SELECT \"key\" FROM picture WHERE original = 'mele rosse.webp'", as: String.self) == "mele-rosse")
            #expect(try await site.value("SELECT count(*) FROM audit WHERE action = 'media.upload'", as: Int.self) == 2)
            // The same once more adds nothing, and a single picture leads to its page.
            let again = try await librarian.post("/admin/media", [], files: [("files", "altro.webp", red)])
            #expect(again.status == 303)
            #expect(again.location?.hasPrefix("/admin/media/") == true)
            #expect(try await site.value("SELECT count(*) FROM picture", as: Int.self) == 2)
            let none = try await librarian.post("/admin/media", [], files: [("files", "", Data())])
            #expect(none.status == 422)
        }
    }

    @Test func showsEachLibraryItsOwnPictures() async throws {
        let (site, samples) = (try await SampleSite(), try Samples())
        let shared = try await site.add(samples, width: 20, scopeID: nil)
        let rossa = try await site.add(samples, width: 22, scopeID: SampleSite.rossa)
        let blu = try await site.add(samples, width: 24, scopeID: SampleSite.blu)
        try await site.browse(as: "librarian-blu", "admin", "") { browsers in
            let list = try await browsers[0].get("/admin/media")
            #expect(list.status == 200)
            #expect(list.contains("/admin/media/\(shared)\""))
            #expect(list.contains("/admin/media/\(blu)\""))
            #expect(!list.contains("/admin/media/\(rossa)\""))
            for path in ["\(rossa)", "\(rossa)/deletion", "999", "abc", "99999999999999999999"] {
                #expect(try await browsers[0].get("/admin/media/" + path).status == 404, "\(path)")
            }
            #expect(try await browsers[0].post("/admin/media/\(rossa)", [("alt", "x"), ("version", "1")]).status == 404)
            #expect(try await browsers[0].post("/admin/media/\(rossa)/deletion").status == 404)
            try await browsers[0].post("/admin/media/trash", [("act", "delete"), ("id", "\(rossa)"), ("id", "\(shared)")])
            #expect(try await site.value("SELECT count(*) FROM picture WHERE deletedAt IS NOT NULL", as: Int.self) == 0)
            // A shared one may be described by everybody, thrown away only with the right on the whole site.
            #expect(try await browsers[0].post("/admin/media/\(shared)", [("alt", "Tre mele"), ("version", "1")]).status == 303)
            #expect(try await browsers[0].post("/admin/media/\(shared)/deletion").status == 403)
            #expect(try await browsers[1].get("/admin/media/\(rossa)").status == 200)
            let answer1 = try await browsers[2].get("/admin/media")
            #expect(answer1.location?.hasPrefix("/sign-in") == true)
            let file = try await site.value("SELECT file FROM picture WHERE id = \(rossa)", as: String.self)
            #expect(try await browsers[2].get("/media/\(file ?? "")/96.webp").status == 200)
            #expect(try await browsers[2].get("/media/\(file ?? "")/master.webp").status == 404)
        }
    }

    @Test func keepsBothTextsWhenTwoPeopleWrite() async throws {
        let (site, samples) = (try await SampleSite(), try Samples())
        let id = try await site.add(samples, width: 26, scopeID: SampleSite.rossa)
        try await site.browse(as: "librarian", "admin") { browsers in
            let first = try await browsers[0].post("/admin/media/\(id)", [("alt", "Un pane"), ("credit", "Anna"), ("version", "1")])
            #expect(first.status == 303)
            let second = try await browsers[1].post("/admin/media/\(id)", [("alt", "Una pagnotta"), ("credit", "Anna"), ("version", "1")])
            #expect(second.status == 409)
            #expect(second.contains("Una pagnotta"))
            #expect(second.contains("Un pane"))
            #expect(try await site.value("SELECT alt FROM picture", as: String.self) == "Un pane")
            let knowing = try await browsers[1].post("/admin/media/\(id)", [("alt", "Una pagnotta"), ("credit", "Anna"), ("version", "2")])
            #expect(knowing.status == 303)
            let long = try await browsers[1].post("/admin/media/\(id)", [("alt", String(repeating: "è", count: 501)), ("version", "3")])
            #expect(long.status == 422)
            #expect(try await site.value("SELECT alt FROM picture", as: String.self) == "Una pagnotta")
            #expect(try await site.value("SELECT count(*) FROM audit WHERE action = 'media.update'", as: Int.self) == 2)
        }
    }

    @Test func throwsAwayOnlyWhatNothingUses() async throws {
        let (site, samples) = (try await SampleSite(), try Samples())
        let used = try await site.add(samples, width: 28, scopeID: nil)
        let free = try await site.add(samples, width: 30, scopeID: SampleSite.rossa)
        try await site.use(used, inShelfOf: SampleSite.rossa, "Ripiano rosso")
        try await site.browse(as: "admin", "librarian-blu") { browsers in
            let page = try await browsers[0].get("/admin/media/\(used)")
            #expect(page.contains("Ripiano rosso"))
            #expect(!page.contains("/admin/media/\(used)/deletion"))
            let answer2 = try await browsers[1].get("/admin/media/\(used)")
            #expect(!answer2.contains("Ripiano rosso"))
            #expect(try await browsers[0].get("/admin/media/\(used)/deletion").location == "/admin/media/\(used)")
            #expect(try await browsers[0].post("/admin/media/\(used)/deletion").location == "/admin/media/\(used)")
            let answer3 = try await browsers[0].get("/admin/media?use=unused")
            #expect(!answer3.contains("/admin/media/\(used)\""))

            #expect(try await browsers[0].get("/admin/media/\(free)/deletion").status == 200)
            #expect(try await browsers[0].post("/admin/media/\(free)/deletion").location == "/admin/media")
            let answer4 = try await browsers[0].get("/admin/media")
            #expect(answer4.contains("value=\"restore\""))
            #expect(try await browsers[0].get("/admin/media/\(free)").status == 404)
            let answer5 = try await browsers[0].get("/admin/media/trash")
            #expect(answer5.contains("\(free)"))
            try await browsers[0].post("/admin/media/trash", [("act", "restore"), ("id", "\(free)")])
            #expect(try await browsers[0].get("/admin/media/\(free)").status == 200)

            try await browsers[0].post("/admin/media/\(free)/deletion")
            #expect(try await browsers[0].post("/admin/media/trash", [("act", "erase"), ("id", "\(free)")]).status == 200)
            try await browsers[0].post("/admin/media/trash", [("act", "erase"), ("id", "\(free)"), ("confirmed", "yes")])
            #expect(try await site.value("SELECT count(*) FROM picture", as: Int.self) == 1)
            #expect(
                try await site.value(
                    "SELECT group_concat(action, ' ') FROM (SELECT action FROM audit WHERE action LIKE 'media.%' ORDER BY id)",
                    as: String.self)
                    == "media.upload media.upload media.delete media.restore media.delete media.erase")
        }
    }

    @Test func findsPicturesByTheirTexts() async throws {
        let (site, samples) = (try await SampleSite(), try Samples())
        let caffe = try await site.add(samples, width: 32, scopeID: nil, alt: "Una tazzina di CAFFÈ", licence: "CC BY 4.0")
        let blank = try await site.add(samples, width: 34, scopeID: nil)
        try await site.browse(as: "admin") { browsers in
            let queries: [(query: String, shows: [Bool])] = [
                ("q=caffe%20taz", [true, false]), ("q=caff%C3%A8", [true, false]), ("q=100%25", [false, false]),
                ("text=missing", [false, true]), ("use=unused", [true, true]), ("licence=%3DCC%20BY%204.0", [true, false]),
                ("licence=none", [false, true]), ("licence='--&text=x&page=zz", [true, true]),
            ]
            for (query, shows) in queries {
                let page = try await browsers[0].get("/admin/media?" + query)
                #expect([caffe, blank].map { page.contains("/admin/media/\($0)\"") } == shows, "\(query)")
            }
            // Whoever comes back to a page that is no more is told, and led to one with rows.
            let beyond = try await browsers[0].get("/admin/media?page=7")
            #expect(beyond.contains("Qui non c’è più niente"))
            #expect(beyond.contains("href=\"/admin/media\" rel=\"prev\""))
        }
    }
}

extension SampleSite {
    /// A picture in the library, its bytes in the store.
    func add(_ samples: Samples, width: Int, scopeID: Int64?, alt: String = "", licence: String = "") async throws -> Int64 {
        let stored = try await portal.admin.pictures.take(samples.upload(samples.plainWebP(width: width), "foto-\(width).webp"))
        return try await database.write { db in
            try #require(Picture.add(stored, alt: alt, licence: licence, scopeID: scopeID, db, by: .system("test")).id)
        }
    }

    fileprivate func use(_ picture: Int64, inShelfOf library: Int64, _ name: String) async throws {
        try await database.write { db in
            let sql = """
                INSERT INTO shelf (libraryID, key, createdAt, updatedAt, folded, words, name, picture)
                VALUES (?, 'ripiano', '2026-01-01', '2026-01-01', ?, ?, ?, ?)
                """
            try db.execute(sql: sql, arguments: [library, name.lowercased(), name, name, picture])
        }
    }
}
