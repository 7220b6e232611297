import Accounts
import Foundation
import GRDB
import HTTPTypes
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Portal

/// The first-run wizard: who sees it and when, and what it makes.
@Suite struct SetupTests {
    @Test func withoutASiteEveryPageSaysThatItIsBeingSetUp() async throws {
        let site = try await SetupSite()
        let (portal, link) = try await site.start()
        let secret = try #require(link?.split(separator: "/").last).description
        try await site.browse(portal) { browsers in
            for path in ["/", "/sign-in", "/campus/news", "/admin", "/welcome/\(Token().text)", "/nothing", "/admin/site"] {
                let page = try await browsers[0].get(path, headers: [.acceptLanguage: "en"])
                #expect(page.status == 503, "\(path)")
                #expect(page.contains("This site is being set up"), "\(path)")
                #expect(page.contains("journalctl"), "\(path)")
                #expect(!page.contains(secret), "\(path)")
                #expect(page.headers[.cacheControl] == "no-store", "\(path)")
            }
            let posted = try await browsers[0].post("/sign-in", ["name": "anna", "password": "x"])
            #expect(posted.status == 503)
            let program = try await browsers[0].call(.get, "/api/v1/house/products")
            #expect(program.status == 503)
            #expect(program.headers[.contentType]?.contains("json") == true)
            let health = try await browsers[0].get("/health")
            #expect(health.status == 200)
            let opened = try await browsers[0].get(link ?? "")
            #expect(opened.status == 200)
            #expect(opened.headers[.cacheControl] == "no-store, no-transform")
        }
    }

    @Test func aSiteHasNoWizard() async throws {
        let site = try await TestSite("house")
        let start = try await site.portal.beginSetup()
        #expect(start == .hasSite)
        try await site.browse(as: "", "admin") { browsers in
            for browser in browsers {
                for path in ["/setup/\(Token().text)", "/setup/x", "/setup/screens/site", "/setup/screens/finish"] {
                    let page = try await browser.get(path)
                    #expect(page.status == 410, "\(path)")
                    let sent = try await browser.post(path, [("name", "X"), ("language", "it")])
                    #expect(sent.status == 410, "\(path)")
                }
                let taken = try await browser.post("/setup/\(Token().text)/browser")
                #expect(taken.status == 410)
                let unknown = try await browser.get("/setup/screens/nothing")
                #expect(unknown.status == 404)
            }
            let home = try await browsers[0].get("/")
            #expect(home.status == 200)
        }
        let rows = try await site.value("SELECT count(*) FROM setting WHERE key = 'setup'", as: Int.self)
        #expect(rows == 0)
    }

    /// The site can also come about by a command, with or without an account.
    @Test func aSeedFileThatIsAppliedBesideEndsTheWizard() async throws {
        let site = try await SetupSite()
        let (portal, link) = try await site.start()
        let file = site.folder.path + "/other.yaml"
        try Data("house: { houses: [{ key: casa-blu, name: Casa Blu, zone: Europe/Rome }] }".utf8).write(to: URL(fileURLWithPath: file))
        try await site.browse(portal) { browsers in
            try await SetupSite.walk(browsers[0], link ?? "", until: .content)
            _ = try await portal.apply(file)
            let screen = try await browsers[0].get("/setup/screens/content")
            #expect(screen.status == 410)
            let home = try await browsers[0].get("/")
            #expect(home.status == 200)
        }
        let again = try await site.start()
        #expect(again.link == nil)
        let rows = try await again.portal.value("SELECT count(*) FROM setting WHERE key = 'setup'", as: Int.self)
        #expect(rows == 0)
    }

    @Test func fiveScreensMakeTheSite() async throws {
        let site = try await SetupSite()
        let (portal, link) = try await site.start()
        try await site.browse(portal, 2) { browsers in
            try await SetupSite.walk(browsers[0], link ?? "")
            let first = try await browsers[0].get("/admin")
            #expect(first.status == 200)
            #expect(first.contains("Anna Capo"))
            #expect(first.contains(site.seedFile))
            #expect(first.contains("Che cosa fare adesso"))
            #expect(first.contains("href=\"/admin/people/new\""))
            #expect(first.contains("Scegli come parte la posta"))
            try await browsers[0].post("/admin/first-steps")
            let later = try await browsers[0].get("/admin")
            #expect(!later.contains("Che cosa fare adesso"))
            let home = try await browsers[1].get("/")
            #expect(home.status == 200)
            #expect(home.contains("Casa &#34;dell"))
            // The link and its cookie end with their use.
            for browser in browsers {
                let opened = try await browser.get(link ?? "")
                #expect(opened.status == 410)
                let screen = try await browser.get("/setup/screens/finish")
                #expect(screen.status == 410)
            }
            try await browsers[1].post("/sign-in", ["name": "anna", "password": SetupSite.password])
            let signedIn = try await browsers[1].get("/admin")
            #expect(signedIn.status == 200)
            #expect(!signedIn.contains("Che cosa fare adesso"))
        }
        let settings = try await portal.database.read { try SiteSettings.load($0) }
        #expect(settings.name == "Casa \"dell'Orto\": #1")
        #expect(settings.language == .italian)
        #expect(settings.systems == ["house", "stories"])
        let backups: [Int] = [settings.backups.hour, settings.backups.days, settings.backups.weeks]
        #expect(backups == [4, 9, 2])
        let acts = try await portal.list("SELECT action FROM audit ORDER BY id")
        #expect(Set(acts).isSuperset(of: ["setup.link", "setup.create", "account.first", "sign-in.good", "seed.apply", "site.update"]))
        let left = try await portal.value("SELECT count(*) FROM setting WHERE key = 'setup'", as: Int.self)
        #expect(left == 0)
        let text = try String(contentsOfFile: site.seedFile, encoding: .utf8)
        #expect(!text.contains(SetupSite.password))
        #expect(text.contains("backups: { \"on\": true, hour: 4, days: 9, weeks: 2 }"))
        let mistakes = try Seed.make(portal.configuration).check(site.seedFile)
        #expect(mistakes.map(\.description) == [])
        let plan = try await portal.apply(site.seedFile)
        #expect(plan.isNothing)
        let again = try await site.start()
        #expect(again.link == nil)
    }

    @Test func theServerOfMailIsAskedForAndItsPasswordSealed() async throws {
        let site = try await SetupSite()
        let (portal, link) = try await site.start()
        let mail = [
            ("mail-way", "smtp"), ("mail-host", "smtp.example.org"), ("mail-port", "465"), ("mail-security", "tls"),
            ("mail-user", "portico"), ("mail-password", "un segreto"), ("mail-sender", "sito@example.org"),
        ]
        try await site.browse(portal) { browsers in
            try await SetupSite.walk(browsers[0], link ?? "", until: .finish)
            let screen = try await browsers[0].get(SetupScreen.finish.address)
            #expect(screen.contains("value=\"none\" checked"))
            let wrong = try await browsers[0].post(SetupScreen.finish.address, [("hour", "24")] + mail)
            #expect(wrong.status == 422)
            let stored = try await portal.value("SELECT value FROM setting WHERE key = 'setup'", as: String.self)
            #expect(stored?.contains("smtp.example.org") == true)
            #expect(stored?.contains("segreto") == false)
            #expect(!wrong.contains("segreto"))
            let made = try await browsers[0].post(SetupScreen.finish.address, [("backups", "yes"), ("hour", "4")] + mail)
            #expect(made.location == "/admin")
            let first = try await browsers[0].get("/admin")
            #expect(first.contains("Manda un messaggio di prova"))
            #expect(!first.contains("Scegli come parte la posta"))
        }
        let sender = try await portal.database.read { try portal.admin.mailRoute.current($0) }
        #expect(sender.from == "sito@example.org")
        guard case .smtp(let server) = sender.transport else {
            Issue.record("no server")
            return
        }
        #expect(server.name == "smtp.example.org:465")
        #expect(server.password == "un segreto")
        let seed = try String(contentsOfFile: site.seedFile, encoding: .utf8)
        #expect(!seed.contains("segreto"))
        let acts = try await portal.value("SELECT count(*) FROM audit WHERE action = 'site.mail'", as: Int.self)
        #expect(acts == 1)
        #expect(try await portal.value("SELECT count(*) FROM audit WHERE detail LIKE '%segreto%'", as: Int.self) == 0)
    }

    @Test func aSiteThatSetsMailLaterKeepsMessages() async throws {
        let site = try await SetupSite()
        let (portal, link) = try await site.start()
        try await site.browse(portal) { browsers in try await SetupSite.walk(browsers[0], link ?? "") }
        let rows = try await portal.value("SELECT count(*) FROM mailServer", as: Int.self)
        #expect(rows == 0)
    }

    /// Every choice of systems: 31, from a copy of one empty database.
    @Test func everyChoiceOfSystemsMakesASite() async throws {
        let choices = (1..<32).map { bits in
            NewSiteRules.systems.enumerated().filter { bits & 1 << $0.offset != 0 }.map(\.element)
        }
        #expect(Set(choices).count == 31)
        let site = try await SetupSite()
        var configuration = try await site.start().portal.configuration
        configuration.data = site.folder.path + "/empty"
        let empty = try Store.open(configuration)
        try await empty.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try empty.close()
        for (index, systems) in choices.enumerated() {
            try FileManager.default.copyItem(atPath: configuration.data, toPath: "\(site.folder.path)/\(index)")
            let (portal, link) = try await site.start(in: String(index))
            let language = index.isMultiple(of: 2) ? "it" : "en"
            try await site.browse(portal) { browsers in
                try await SetupSite.walk(browsers[0], link ?? "", SetupSite.answers(systems, language: language))
                let first = try await browsers[0].get("/admin")
                #expect(first.status == 200, "\(systems)")
            }
            let stored = try await portal.value("SELECT value FROM setting WHERE key = 'systems'", as: String.self)
            #expect(stored == NewSiteRules.complete(Set(systems)).joined(separator: " "))
        }
    }

    /// YAML would read these as a number and a flag.
    @Test(arguments: ["12", "Yes", "王"]) func everyNameOfAHouseMakesASite(name: String) async throws {
        let site = try await SetupSite()
        let (portal, link) = try await site.start()
        try await site.browse(portal) { browsers in
            var answers = SetupSite.answers(["house"])
            answers[2].fields = [("content", "examples"), ("house", name)]
            try await SetupSite.walk(browsers[0], link ?? "", answers)
        }
        let names = try await portal.list("SELECT name FROM house")
        #expect(names == [name])
    }

    @Test func nothingIsShownOfAnEmptySite() async throws {
        let site = try await SetupSite()
        let (portal, link) = try await site.start()
        try await site.browse(portal) { browsers in
            try await SetupSite.walk(browsers[0], link ?? "", SetupSite.answers(["house", "campus"], content: "empty", key: "007"))
        }
        let records = try await portal.value("SELECT (SELECT count(*) FROM house) + (SELECT count(*) FROM course)", as: Int.self)
        #expect(records == 0)
        let systems = try await portal.value("SELECT value FROM setting WHERE key = 'systems'", as: String.self)
        #expect(systems == "house registry campus")
    }

    @Test func theDemonstrationIsMadeUnderTheChosenNameAndMarked() async throws {
        let site = try await SetupSite()
        let (portal, link) = try await site.start()
        try await site.browse(portal) { browsers in
            let browser = browsers[0]
            let answers = SetupSite.answers(["house"], content: "demonstration", key: "admin", language: "en")
            try await SetupSite.walk(browser, link ?? "", until: .administrator, answers)
            let taken = try await browser.post(SetupScreen.administrator.address, answers[3].fields)
            #expect(taken.status == 422)
            #expect(taken.contains("id=\"f-key-error\""))
            let free = answers[3].fields.map { $0.0 == "key" ? ("key", "anna") : $0 }
            let next = try await browser.post(SetupScreen.administrator.address, free)
            #expect(next.location == SetupScreen.finish.address)
            let summary = try await browser.get(SetupScreen.finish.address)
            #expect(summary.contains("The demonstration has accounts whose password is in the public guide"))
            let made = try await browser.post(SetupScreen.finish.address, answers[4].fields)
            #expect(made.location == "/admin")
            let first = try await browser.get("/admin")
            #expect(first.contains("Remove the demonstration accounts"))
        }
        let settings = try await portal.database.read { try SiteSettings.load($0) }
        #expect(settings.systems == ["house"])
        #expect(settings.language == .english)
        #expect(settings.languages == [.italian])
        #expect(settings.backups.hour == 4)
        let accounts = try await portal.list("SELECT key FROM account ORDER BY key")
        #expect(accounts == ["admin", "anna"])
        #expect(!FileManager.default.fileExists(atPath: site.seedFile))
    }
}
