import Accounts
import Admin
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Registry

@Suite struct RegistryTests {
    /// A site on which the registry is switched on.
    private func site() async throws -> TestSite { try await TestSite("house", "registry") }

    @Test func keepsACourseWithItsTeachersThroughTheYears() async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            func make(_ path: String, _ fields: [(String, String)]) async throws {
                let answer = try await admin.post("/admin/registry/\(path)", fields)
                #expect(answer.status == 303, "\(path): \(answer.text)")
            }
            try await make("academic-years", [("name", "2025/2026"), ("begins", "2025-10-01T00:00"), ("ends", "2026-09-30T23:59")])
            try await make("departments", [("name", "Informatica"), ("code", "DINF")])
            try await make(
                "people",
                [("name", "Ada Bianchi"), ("surname", "Bianchi"), ("department", "1"), ("account", "educator"), ("active", "yes")])
            try await make(
                "degrees", [("name", "Informatica"), ("code", "L-31"), ("level", "bachelor"), ("years", "3"), ("department", "1")])
            try await make("courses", [("code", "IN04"), ("name", "Basi di dati"), ("degree", "1"), ("credits", "9")])
            try await make(
                "activities", [("code", "IN04-2025"), ("course", "1"), ("year", "1"), ("term", "firstSemester"), ("teachers", "1")])
            let list = try await admin.get("/admin/registry/activities")
            #expect(list.contains("IN04-2025"))
            #expect(list.contains("Ada Bianchi"))
        }
        let id = try await site.database.read { try Registry.person(ofAccount: "educator", $0) }
        #expect(id == 1)
    }

    @Test func aCodeAndAnAccountBelongToOne() async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            try await admin.post("/admin/registry/people", [("name", "Ada"), ("code", "P1"), ("account", "educator"), ("active", "yes")])
            let twice = try await admin.post(
                "/admin/registry/people",
                [("name", "Bea"), ("code", "p1"), ("account", "educator"), ("email", "bea@"), ("active", "yes")])
            #expect(twice.status == 422)
            #expect(twice.contains("Il codice «p1» è già di un’altra scheda."))
            #expect(twice.contains("Il nome «educator» è già collegato"))
            #expect(twice.contains("La riga «bea@» non comincia con un indirizzo di posta"))
            let nobody = try await admin.post("/admin/registry/people", [("name", "Bea"), ("account", "nobody"), ("active", "yes")])
            #expect(nobody.status == 422)
            #expect(nobody.contains("Nessuno entra con il nome «nobody»"))
        }
    }

    @Test func nothingIsChosenForWhoeverOpensAForm() async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            try await admin.post("/admin/registry/departments", [("name", "Informatica"), ("code", "DINF")])
            let open = try await admin.get("/admin/registry/people/new")
            #expect(open.contains("<option value=\"\" selected>"))
            #expect(open.contains("Nessuna scelta"))
            try await admin.post("/admin/registry/people", [("name", "Ada"), ("department", ""), ("active", "yes")])
        }
        let without = try await site.database.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM person WHERE name = 'Ada' AND department IS NULL")
        }
        #expect(without == 1)
    }

    @Test func aYearEndsAfterItBegins() async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            let answer = try await browsers[0].post(
                "/admin/registry/academic-years", [("name", "2025/2026"), ("begins", "2026-01-01T00:00"), ("ends", "2025-01-01T00:00")])
            #expect(answer.status == 422)
            #expect(answer.contains("La fine viene dopo l’inizio."))
        }
    }

    @Test func isNotThereWhileItIsSwitchedOffAndHasNoDoor() async throws {
        let off = try await TestSite()
        try await off.browse(as: "admin") { browsers in
            let answer = try await browsers[0].get("/admin/registry/people")
            #expect(answer.status == 404)
        }
        let on = try await site()
        try await on.browse(as: "") { browsers in
            let home = try await browsers[0].get("/")
            #expect(home.contains("Casa"))
            #expect(!home.contains("Ateneo"))
        }
    }

    @Test(arguments: [
        ("ada@esempio.it", true), ("a.b+c@x.y.z", true), ("@esempio.it", false), ("ada", false), ("ada@it", false), ("a@b@c.it", false),
        ("ada@esempio.it\nBcc: x@y.it", false), ("ada@esempio..it", false), ("ada @esempio.it", false),
    ])
    func knowsWhatCanBeAMailAddress(_ text: String, _ isOne: Bool) { #expect(MailAddress.isPlausible(text) == isOne) }

    /// What was written in words becomes a choice where it is plain, and stays where it is not.
    @Test func semestersThatWereWrittenAreChosen() throws {
        var migrator = SchemaMigrator()
        Registry.migrate(&migrator)
        let written = ["primo semestre", " Secondo semestre", "first semester", "annuale", "da marzo", ""]
        let database = try DatabaseQueue()
        try migrator.migrate(database, upTo: "registry 005 faculties, courses of several degrees")
        try database.write { db in
            let stamp = "'2026-01-01', '2026-01-01'"
            try db.execute(
                sql: """
                    INSERT INTO academicYear (key, name, folded, words, createdAt, updatedAt) VALUES ('y', '2026', '2026', '', \(stamp));
                    INSERT INTO course (key, code, name, folded, words, createdAt, updatedAt) VALUES ('c', 'C', 'Corso', 'c', '', \(stamp));
                    """)
            for (number, period) in written.enumerated() {
                try db.execute(
                    sql: """
                        INSERT INTO activity (key, code, folded, words, createdAt, updatedAt, course, year, period)
                          VALUES (:key, :key, :key, '', \(stamp), 1, 1, :period)
                        """, arguments: ["key": "a\(number)", "period": period])
            }
        }
        try migrator.migrate(database)
        let now = try database.read { try Row.fetchAll($0, sql: "SELECT term, period FROM activity ORDER BY id") }
        #expect(now.map { $0[0] as String } == ["firstSemester", "secondSemester", "firstSemester", "year", "unsaid", "unsaid"])
        #expect(now.map { $0[1] as String } == ["", "", "", "", "da marzo", ""])
    }
}
