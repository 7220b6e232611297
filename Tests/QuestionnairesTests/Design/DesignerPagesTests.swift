import Admin
import Foundation
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// The designer on one page, without script.
@Suite struct DesignerPagesTests {
    private static let address = "/admin/questionnaires/questionnaires/2/structure"

    /// A questionnaire without a version.
    private func site() async throws -> TestSite {
        let site = try await FacultySite().site
        try await site.database.write { db in
            var settings = try SiteSettings.load(db)
            settings.languages = [.english]
            try settings.save(db)
            _ = try Faculty.add(
                "questionnaire",
                [
                    "name": "Mensa", "code": "MENSA", "context": "service", "repetition": "person", "opening": "dates", "anonymous": true,
                    "mandatory": false,
                ], db)
        }
        return site
    }

    private func edition(_ page: String) throws -> String {
        String(try #require(page.firstMatch(of: #/name="edition" value="(\d+)"/#)).1)
    }

    @Test func theSettingsAreOneTab() async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            let page = try await browsers[0].get(Self.address)
            #expect(page.text.components(separatedBy: "href=\"/admin/questionnaires/questionnaires/2\"").count == 2)
            #expect(page.contains("href=\"/admin/questionnaires/questionnaires/2\">Impostazioni</a>"))
        }
    }

    @Test func aNewQuestionnaireOpensItsDesigner() async throws {
        let site = try await FacultySite().site
        try await site.browse(as: "admin") { browsers in
            let made = try await browsers[0].post(
                "/admin/questionnaires/questionnaires",
                [
                    ("name", "Fine anno"), ("code", "FINE"), ("context", "yearEnd"), ("anonymous", "yes"), ("repetition", "year"),
                    ("opening", "dates"), ("audience", "all"), ("threshold", "5"),
                ])
            #expect(made.location == Self.address)
        }
    }

    @Test func typedLinesBecomeQuestionsAndStepsAreTakenBack() async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            let typed = try await admin.post(Self.address, [("act", "lines.0"), ("lines", "Mangi in mensa?\n- Sì\n- No")])
            #expect(typed.status == 303)
            let page = try await admin.get(Self.address)
            #expect(page.contains("Mangi in mensa?</strong>"))
            #expect(page.contains(#"id="live""#))
            try await admin.post(Self.address, [("act", "back"), ("edition", try edition(page.text))])
            let back = try await admin.get(Self.address)
            #expect(!back.contains("Mangi in mensa?</strong>"))
            try await admin.post(Self.address, [("act", "forth"), ("edition", try edition(back.text))])
            let again = try await admin.get(Self.address)
            #expect(again.contains("Mangi in mensa?</strong>"))
        }
    }

    @Test func aTypedPageIsWhereTypingGoesOn() async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            try await admin.post(Self.address, [("act", "lines.0"), ("lines", "# Prima\nUna?")])
            let page = try await admin.get(Self.address)
            let place = String(try #require(page.text.firstMatch(of: #/name="act" value="lines\.(\d+)"/#)).1)
            let typed = try await admin.post(Self.address, [("act", "lines.\(place)"), ("lines", "# Seconda")])
            let next = String(try #require(typed.location?.firstMatch(of: #/at=(\d+)/#)).1)
            #expect(next != place)
            try await admin.post(Self.address, [("act", "lines.\(next)"), ("lines", "Due?")])
        }
        let structure = try await site.database.read { db in
            try StructureStore.read(try #require(try QuestionnaireVersion.draft(of: 2, db)).id, db)
        }
        #expect(structure.pages.map(\.text) == ["Prima", "Seconda"])
        #expect(structure.pages.map { $0.paragraphs.flatMap(\.questions).map(\.text) } == [["Una?"], ["Due?"]])
    }

    @Test func aPageIsInsertedBehindAnother() async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            try await admin.post(Self.address, [("act", "lines.0"), ("lines", "# Prima\nUna?\n# Seconda\nDue?")])
            let page = try await admin.get(Self.address)
            let first = String(try #require(page.text.firstMatch(of: #/value="insert\.(\d+)"/#)).1)
            try await admin.post(Self.address, [("act", "insert.\(first)"), ("edition", try edition(page.text))])
            let inserted = try await admin.get(Self.address)
            #expect(inserted.text.matches(of: #/data-kind="page"/#).count == 3)
            try await admin.post(Self.address, [("act", "back"), ("edition", try edition(inserted.text))])
            let back = try await admin.get(Self.address)
            #expect(back.text.matches(of: #/data-kind="page"/#).count == 2)
        }
    }

    @Test func refusedLinesAreKept() async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            let long = String(repeating: "a", count: 600)
            let refused = try await browsers[0].post(Self.address, [("act", "lines.0"), ("lines", long)])
            #expect(refused.status == 422)
            #expect(refused.contains(long))
            #expect(refused.contains("al massimo 500 caratteri"))
        }
    }

    @Test func aQuestionOpensInItsPlaceAndTheNextOneAfterIt() async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            try await admin.post(Self.address, [("act", "lines.0"), ("lines", "Una?\nDue?")])
            let page = try await admin.get(Self.address)
            let ids = page.text.matches(of: #/\?open=(\d+)#e-\1" data-inside/#).map { String($0.1) }
            let (first, second) = (try #require(ids.dropLast().last), try #require(ids.last))
            let open = try await admin.get("\(Self.address)?open=\(first)")
            #expect(open.contains(#"action="\#(Self.address)/elements/\#(first)""#))
            #expect(open.contains(#"name="inside" value="yes""#))
            let saved = try await admin.post(
                "\(Self.address)/elements/\(first)",
                [("text", "Una sola?"), ("format", "single"), ("answers", "Sì\nNo"), ("inside", "yes"), ("act", "next")])
            #expect(saved.location == "\(Self.address)?open=\(second)#e-\(second)")
        }
    }

    @Test func whatIsBeingTypedIsShownAndNotSaved() async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            try await admin.post(Self.address, [("act", "lines.0"), ("lines", "Una?")])
            let page = try await admin.get(Self.address)
            let id = String(try #require(page.text.firstMatch(of: #/id="e-(\d+)" tabindex="-1" data-kind="question"/#)).1)
            let shown = try await admin.post(
                "\(Self.address)/elements/\(id)",
                [("text", "Un’altra?"), ("format", "single"), ("answers", "Mai\nSempre"), ("act", "show")])
            #expect(shown.status == 200)
            #expect(shown.contains("Sempre"))
        }
        let text = try await site.value("SELECT text FROM element WHERE kind = 'question' ORDER BY id DESC", as: String.self)
        #expect(text == "Una?")
    }

    @Test func designersSeeWhoElseIsWriting() async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            try await admin.post(Self.address, [("act", "lines.0"), ("lines", "Una?")])
            try await site.database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO workingCopy (accountID, kind, recordID, scopeID, version, at, form)
                        SELECT account.id, 'questionnaires.elements', (SELECT max(element.id) FROM element WHERE kind = 'question'), 0, 0, ?, '{}'
                        FROM account WHERE key = 'educator'
                        """, arguments: [Date.now])
            }
            let page = try await admin.get(Self.address)
            #expect(page.contains("Ci sta scrivendo anche"))
        }
    }

    @Test func aQuestionIsMovedToAnotherPageFromItsForm() async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            try await admin.post(Self.address, [("act", "lines.0"), ("lines", "# Prima\nUna?\n# Seconda\nDue?")])
            let page = try await admin.get(Self.address)
            let ids = page.text.matches(of: #/id="e-(\d+)" tabindex="-1" data-kind="question"/#).map { String($0.1) }
            #expect(ids.count == 2)
            try await admin.post(
                Self.address, [("act", "move.\(ids[0])"), ("place", "after.\(ids[1])"), ("edition", try edition(page.text))])
        }
        let paragraphs = try await site.value(
            "SELECT count(DISTINCT parent) FROM element WHERE kind = 'question' AND version = (SELECT max(id) FROM questionnaireVersion)",
            as: Int.self)
        #expect(paragraphs == 1)
    }

    @Test func publishingSaysWhomItReachesAndTheTrialIsOpenToWhoeverHasItsLink() async throws {
        let site = try await site()
        try await site.browse(as: "admin", "") { browsers in
            let admin = browsers[0]
            try await admin.post(Self.address, [("act", "lines.0"), ("lines", "Mangi in mensa?\n- Sì\n- No")])
            let page = try await admin.get(Self.address)
            #expect(page.contains("2 studenti."))
            #expect(page.contains("appena lo pubblichi"))
            try await admin.post(Self.address, [("act", "trial"), ("edition", try edition(page.text))])
            let link = try await admin.get(Self.address)
            let address = String(try #require(link.text.firstMatch(of: #/\/questionnaires\/trials\/[\w-]{43}/#)).0)
            let trial = try await browsers[1].get(address)
            #expect(trial.status == 200)
            #expect(trial.contains("Mangi in mensa?"))
            try await admin.post(Self.address, [("act", "endTrial"), ("edition", try edition(link.text))])
            let ended = try await browsers[1].get(address)
            #expect(ended.status == 404)
        }
    }

    @Test func theListSaysStateAndAnswersAndLeadsToStructureAndResults() async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            let list = try await browsers[0].get("/admin/questionnaires/questionnaires")
            #expect(list.contains("senza versione"))
            #expect(list.contains("0 compilazioni"))
            #expect(list.contains("attivo dal"))
            #expect(list.contains(#"href="/admin/questionnaires/questionnaires/1/structure""#))
            #expect(list.contains(#"href="/admin/questionnaires/questionnaires/1/results""#))
        }
    }

    @Test func theTitleIsTranslatedWithTheQuestions() async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            try await admin.post(Self.address, [("act", "lines.0"), ("lines", "Mangi in mensa?\n- Sì\n- No")])
            let sheet = try await admin.get(Self.address + "/translations/en")
            #expect(sheet.contains(#"name="heading.name""#))
            // What the sheet is for, not what the list is for.
            #expect(sheet.contains("Chi compila legge nella sua lingua quello che è tradotto"))
            #expect(!sheet.contains("a chi sono rivolti"))
            let version = String(try #require(sheet.text.firstMatch(of: #/name="version" value="(\d+)"/#)).1)
            try await admin.post(Self.address + "/translations/en", [("version", version), ("heading.name", "Canteen")])
        }
        let stored = try await site.value("SELECT translations FROM questionnaire WHERE id = 2", as: String.self)
        #expect(stored?.contains("Canteen") == true)
    }
}
