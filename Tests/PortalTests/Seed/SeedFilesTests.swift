import Accounts
import Admin
import Foundation
import GRDB
import TestSupport
import Testing

import struct Portal.Configuration

@testable import Portal

/// Seed files on the whole product: plans without a site, the page of files, and refusals of systems.
@Suite struct SeedFilesTests {
    private static let shops = """
        house:
          houses:
            - key: casa-rossa
              contents:
                shops:
                  - { key: forno, name: Forno, address: Via Roma 1, radius: 200 }
                  - { key: mercato, name: Mercato }
        """

    private func file(_ text: String) throws -> (folder: TemporaryFolder, path: String) {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "negozi.yaml")
        return (folder, folder.path + "/negozi.yaml")
    }

    @Test func aPlanMakesNoFolderAndNoDatabase() async throws {
        let (folder, _) = try file("")
        try folder.write(
            "site:\n  name: Prova\n  systems: [house]\nhouse:\n  houses:\n    - { key: verde, name: Casa Verde, zone: Europe/Rome }\n",
            to: "seed.yaml")
        var configuration = try Configuration(environment: [
            "PORTICO_TEMPLATES": TestSite.root + "/Templates", "PORTICO_ASSETS": TestSite.root + "/Public",
        ])
        configuration.data = folder.path + "/data"
        let path = folder.path + "/seed.yaml"
        let plan = try await Seed.make(configuration).plan(path, configuration, options: SeedOptions(path))
        #expect(plan.added == 1)
        #expect(!FileManager.default.fileExists(atPath: configuration.data))
    }

    @Test func theFolderOfSecretsIsASetting() throws {
        let folder = try TemporaryFolder([
            "seed.yaml": "accounts:\n  - { key: anna, name: Anna, password: !secret anna, roles: [{ role: admin }] }\n",
            "secrets/anna": "vier Worte ohne Zusammenhang",
        ])
        var configuration = Configuration()
        configuration.templates = TestSite.root + "/Templates"
        let path = folder.path + "/seed.yaml"
        #expect(try Seed.make(configuration).check(path).count == 1)
        configuration.secrets = folder.path + "/secrets"
        #expect(try Seed.make(configuration).check(path) == [])
    }

    @Test func aRunningServerReadsAnewWhatACommandWrites() async throws {
        let site = try await TestSite(onDisk: true)
        let portal = site.portal
        let first = try await portal.reloadIfSeeded(after: nil)
        try await DatabaseQueue(path: Store.path(portal.configuration), configuration: Store.settings).write { db in
            try db.execute(
                sql: """
                    UPDATE setting SET value = 'Nome nuovo' WHERE key = 'name';
                    INSERT INTO seedApplication (name, file, at, added, changed, removed, others, renamed)
                    VALUES ('casa', 'casa.yaml', '2026-11-28 10:00:00.000', 0, 1, 0, '[]', '[]')
                    """)
        }
        #expect(portal.site.settings().name != "Nome nuovo")
        let second = try await portal.reloadIfSeeded(after: first)
        #expect(second != first)
        #expect(portal.site.settings().name == "Nome nuovo")
        let third = try await portal.reloadIfSeeded(after: second)
        #expect(third == second)
    }

    @Test func thePageShowsFilesAndLetsPeopleKeepFields() async throws {
        let site = try await TestSite()
        let (folder, path) = try file(Self.shops)
        _ = try await site.portal.apply(path)
        try await site.database.write { db in
            var role = CustomRole(title: "Solo il portale", scope: nil, grants: ["admin.site.edit"], at: .now)
            try role.insertUnderFreeName(db)
            let keeper = try Int64.fetchOne(db, sql: "SELECT id FROM account WHERE key = 'educator-blu'") ?? 0
            try RoleAssignment(accountID: keeper, role: role.name).insert(db)
        }
        try await site.browse(as: "admin", "educator", "educator-blu") { browsers in
            let (admin, educator) = (browsers[0], browsers[1])
            let form = try await educator.get("/admin/house/shops/1")
            #expect(form.text.contains("mantenuto dal file</span> negozi</span>"))
            try await site.database.write { try $0.execute(sql: "UPDATE shop SET radius = 250 WHERE key = 'forno'") }
            let page = try await admin.get("/admin/files/1")
            #expect(page.text.contains(">250"))
            #expect(page.text.contains(">200"))
            let hidden = try await educator.get("/admin/files")
            #expect(hidden.status == 403)
            // Who keeps the site sees neither this house nor all that the file keeps.
            let forno = [("list", "house.shops"), ("scopeID", "1"), ("key", "forno")]
            for fields in [forno, [("list", "accounts"), ("scopeID", "0"), ("key", "admin")], [("all", "yes")]] {
                let refused = try await browsers[2].post("/admin/files/1/releases", fields)
                #expect(refused.status == 403, "\(fields)")
            }
            try await admin.post(
                "/admin/files/1/releases",
                [("list", "house.shops"), ("scopeID", "1"), ("key", "forno"), ("field", "radius")])
            let after = try await admin.get("/admin/files/1")
            #expect(!after.text.contains(">250"))
        }
        try folder.write(Self.shops.replacing("radius: 200", with: "radius: 300"), to: "negozi.yaml")
        let plan = try await site.portal.apply(path)
        #expect(plan.isNothing, "\(plan)")
        #expect(plan.kept == 1, "\(plan)")
        let radius = try await site.value("SELECT radius FROM shop WHERE key = 'forno'", as: Int.self)
        #expect(radius == 250)
        let acts = try await site.value("SELECT count(*) FROM audit WHERE action = 'seed.release'", as: Int.self)
        #expect(acts == 1)
    }

    @Test func thePageAndTheFormsShowSettingsAndPeopleToo() async throws {
        let site = try await TestSite()
        let (folder, path) = try file(
            """
            site: { historyDays: 111 }
            roles: [{ key: own-aiuto, title: Aiuto, may: [house.shops.see] }]
            accounts: [{ key: dora, name: Dora }]
            """)
        _ = try await site.portal.apply(path)
        let dora = try await site.database.write { db in
            var settings = try SiteSettings.load(db)
            settings.historyDays = 222
            try settings.save(db)
            try db.execute(sql: "UPDATE account SET name = 'Dora Verdi' WHERE key = 'dora'")
            return try Int64.fetchOne(db, sql: "SELECT id FROM account WHERE key = 'dora'") ?? 0
        }
        try await site.browse(as: "admin") { browsers in
            let page = try await browsers[0].get("/admin/files/1").text
            for said in [">111", ">222", "Dora Verdi", "impostazione del portale"] { #expect(page.contains(said), "\(said)") }
            for form in ["/admin/site", "/admin/people/\(dora)"] {
                let text = try await browsers[0].get(form).text
                #expect(text.contains("mantenuto dal file</span> negozi</span>"), "\(form)")
            }
            let role = try await browsers[0].get("/admin/roles/1").text
            #expect(role.contains("Il file negozi mantiene questo ruolo."))
            try await browsers[0].post(
                "/admin/files/1/releases", [("list", "accounts"), ("scopeID", "0"), ("key", "dora"), ("field", "name")])
            let after = try await browsers[0].get("/admin/files/1").text
            #expect(after.contains(">222"))
            #expect(!after.contains("Dora Verdi"))
        }
        withExtendedLifetime(folder) {}
    }

    @Test func thePageComparesRolesOfPeopleAndThePlanOfBackups() async throws {
        let site = try await TestSite()
        let (folder, path) = try file(
            """
            site: { backups: { hour: 4 } }
            accounts: [{ key: dora, name: Dora, roles: [{ role: educator, in: casa-rossa }] }]
            """)
        _ = try await site.portal.apply(path)
        try await site.browse(as: "admin") { browsers in
            let same = try await browsers[0].get("/admin/files/1").text
            #expect(same.contains("Da allora non è cambiato nulla."))
        }
        try await site.database.write { db in
            var plan = try SiteSettings.load(db).backups
            (plan.hour, plan.days) = (5, 30)
            try plan.save(db)
            let dora = try Int64.fetchOne(db, sql: "SELECT id FROM account WHERE key = 'dora'") ?? 0
            try RoleAssignment(accountID: dora, role: "admin").insert(db)
        }
        try await site.browse(as: "admin") { browsers in
            let page = try await browsers[0].get("/admin/files/1").text
            for said in [">[educator in casa-rossa]<", ">[admin, educator in casa-rossa]<", ">Ora: 4<", ">Ora: 5<"] {
                #expect(page.contains(said), "\(said)")
            }
            #expect(page.contains("href=\"/admin/backups\""))
            #expect(!page.contains("Giorni conservati"))
            let form = try await browsers[0].get("/admin/backups").text
            #expect(form.components(separatedBy: "mantenuto dal file</span> negozi</span>").count == 2)
            try await browsers[0].post(
                "/admin/files/1/releases", [("list", "site"), ("scopeID", "0"), ("key", "settings"), ("field", "backups")])
            let after = try await browsers[0].get("/admin/files/1").text
            #expect(!after.contains(">Ora: 5<"))
            #expect(after.contains(">[admin, educator in casa-rossa]<"))
        }
        withExtendedLifetime(folder) {}
    }

    @Test func whatAFileDoesNotSayOfThePlanOfBackupsIsPeoples() async throws {
        let site = try await TestSite()
        let (folder, path) = try file("site: { backups: { hour: 4 } }\n")
        _ = try await site.portal.apply(path)
        try await site.database.write { db in
            var plan = try SiteSettings.load(db).backups
            plan.days = 30
            try plan.save(db)
        }
        try folder.write("site: { backups: { hour: 6 } }\n", to: "negozi.yaml")
        let plan = try await site.portal.apply(path)
        #expect(plan.conflicts.isEmpty, "\(plan)")
        let backups = try await site.database.read { try SiteSettings.load($0).backups }
        #expect(backups.hour == 6)
        #expect(backups.days == 30)
    }

    @Test func onePressTakesAnApplicationBack() async throws {
        let site = try await TestSite()
        let (folder, path) = try file(Self.shops)
        _ = try await site.portal.apply(path)
        try folder.write(
            Self.shops.replacing("radius: 200", with: "radius: 300").replacing("Mercato", with: "Mercato coperto"), to: "negozi.yaml")
        _ = try await site.portal.apply(path)
        try await site.browse(as: "admin") { browsers in
            try await browsers[0].post("/admin/files/undoing", [("id", "1")])
            let late = try await browsers[0].get("/admin/files")
            #expect(late.text.contains("Non c’è nulla da annullare"))
            try await browsers[0].post("/admin/files/undoing", [("id", "2")])
            let done = try await browsers[0].get("/admin/files")
            #expect(done.text.contains("Annullato: 2 elementi sono come prima."))
        }
        let shops = try await site.value("SELECT group_concat(name || radius) FROM shop", as: String.self)
        #expect(shops == "Forno200,Mercato300")
    }

    /// What only the database and the rules of a system find, at its line and in words.
    @Test func aPlanFindsWhatASystemRefuses() async throws {
        let site = try await TestSite("registry", "campus")
        let (folder, path) = try file(
            """
            campus:
              alert-categories:
                - { key: tempo, name: Tempo }
              alerts:
                - { key: neve, title: Neve, category: tempo, severity: info, expires: 2026-11-09T07:00:00Z }
              bulletins:
                - { alert: neve, at: 2026-11-10T07:00:00Z }
            """)
        let refused = await #expect(throws: SeedRefused.self) {
            try await site.portal.seed.plan(path, on: site.database, picturesIn: nil)
        }
        let said = refused?.mistakes.map { "\($0.line):\($0.column): \($0.sentence)" } ?? []
        #expect(said.count == 1, "\(said)")
        #expect(said.first?.hasPrefix("7:") == true, "\(said)")
        #expect(said.first?.contains("It would expire before it goes out") == true, "\(said)")
        let alerts = try await site.value("SELECT count(*) FROM campusAlert", as: Int.self)
        #expect(alerts == 0)
        withExtendedLifetime(folder) {}
    }
}
