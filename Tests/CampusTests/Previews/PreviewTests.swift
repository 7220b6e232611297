import Admin
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Campus

/// `#expect` of something that is waited for: the macro itself cannot take `try await` (Swift 6.3).
private func expect(_ condition: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(condition, sourceLocation: sourceLocation)
}

/// What visitors will see, before it is saved.
@Suite struct PreviewTests {
    /// Everything that a preview must leave alone. That somebody was refused is noted, rightly.
    private static let state = """
        SELECT (SELECT count(*) FROM audit WHERE action <> 'permission.refused') || ' ' || (SELECT count(*) FROM revision) || ' ' || (SELECT count(*) FROM job) || ' '
          || (SELECT group_concat(name || updatedAt) FROM person) || (SELECT group_concat(name || updatedAt) FROM campusBuilding)
          || (SELECT count(*) FROM campusArticle) || (SELECT count(*) FROM campusBulletin) || (SELECT count(*) FROM workingCopy)
        """

    /// Forms by the record's address, with a piece of the page that only what was typed can have made.
    private static let typed: [(address: String, fields: [(String, String)], shown: String)] = [
        ("/admin/registry/people/1", [("name", "Lea Nuova"), ("position", "Rettrice"), ("active", "yes")], "<p>Rettrice</p>"),
        ("/admin/registry/degrees/1", [("name", "Ecologia marina"), ("level", "master"), ("years", "2")], "<h1>Ecologia marina</h1>"),
        (
            "/admin/registry/courses/1", [("code", "EC01"), ("name", "Maree"), ("credits", "6"), ("syllabus", "Luna <e> sole")],
            "Luna &lt;e&gt; sole"
        ),
        (
            "/admin/campus/buildings/1", [("name", "Edificio Nuovo"), ("code", "ED01"), ("type", "1"), ("access", "Ascensore a destra.")],
            "Ascensore a destra."
        ),
        ("/admin/campus/areas", [("name", "Aula Nuova"), ("building", "1"), ("type", "1"), ("floor", "Terzo piano")], "Terzo piano"),
        (
            "/admin/campus/timetables/1",
            [
                ("code", "EC01-2026"), ("activity", "1"), ("slots.0.id", ""), ("slots.0.weekday", "friday"), ("slots.0.begins", "07:15"),
                ("slots.0.ends", "08:00"),
            ],
            "Venerdì 07:15–08:00"
        ),
        ("/admin/campus/emergency-numbers", [("name", "Acqua alta"), ("number", "0900 1")], "tel:09001"),
    ]

    @Test func everyPageShowsWhatIsTypedAndNothingIsSaved() async throws {
        let site = try await University().site
        try await site.browse(as: "admin", "educator") { browsers in
            let before = try await site.value(Self.state, as: String.self)
            for (address, fields, shown) in Self.typed {
                let page = try await browsers[0].post(address, fields + [("version", "1"), ("act", "preview")])
                #expect(page.status == 200, "\(address) \(page.status)")
                #expect(page.contains(shown), "\(address) \(page.status)")
                #expect(page.contains("preview-bar"), "\(address)")
                #expect(page.contains("Non è ancora salvato"), "\(address)")
                #expect(page.contains("class=\"campus\""), "\(address)")
                #expect(page.headers[.cacheControl] == "no-store, no-transform", "\(address)")
                // Whoever may not edit previews nothing.
                let other = try await browsers[1].post(address, fields + [("version", "1"), ("act", "preview")])
                #expect([403, 404].contains(other.status), "\(address) \(other.status)")
            }
            let after = try await site.value(Self.state, as: String.self)
            #expect(before == after)
            // The form offers it, and the record as it is saved.
            let form = try await browsers[0].get("/admin/registry/people/1")
            #expect(form.contains(#"name="act" value="preview""#))
            #expect(form.contains("/admin/registry/people/1/preview"))
            expect(try await browsers[0].get("/admin/registry/people/1/preview").contains("Ricercatrice"))
        }
    }

    @Test func newsThatAreHiddenAreShownAsTheyWillBeAlsoByASecretLink() async throws {
        let room = try await NewsFixture()
        let id = try await room.article("Bozza d’aula", published: false)
        try await room.site.browse(as: "admin", "") { browsers in
            let address = "/admin/campus/articles/\(id)"
            expect(try await browsers[1].get("/campus/news/\(id)").status == 404)
            let saved = try await browsers[0].get(address + "/preview")
            #expect(saved.contains("<h1>Bozza d’aula</h1>"))
            #expect(saved.contains("<strong>molto</strong>"))
            let made = try await browsers[0].post(address + "/preview-links", [("days", "1")])
            let link = String(try #require(made.text.firstMatch(of: #/\/preview\/[A-Za-z0-9_-]{43}/#)).output)
            let secret = try await browsers[1].get(link)
            #expect(secret.status == 200)
            #expect(secret.contains("<h1>Bozza d’aula</h1>"))
            #expect(secret.contains("preview-bar"))
            expect(try await browsers[1].get("/campus/news/\(id)").status == 404)
            expect(try await room.site.value("SELECT published FROM campusArticle", as: Int.self) == 0)
            // What cannot be a page comes back as a form with its reasons; what visitors never see is said to be unseen.
            let refused = try await browsers[0].post("/admin/campus/articles", [("title", ""), ("text", "Ciao"), ("act", "preview")])
            #expect(refused.status == 422)
            #expect(refused.contains("Ciao"))
            #expect(refused.contains("f-title"))
            try await room.site.database.write { try $0.execute(sql: "UPDATE campusNewsSource SET deletedAt = '2026-01-01' WHERE id = 1") }
            let unseen = try await browsers[0].get(address + "/preview")
            #expect(unseen.status == 200)
            #expect(unseen.contains("Chi visita il sito non vede questa scheda"))
        }
    }
}
