import Admin
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Campus

/// What is there easy to read beside the usual text.
@Suite struct EasyReadingTests {
    /// Writes the easy version of the first article, as its page sends it.
    private static func say(_ editor: Browser, _ version: String, _ title: String, _ text: String, number: Int = 1) async throws -> Answer {
        let typed = [("version", String(number)), ("t.title", title), ("t.summary", ""), ("t.text", text)]
        return try await editor.post("/admin/campus/articles/1/translations/\(version)", typed)
    }

    private static func choose(_ visitor: Browser, _ reading: String) async throws {
        let answer = try await visitor.post("/campus/reading", [("reading", reading), ("next", "/campus/news/1")])
        #expect(answer.status == 303)
        #expect(answer.headers[.location] == "/campus/news/1")
    }

    @Test func anEditorWritesItBesideTheTextAndWhoeverAskedOnceReadsIt() async throws {
        let town = try await NewsFixture()
        try await town.article("Biciclette in comodato")
        try await town.article("Altra notizia")
        try await town.site.browse(as: "admin", "", "") { who in
            let (editor, visitor) = (who[0], who[1])
            #expect(try await editor.get("/admin/campus/articles/1").contains("/admin/campus/articles/1/translations/it-simple"))
            #expect(try await !visitor.get("/campus/news/1").contains("Questo testo c’è anche facile da leggere."))
            #expect(try await Self.say(editor, "it-simple", "Puoi prendere una bici", "La bici è **tua**.").status == 303)
            let offered = try await visitor.get("/campus/news/1")
            #expect(offered.contains("Biciclette in comodato"))
            #expect(offered.contains("Questo testo c’è anche facile da leggere."))
            try await Self.choose(visitor, "easy")
            for path in ["news/1", "news", "search?q=biciclette"] {
                let page = try await visitor.get("/campus/\(path)")
                #expect(page.contains("Puoi prendere una bici"), "\(path)")
                #expect(!page.contains("Biciclette in comodato"), "\(path)")
            }
            let page = try await visitor.get("/campus/news/1")
            #expect(page.contains("La bici è <strong>tua</strong>."))
            #expect(page.contains("Questo è il testo facile da leggere."))
            // What nobody said easily stays as it was.
            #expect(page.contains("In breve."))
            let other = try await visitor.get("/campus/news/2")
            #expect(other.contains("Altra notizia"))
            #expect(other.contains("Questo testo non c’è ancora facile da leggere."))
            #expect(try await !who[2].get("/campus/news/1").contains("Puoi prendere una bici"))
            try await Self.choose(visitor, "usual")
            #expect(try await visitor.get("/campus/news/1").contains("Biciclette in comodato"))
        }
    }

    /// What a browser keeps for when there is no network it asks for without cookies, in the language of the page that was read.
    @Test func theCopyForTheTimeWithoutANetworkIsEasyTooForWhoeverReadsSo() async throws {
        let town = try await NewsFixture()
        try await town.article("Biciclette in comodato")
        try await town.site.browse(as: "admin", "", "") { who in
            #expect(try await Self.say(who[0], "it-simple", "Puoi prendere una bici", "La bici è tua.").status == 303)
            try await Self.choose(who[1], "easy")
            let read = try await who[1].get("/campus/news/1").headers[.contentLanguage]
            #expect(read == "it-simple")
            func copied(_ language: String) async throws -> String {
                try await who[2].call(.get, "/campus/news/1", headers: [.acceptLanguage: language]).text
            }
            // Twice: pages that are everybody's are kept.
            for _ in 0..<2 {
                let (usual, easy) = (try await copied("it"), try await copied(read ?? ""))
                #expect(usual.contains("Biciclette in comodato"))
                #expect(!usual.contains("Puoi prendere una bici"))
                #expect(easy.contains("Puoi prendere una bici"))
                #expect(!easy.contains("Biciclette in comodato"))
            }
        }
    }

    @Test func eachLanguageHasItsOwnMadeFromItsOwnTextAndTellsWhenThatChanged() async throws {
        let town = try await NewsFixture()
        try await town.article("Biciclette")
        try await town.site.database.write { db in
            var settings = try SiteSettings.load(db)
            settings.languages = [.english]
            try settings.save(db)
        }
        try await town.site.browse(as: "admin", "") { who in
            let editor = who[0]
            #expect(try await Self.say(editor, "en", "Bicycles", "A long text.").status == 303)
            let page = try await editor.get("/admin/campus/articles/1/translations/en-simple")
            #expect(page.contains("<p class=\"original\" id=\"f-t-title-original\">Bicycles</p>"))
            #expect(try await Self.say(editor, "en-simple", "You can take a bike", "It is yours.", number: 2).status == 303)
            try await Self.choose(who[1], "easy")
            let english = try await who[1].get("/campus/news/1", headers: [.acceptLanguage: "en"])
            #expect(english.contains("You can take a bike"))
            #expect(try await who[1].get("/campus/news/1").contains("Questo testo non c’è ancora facile da leggere."))
            #expect(try await Self.say(editor, "en", "Bikes", "A long text.", number: 3).status == 303)
            let stale = try await editor.get("/admin/campus/articles/1/translations/en-simple")
            #expect(stale.contains("<span lang=\"en\">Bicycles</span>"))
            #expect(stale.contains("da rivedere"))
        }
    }

    @Test func whoeverWritesItIsToldWhatIsHardInIt() async throws {
        let town = try await NewsFixture()
        try await town.article("Biciclette")
        try await town.site.browse(as: "admin") { who in
            #expect(try await Self.say(who[0], "it-simple", "Le bici", "La bicicletta viene consegnata dal personale.").status == 303)
            let page = try await who[0].get("/admin/campus/articles/1/translations/it-simple")
            #expect(page.contains("«viene consegnata»: di’ chi lo fa"))
            #expect(try await who[0].get("/admin/campus/news-sources/1/translations/it-simple").status == 404)
        }
    }

    @Test func aListTellsThatOnlySomeOfItsTextsAreThere() async throws {
        let town = try await NewsFixture()
        try await town.site.database.write { db in
            for name in ["Guardia", "Portineria"] {
                var number = EmergencyNumber()
                (number.name, number.number, number.description) = (name, "112", "Servizio continuativo")
                if name == "Guardia" {
                    number.translations["description", LanguageVersion(.italian, isEasy: true)] = .init("C’è sempre qualcuno.", of: nil)
                }
                try number.insert(db, by: .system("tests"))
            }
        }
        try await town.site.browse(as: "") { who in
            try await Self.choose(who[0], "easy")
            let page = try await who[0].get("/campus/emergency")
            #expect(page.contains("C’è sempre qualcuno."))
            #expect(page.contains("Servizio continuativo"))
            #expect(page.contains("Alcuni di questi testi sono facili da leggere."))
        }
    }

    @Test func anAlertSaysItToWhoeverAskedAndKeepsItAsItWentOut() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Marea", english: "Tide")
        try await town.write("Rive sommerse", english: "Banks under water", easy: "C’è acqua in strada.")
        try await town.site.browse(as: "admin", "") { who in
            let (editor, visitor) = (who[0], who[1])
            #expect(try await editor.get("/admin/campus/alerts/\(id)/publication").contains("Pagina in italiano facile da leggere"))
            try await town.publish(id, editor)
            #expect(try await visitor.get("/campus/alerts/1").contains("Rive sommerse"))
            try await Self.choose(visitor, "easy")
            for path in ["alerts/1", "alerts"] {
                let page = try await visitor.get("/campus/\(path)")
                #expect(page.contains("C’è acqua in strada."), "\(path)")
                #expect(!page.contains("Rive sommerse"), "\(path)")
            }
            let english = try await visitor.get("/campus/alerts/1", headers: [.acceptLanguage: "en"])
            #expect(english.contains("Banks under water"))
            #expect(english.contains("This text is not there easy to read yet."))
            #expect(try await visitor.get("/campus/alerts/1.json").contains(#""easy":"C’è acqua in strada.""#))
        }
        await #expect(throws: DatabaseError.self) {
            try await town.site.database.write { try $0.execute(sql: "UPDATE campusBulletin SET easy = 'Altro'") }
        }
    }

    @Test func whoeverAskedGetsItInMessagesToo() async throws {
        let (town, browsers) = (try await AlertTown(), PushBrowsers())
        let id = try await town.alert("Marea", english: "Tide")
        try await town.write("Rive sommerse", english: "Under water", easy: "C’è acqua in strada.")
        try await browsers.listen { origin in
            try await town.subscribe(browsers, origin + "easy", easy: true)
            try await town.subscribe(browsers, origin + "usual")
            try await town.site.browse(as: "admin") { who in
                let sheet = try await who[0].get("/admin/campus/alerts/\(id)/publication")
                #expect(sheet.contains("IT, facile da leggere"))
                #expect(!sheet.contains("EN, facile da leggere"))
                try await town.publish(id, who[0])
            }
            try await town.tell()
            let bodies = Dictionary(uniqueKeysWithValues: browsers.calls.map { ($0.name, $0.text) })
            #expect(bodies == ["easy": "C’è acqua in strada.", "usual": "Rive sommerse"])
        }
    }

    @Test func messagesFollowTheChoiceOfTheirVisitor() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Marea", english: "Tide")
        try await town.write("Rive sommerse", english: "Under water", easy: "C’è acqua in strada.")
        try await town.site.browse(as: "admin", "", "") { who in
            func ask(_ browser: Browser, _ email: String) async throws {
                let typed = [("topic", "all"), ("least", "info"), ("quietFrom", ""), ("quietUntil", "7"), ("email", email)]
                #expect(try await browser.post("/campus/alerts/ways/mail", typed).status == 303)
            }
            // One chose before he left his address, the other after it; neither changes the other's.
            try await Self.choose(who[1], "easy")
            try await ask(who[1], "before@example.org")
            try await ask(who[2], "after@example.org")
            #expect(try await town.site.value("SELECT sum(easy) FROM campusWay", as: Int.self) == 1)
            try await Self.choose(who[2], "easy")
            #expect(try await town.site.value("SELECT sum(easy) FROM campusWay", as: Int.self) == 2)
            try await Self.choose(who[1], "usual")
            try await town.site.database.write { try $0.execute(sql: "UPDATE campusWay SET confirmedAt = '2020-01-01'; DELETE FROM mail") }
            try await town.publish(id, who[0])
            try await town.tell()
        }
        let mails = try await town.site.database.read { try Mail.fetchAll($0, sql: "SELECT * FROM mail ORDER BY recipient") }
        #expect(mails.map(\.recipient) == ["after@example.org", "before@example.org"])
        #expect(mails.map { $0.body.contains("C’è acqua in strada.") } == [true, false])
        #expect(mails.map { $0.body.contains("Rive sommerse") } == [false, true])
    }

    @Test func helpPrivacyAndAccessibilityAreThereEasyToRead() async throws {
        try await NewsFixture().site.browse(as: "") { who in
            for (path, usual, easy) in [
                ("help", "Per usare il campus non serve un account", "Non devi registrarti."),
                ("privacy", "non lascia niente", "Non sappiamo chi sei."), ("accessibility", "anche senza script", "Non serve la mappa."),
            ] {
                try await Self.choose(who[0], "usual")
                let before = try await who[0].get("/campus/\(path)")
                #expect(before.contains("Questo testo c’è anche facile da leggere."), "\(path)")
                #expect(!before.contains(easy), "\(path)")
                try await Self.choose(who[0], "easy")
                let page = try await who[0].get("/campus/\(path)")
                #expect(page.contains("Questo è il testo facile da leggere."), "\(path)")
                #expect(page.contains(easy), "\(path)")
                #expect(!page.contains(usual), "\(path)")
            }
        }
    }

    /// What the check of hard texts says of our own.
    @Test func thePagesOfTheCampusPassTheirOwnCheck() async throws {
        let town = try await NewsFixture()
        let templates = town.site.portal.admin.pages.templates
        let parts = [
            "help": ["lead", "search", "people", "courses", "agenda", "alerts", "places", "mine", "offline", "programs"],
            "privacy": ["lead", "nobody", "token", "kept", "told", "numbers", "position", "others", "yours"],
            "accessibility": ["lead", "script", "reading", "map", "entrances"],
        ]
        for language in Language.allCases {
            let words = templates.words(in: language)
            for (page, names) in parts {
                for name in names {
                    for line in words("campus.easyGuide.\(page).\(name)").split(separator: "\n") {
                        #expect(line.split(separator: " ").count <= 16, "\(line)")
                    }
                }
            }
        }
    }
}
