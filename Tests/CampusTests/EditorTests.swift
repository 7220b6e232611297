import Accounts
import Admin
import GRDB
import TestSupport
import Testing

@testable import Campus

@Suite struct EditorTests {
    @Test func whoMayNotSeeStudentsReadsNoneOfTheirNamesBesideADegree() async throws {
        let university = try await University()
        try await university.site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO student (key, createdAt, updatedAt, folded, words, number, name, degree)
                    VALUES ('1', '2026-01-01', '2026-01-01', '800101', '800101', '800101', 'Alice Dattero', 1)
                    """)
            try db.execute(
                sql: "INSERT INTO roleAssignment (accountID, role) SELECT id, 'campus-editor' FROM account WHERE key = 'educator'")
        }
        try await university.site.browse(as: "educator", "admin") { browsers in
            for path in ["/admin/registry/degrees/1", "/admin/registry/degrees/1/deletion"] {
                let editor = try await browsers[0].get(path)
                #expect(editor.status == 200, "\(path)")
                #expect(!editor.contains("800101"), "\(path)")
                let admin = try await browsers[1].get(path)
                #expect(admin.contains("800101"), "\(path)")
            }
        }
    }

    @Test(arguments: [
        (
            "campus-secretary", ["registry/courses", "campus/timetables", "campus/exam-sessions"],
            ["campus/events", "campus/buildings", "campus/articles"]
        ),
        ("campus-events", ["campus/events", "campus/calendars"], ["campus/exam-sessions", "campus/links", "registry/people"]),
        (
            "campus-news", ["campus/articles", "campus/alerts", "campus/links", "campus/emergency-numbers"],
            ["campus/buildings", "campus/events"]
        ),
        ("campus-radio", ["campus/links", "campus/articles"], ["campus/link-categories", "campus/alerts", "campus/emergency-numbers"]),
        (
            "campus-places", ["campus/place-types", "campus/buildings", "campus/areas"],
            ["campus/alerts", "campus/timetables", "campus/links"]
        ),
    ])
    func eachOfficeKeepsItsServiceAndNoOther(role: String, own: [String], others: [String]) async throws {
        let university = try await University()
        try await university.site.database.write { db in
            try db.execute(
                sql: "INSERT INTO roleAssignment (accountID, role) SELECT id, ? FROM account WHERE key = 'educator'", arguments: [role])
        }
        try await university.site.browse(as: "educator") { who in
            for path in own + others {
                let form = try await who[0].get("/admin/\(path)/new")
                #expect(own.contains(path) ? form.status == 200 : [403, 404].contains(form.status), "\(path): \(form.status)")
            }
            let start = try await who[0].get("/admin")
            #expect(own.contains { start.contains("href=\"/admin/\($0)\"") })
        }
    }

    @Test func whoeverKeepsTheRadioKeepsItsLinksAndArticlesAndNoOthers() async throws {
        let university = try await University()
        try await university.site.database.write { db in
            for service in [LinkService.resources, .radio] {
                try Self.addLink(of: service, db)
                var (source, article) = (NewsSource(), Article())
                (source.name, source.radio) = ("Fonte \(service)", service == .radio)
                try source.insert(db, by: University.actor)
                (article.title, article.source) = ("Notizia \(service)", source.id)
                try article.insert(db, by: University.actor)
            }
            try db.execute(
                sql: "INSERT INTO roleAssignment (accountID, role) SELECT id, 'campus-radio' FROM account WHERE key = 'educator'")
        }
        try await university.site.browse(as: "educator", "admin") { who in
            for (path, own, other) in [("links", "Pagina radio", "Pagina resources"), ("articles", "Notizia radio", "Notizia resources")] {
                let list = try await who[0].get("/admin/campus/\(path)")
                #expect(list.contains(own), "\(path)")
                #expect(!list.contains(other), "\(path)")
                #expect(try await who[0].get("/admin/campus/\(path)/2").status == 200)
                #expect(try await who[0].get("/admin/campus/\(path)/1").status == 404)
                #expect(try await who[0].post("/admin/campus/\(path)/1/deletion").status == 404)
                #expect(try await who[1].get("/admin/campus/\(path)/1").status == 200)
            }
            let form = try await who[0].get("/admin/campus/links/new")
            #expect(form.contains("Di radio"))
            #expect(!form.contains("Di resources"))
            let matrix = try await who[1].get("/admin/roles")
            #expect(matrix.contains("solo la sua parte"))
            func link(_ category: String) -> [(String, String)] {
                [("name", "Nuova \(category)"), ("url", "https://example.org/\(category)"), ("category", category), ("ordering", "0")]
            }
            #expect(try await who[0].post("/admin/campus/links", link("1")).status == 422)
            #expect(try await who[0].post("/admin/campus/links", link("2")).status == 303)
            let moved = link("1") + [("version", "1")]
            #expect(try await who[0].post("/admin/campus/links/2", moved).status == 422)
        }
    }

    /// A category of a service with one link in it, `Pagina radio`.
    private static func addLink(of service: LinkService, _ db: Database) throws {
        var (category, link) = (LinkCategory(), CampusLink())
        (category.name, category.service) = ("Di \(service)", service)
        try category.insert(db, by: University.actor)
        (link.name, link.url, link.category) = ("Pagina \(service)", "https://example.org/\(service)", category.id)
        try link.insert(db, by: University.actor)
    }

    private static func give(_ role: String, _ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO roleAssignment (accountID, role) SELECT id, ? FROM account WHERE key = 'educator'", arguments: [role])
    }

    /// A role of the site's own with the same rights, also beside that of the radio, is for all of them.
    @Test(arguments: [["campus.links.see", "campus.links.edit"], ["campus.links.see", "campus.links.edit", "campus.link-categories.see"]])
    func aRoleOfTheSitesOwnIsNotConfinedToTheRadio(grants: [String]) async throws {
        let university = try await University()
        try await university.site.database.write { db in
            for service in [LinkService.resources, .radio] { try Self.addLink(of: service, db) }
            var role = CustomRole(title: "Chi tiene i collegamenti", scope: nil, grants: grants, at: .now)
            try role.insertUnderFreeName(db)
            try Self.give(role.name, db)
        }
        try await university.site.browse(as: "educator") { who in
            for alone in [true, false] {
                if !alone { try await university.site.database.write { try Self.give("campus-radio", $0) } }
                let list = try await who[0].get("/admin/campus/links")
                #expect(list.contains("Pagina radio"), "alone: \(alone)")
                #expect(list.contains("Pagina resources"), "alone: \(alone)")
                #expect(try await who[0].get("/admin/campus/links/1").status == 200, "alone: \(alone)")
            }
        }
    }

    /// A copy that says so is confined as the role that it was copied from; told otherwise it reaches all.
    @Test func aCopyOfTheRadiosRoleIsConfinedWhileItSaysSo() async throws {
        let university = try await University()
        try await university.site.database.write { db in
            for service in [LinkService.resources, .radio] { try Self.addLink(of: service, db) }
        }
        try await university.site.browse(as: "admin", "educator") { who in
            let form = try await who[0].get("/admin/roles/new?from=campus-radio")
            #expect(form.contains("name=\"confined\" value=\"yes\" aria-describedby=\"f-confined-help\" checked"))
            let rights = [
                ("title", "Voce"), ("may", "campus.links.edit"), ("may", "campus.links.see"), ("may", "campus.news-sources.edit"),
            ]
            #expect(try await who[0].post("/admin/roles", rights + [("confined", "yes")]).status == 303)
            try await university.site.database.write { try Self.give("own-voce", $0) }
            let list = try await who[1].get("/admin/campus/links")
            #expect(list.contains("Pagina radio"))
            #expect(!list.contains("Pagina resources"))
            #expect(try await who[1].get("/admin/campus/links/1").status == 404)
            let others = try await who[1].post("/admin/campus/links/1", [("name", "Mia"), ("version", "1")])
            #expect(others.status == 404)
            // Nor by the pages beside the lists.
            try await university.site.database.write { db in
                for service in ["resources", "radio"] {
                    try db.execute(
                        sql: """
                            INSERT INTO campusLinkCheck (address, checkedAt, status, error, failures, brokenSince)
                              VALUES (?, '2026-01-02', 404, 'status', 1, '2026-01-01')
                            """, arguments: ["https://example.org/\(service)"])
                    var source = NewsSource()
                    (source.name, source.feed, source.radio) = (
                        "Fonte \(service)", "https://example.org/\(service).rss", service == "radio"
                    )
                    try source.insert(db, by: University.actor)
                }
            }
            let broken = try await who[1].get("/admin/campus/broken-links")
            #expect(broken.contains("Pagina radio"))
            #expect(!broken.contains("Pagina resources"))
            let feeds = try await who[1].get("/admin/campus/feeds")
            #expect(feeds.contains("Fonte radio"))
            #expect(!feeds.contains("Fonte resources"))
            #expect(try await who[1].get("/admin/campus/news-sources/1/feed").status == 404)
            #expect(try await who[1].post("/admin/campus/news-sources/1/fetches").status == 404)
            #expect(try await who[0].get("/admin/campus/broken-links").contains("Pagina resources"))
            #expect(try await who[0].get("/admin/roles/1").contains("aria-describedby=\"f-confined-help\" checked"))

            #expect(try await who[0].post("/admin/roles/1", rights + [("version", "1")]).status == 303)
            #expect(try await who[1].get("/admin/campus/links").contains("Pagina resources"))
        }
        let acts = try await university.site.database.read {
            try String.fetchAll($0, sql: "SELECT detail FROM audit WHERE action LIKE 'role.%' ORDER BY id")
        }
        try #require(acts.count == 2)
        #expect(acts[0].contains("solo la sua parte"))
        #expect(acts[1].contains(#""reach":"tutto""#))
    }

    /// Who keeps the radio alone gives nobody the rest.
    @Test func whoeverIsConfinedGivesNobodyMore() {
        let (confined, whole) = (Role("confined", isConfined: true, may: ["campus.links.edit"]), Role("whole", may: ["campus.links.edit"]))
        let grants = Grants([RoleAssignment(accountID: 1, role: "confined")], roles: [confined, whole])
        #expect(grants.cover([RoleAssignment(accountID: 2, role: "confined")], of: [confined, whole]))
        #expect(!grants.cover([RoleAssignment(accountID: 2, role: "whole")], of: [confined, whole]))
        #expect(grants.may("campus.links.edit", in: nil))
        #expect(!grants.mayOnAll("campus.links.edit", in: nil))
    }
}
