import Foundation
import TestSupport
import Testing

@testable import Campus

/// Records of which two may bear the same name, and such as there is only one of.
@Suite struct CopyTests {
    @Test func aTimetableIsNotCopiedBecauseItsActivityHasOne() async throws {
        let term = try await Term()
        try await term.site.browse(as: "admin") { who in
            let page = try await who[0].get("/admin/campus/timetables/1")
            #expect(page.status == 200)
            #expect(!page.contains("/copies"))
            let refused = try await who[0].post("/admin/campus/timetables/1/copies")
            #expect(refused.status == 404)
        }
    }

    @Test func theCopyOfAPersonHasNeitherCodeNorAccount() async throws {
        let site = try await TestSite("registry", "campus")
        try await site.browse(as: "admin") { who in
            let fields = [
                ("name", "Nina Onderi"), ("surname", "Onderi"), ("code", "P1"), ("account", "educator"), ("email", "nina@example.org"),
                ("active", "yes"),
            ]
            let made = try await who[0].post("/admin/registry/people", fields)
            #expect(made.status == 303)
            let copied = try await who[0].post("/admin/registry/people/1/copies")
            #expect(copied.status == 303)
        }
        let people = try await site.value("SELECT group_concat(code || account || email, ';') FROM person", as: String.self)
        #expect(people == "P1educatornina@example.org;nina@example.org")
    }

    @Test func aCodeThatMustBeThereIsNumbered() async throws {
        let site = try await TestSite("registry", "campus")
        try await site.browse(as: "admin") { who in
            let forms: [(String, [(String, String)])] = [
                ("place-types", [("name", "Aule"), ("mark", "hall"), ("ordering", "10")]),
                ("buildings", [("name", "Edificio A"), ("code", "A"), ("type", "1")]),
                ("buildings/1/copies", []), ("buildings/1/copies", []),
            ]
            for (path, fields) in forms {
                let made = try await who[0].post("/admin/campus/\(path)", fields)
                #expect(made.status == 303, "\(path)")
            }
        }
        let sql = "SELECT group_concat(code, ' ') FROM (SELECT code FROM campusBuilding ORDER BY id)"
        let codes = try await site.value(sql, as: String.self)
        #expect(codes == "A A-2 A-3")
    }

    @Test func twoEventsOfTheSameNameComeBackFromAnExport() async throws {
        let site = try await TestSite("registry", "campus")
        let day = Term.monday()
        try await site.browse(as: "admin") { who in
            let forms: [(String, [(String, String)])] = [
                ("calendars", [("name", "Ateneo"), ("colour", "blue"), ("common", "yes"), ("ordering", "10"), ("period", "hour")]),
                ("events", [("title", "Inaugurazione"), ("calendar", "1"), ("starts", "\(day)T11:00"), ("ends", "\(day)T12:00")]),
                ("events/1/copies", []), ("events/1/copies", []),
            ]
            for (path, fields) in forms {
                let made = try await who[0].post("/admin/campus/\(path)", fields)
                #expect(made.status == 303, "\(path)")
            }
        }
        let titles = "SELECT group_concat(title, '|') FROM (SELECT title FROM campusEvent ORDER BY id)"
        let named = try await site.value(titles, as: String.self)
        #expect(named == "Inaugurazione|Inaugurazione (copia)|Inaugurazione (copia 2)")
        try await site.database.write { db in
            try db.execute(sql: "UPDATE campusEvent SET title = 'Inaugurazione (copia)', folded = 'inaugurazione (copia)' WHERE id = 3")
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try await site.portal.seed.export(site.database, pictures: site.portal.admin.pictures, to: folder)
        let second = try await TestSite("registry", "campus")
        _ = try await second.portal.apply(folder + "/seed.yaml")
        let copies = try await second.value("SELECT count(*) FROM campusEvent WHERE title = 'Inaugurazione (copia)'", as: Int.self)
        #expect(copies == 2)
    }
}
