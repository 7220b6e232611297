import Accounts
import AdminTestSupport
import Formats
import Foundation
import GRDB
import Testing

@testable import Admin

@Suite struct AuditTests {
    let site: SampleSite

    init() async throws { site = try await SampleSite() }

    private func write(
        _ action: String, _ title: String, scope: Int64? = nil, id: Int64 = 7, kind: String = "sample.books",
        detail: [String: String] = [:]
    ) async throws {
        try await site.database.write { db in
            let actor = Actor(accountID: 2, name: "Bibliotecaria", address: "192.0.2.7", requestID: "r1")
            try AuditEntry.write(db, action, by: actor, on: (kind, id, title), scope: scope, detail: detail)
        }
    }

    @Test func saysInWordsWhatHappenedAndLeadsThere() async throws {
        try await site.browse(as: "librarian") { [self] browsers in
            let made = try await browsers[0].post(
                "/admin/sample/books", [("name", "Riso"), ("copies", "3"), ("ordering", "0"), ("price", "1,60"), ("act", "save")])
            #expect(made.status == 303)
            let id = try #require(try await site.value("SELECT id FROM book", as: Int64.self))
            try await browsers[0].post(
                "/admin/sample/books/\(id)",
                [("name", "Riso"), ("copies", "3"), ("ordering", "0"), ("price", "1,80"), ("version", "1"), ("act", "save")])
            let page = try await browsers[0].get("/admin/audit")
            #expect(page.contains("Bibliotecaria"))
            #expect(page.contains("ha cambiato"))
            #expect(page.contains("Prezzo: 1,60 € → 1,80 €"))
            #expect(page.contains("<a href=\"/admin/sample/books/\(id)\">Riso (libro)</a>"))
            try await browsers[0].post("/admin/sample/books/\(id)/deletion", [("confirmed", "yes")])
            expect(try await browsers[0].get("/admin/audit").contains("<a href=\"/admin/sample/books/\(id)\">") == false)
        }
    }

    /// What an act adds to the fields of a record has words of its own, and never shows the name of a text.
    @Test func aDetailThatIsNoFieldHasItsWords() async throws {
        try await write("sample.books.update", "Riso", detail: ["records": "3", "unheard": "x"])
        try await site.browse(as: "admin") { browsers in
            let page = try await browsers[0].get("/admin/audit")
            #expect(page.contains("voci: 3"))
            #expect(page.contains("unheard: x"))
            #expect(!page.contains("admin.fields."))
        }
    }

    @Test func rolesOfTheSeedFileAreNamedAsPeopleCallThem() async throws {
        try await write("account.create", "Ada", id: 2, kind: "account", detail: ["roles": "admin, librarian"])
        try await site.browse(as: "admin") { browsers in
            expect(try await browsers[0].get("/admin/audit").contains("ruoli: Amministrazione, Bibliotecario"))
        }
    }

    @Test func showsWhoeverHasARightInALibraryOnlyWhatBelongsToIt() async throws {
        try await write("sample.books.update", "Riso rosso", scope: SampleSite.rossa)
        try await write("sample.books.update", "Pane blu", scope: SampleSite.blu)
        try await write("account.update", "Segreto", kind: "account")
        try await site.browse(as: "librarian-blu", "admin", "") { browsers in
            for query in ["", "?q=o", "?scope=1", "?who=2", "?act=update"] {
                let page = try await browsers[0].get("/admin/audit" + query)
                #expect(page.status == 200, "\(query)")
                #expect(!page.contains("Riso rosso"), "\(query)")
                #expect(!page.contains("Segreto"), "\(query)")
            }
            expect(try await browsers[0].get("/admin/audit").contains("Pane blu"))
            let copy = try await browsers[0].get("/admin/audit/download")
            #expect(copy.contains("Pane blu"))
            #expect(!copy.contains("Riso rosso"))
            #expect(!copy.contains("Segreto"))
            expect(try await browsers[0].post("/admin/audit/verification").status == 403)
            let all = try await browsers[1].get("/admin/audit")
            #expect(all.contains("Riso rosso"))
            #expect(all.contains("Pane blu"))
            #expect(all.contains("Segreto"))
            expect(try await browsers[2].get("/admin/audit").status == 303)
        }
    }

    @Test func isClosedToWhoeverHasNoRightAtAll() async throws {
        try await site.database.write { try $0.execute(sql: "DELETE FROM roleAssignment WHERE role = 'librarian'") }
        try await site.browse(as: "librarian") { browsers in
            for path in ["/admin/audit", "/admin/audit/download", "/admin/site"] {
                expect(try await browsers[0].get(path).status == 403, "\(path)")
            }
        }
    }

    @Test func isSearchedAndNarrowed() async throws {
        try await write("sample.books.update", "Caffè", scope: 1, detail: ["price": "2,00 € → 3,10 €"])
        try await write("sample.books.delete", "Riso", scope: 2)
        try await write("sample.sellers.update", "Mercato", scope: 1, kind: "sample.sellers")
        try await site.browse(as: "admin") { browsers in
            func titles(_ query: String) async throws -> Set<String> {
                let page = try await browsers[0].get("/admin/audit?" + query)
                return Set(["Caffè (", "Riso (", "Mercato ("].filter(page.contains))
            }
            expect(try await titles("q=caffe") == ["Caffè ("])
            expect(try await titles("q=3,10") == ["Caffè ("])
            // What was done is found by what the page says of it, beside other words.
            expect(try await titles("q=cestino") == ["Riso ("])
            expect(try await titles("q=ha+messo+cestino+riso") == ["Riso ("])
            expect(try await titles("q=cestino+caffe").isEmpty)
            expect(try await titles("act=update&who=2") == ["Caffè (", "Mercato ("])
            expect(try await titles("act=delete") == ["Riso ("])
            expect(try await titles("kind=sample.sellers") == ["Mercato ("])
            expect(try await titles("scope=1&kind=sample.books") == ["Caffè ("])
            expect(try await titles("who=nobody").isEmpty)
            expect(try await titles("from=2000-01-01").count == 3)
            expect(try await titles("to=2000-01-01").isEmpty)
            expect(try await titles("from=2999-13-77").count == 3)
            expect(try await titles("q=%22%27*").isEmpty)
            expect(try await titles("act=%27%20OR%201").isEmpty)
        }
    }

    @Test func isSearchedByWhatWasWrittenSinceTheLastSearchToo() async throws {
        try await write("sample.books.update", "Riso")
        try await site.browse(as: "admin") { [self] browsers in
            func shows(_ title: String) async throws -> Bool {
                try await browsers[0].get("/admin/audit?q=\(title)").contains("\(title) (")
            }
            expect(try await shows("Riso"))
            // More than are taken in at once, and somebody is erased while his entries wait.
            try await site.database.write { db in
                for number in 1...5_010 {
                    try AuditEntry.write(db, "sample.sellers.create", by: .system("prova"), on: ("sample.sellers", 1, "N\(number)"))
                }
                let writer = Actor(accountID: 2, name: "Bibliotecaria", address: "192.0.2.7", requestID: "r1")
                try AuditEntry.write(db, "sample.books.update", by: writer, on: ("sample.books", 8, "Farro"))
                try AuditErasure.erase(2, as: "Persona 2", db, by: .system("prova"))
            }
            expect(try await shows("Farro"))
            let copy = try await browsers[0].get("/admin/audit/download?q=persona")
            #expect(copy.contains("Farro"))
            #expect(copy.contains("Riso"))
            #expect(!copy.contains("Bibliotecaria"))
        }
        // Throws where the index holds other words than the log.
        try await site.database.write { try $0.execute(sql: "INSERT INTO auditWords (auditWords) VALUES ('integrity-check')") }
    }

    @Test func isWrittenForSpreadsheetsWithoutFormulas() async throws {
        try await write("sample.books.update", "=HYPERLINK(\"x\";1)", scope: 1)
        try await site.browse(as: "admin") { browsers in
            let copy = try await browsers[0].get("/admin/audit/download?act=update")
            #expect(copy.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(copy.headers[.contentDisposition]?.contains("attachment; filename=\"registro-") == true)
            #expect(Array(copy.text.utf8.prefix(3)) == [0xEF, 0xBB, 0xBF])
            #expect(copy.contains("\"Numero\";\"Quando\""))
            #expect(copy.contains(";\"'=HYPERLINK(\"\"x\"\";1)\";"))
            #expect(copy.text.split(separator: "\r\n").count == 2)
        }
        expect(try await site.value("SELECT count(*) FROM audit WHERE action = 'audit.download'", as: Int.self) == 1)
        let english = CSV(separator: ",")
        #expect(english.line(["+1", "-1", "@a", "\tb", "a=b", ""]) == "\"'+1\",\"'-1\",\"'@a\",\"'\tb\",\"a=b\",\"\"\r\n")
    }

    @Test func longLogsAreDownloadedWhole() async throws {
        try await site.database.write { db in
            for number in 1...2_345 {
                try AuditEntry.write(db, "sample.books.create", by: .system("prova"), on: ("sample.books", Int64(number), "P\(number)"))
            }
        }
        try await site.browse(as: "admin") { browsers in
            expect(try await browsers[0].get("/admin/audit/download?kind=sample.books").text.split(separator: "\r\n").count == 2_346)
        }
    }

    @Test func saysWhetherItIsWhole() async throws {
        try await write("sample.books.update", "Riso", scope: 1)
        try await site.browse(as: "admin") { [self] browsers in
            try await browsers[0].post("/admin/audit/verification")
            expect(try await browsers[0].get("/admin/audit").contains("Il registro è intatto"))
            try await site.database.write {
                try $0.execute(sql: "DROP TRIGGER auditIsNotChanged; UPDATE audit SET objectTitle = 'Pane' WHERE objectTitle = 'Riso'")
            }
            try await browsers[0].post("/admin/audit/verification")
            expect(try await browsers[0].get("/admin/audit").contains("Il registro è stato toccato: la riga"))
        }
    }
}
