import Accounts
import Admin
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// Questionnaires that are asked in several languages: written by designers, read by each in his own, counted together.
@Suite struct LanguageTests {
    private static let design = "/admin/questionnaires/questionnaires/1/structure"
    private static let sheet = design + "/translations/en"
    private static let asked = """
        # Frequenza
        ##
        ? q1 single! Quante lezioni hai seguito?
        - a1 Poche = 1
        - a2 Tante = 2
        # Il corso
        > Pensa a tutto il corso.
        ##
        ? q2 singleAcross! Il carico era adeguato
        - a1 Poche = 1
        - a2 Tante = 2
        ? q3 text Che cosa miglioreresti?
        """

    private func structure() -> Structure { StructureReader(Self.asked).structure }

    /// A site that keeps English too, with a draft of the questionnaire.
    private func designed() async throws -> TestSite {
        let site = try await TestSite("house", "registry", "questionnaires")
        let structure = structure()
        try await site.database.write { db in
            try Faculty.fill(db, students: 5, anonymous: true, mandatory: false)
            try Self.keepEnglish(db)
            try QuestionnaireVersion.beginDraft(of: 1, now: .now, db).save(structure.renumbered, db)
        }
        return site
    }

    private static func keepEnglish(_ db: Database) throws {
        var settings = try SiteSettings.load(db)
        settings.languages = [.english]
        try settings.save(db)
    }

    private static func stored(_ db: Database) throws -> Structure { try StructureStore.read(1, db) }

    /// The fields of the sheet in order, by what their labels say of the original.
    private static func fields(_ sheet: TranslationSheet) -> [String: String] {
        Dictionary(uniqueKeysWithValues: sheet.rows.map { ($0.original, $0.name) })
    }

    @Test func aDesignerTranslatesEachTextOnce() async throws {
        let site = try await designed()
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            let tree = try await admin.get(Self.design)
            // The title of the questionnaire, two titles, a note, three questions; the two answers stand in two questions and count once.
            #expect(tree.contains("9 testi da tradurre"))
            #expect(tree.contains(Self.sheet))
            let page = try await admin.get(Self.sheet)
            #expect(page.contains("Risposta in 2 domande"))
            #expect(page.contains("Domanda q3"))
            #expect(page.contains(#"lang="it""#))
            let names = try await site.database.read { try Self.fields(TranslationSheet(Self.stored($0), in: .english)) }
            let typed = ["Frequenza": "Attendance", "Poche": "Few", "Tante": "Many", "Pensa a tutto il corso.": "All of it."]
            let form = try typed.map { (try #require(names[$0.key]), $0.value) } + [("version", "2")]
            let saved = try await admin.post(Self.sheet, form)
            #expect(saved.status == 303)
            #expect(saved.location == Self.design + "#languages")
            let after = try await admin.get(Self.design)
            #expect(after.contains("5 testi da tradurre"))
            #expect(after.contains("English: testi da tradurre o da rivedere: 4."))
            // Whoever began before is told, and keeps what he typed.
            let late = try await admin.post(Self.sheet, [(try #require(names["Frequenza"]), "Presence"), ("version", "2")])
            #expect(late.status == 409)
            #expect(late.contains("Presence"))
            #expect(late.contains(#"value="Few""#) == false)
            let long = try await admin.post(
                Self.sheet, [(try #require(names["Frequenza"]), String(repeating: "x", count: 2001)), ("version", "3")])
            #expect(long.status == 422)
            #expect(long.contains("È troppo lungo: al massimo 2.000 caratteri."))
            #expect(long.contains("xxxx"))
        }
        let english = try await site.database.read { try Self.stored($0).reading(in: .english) }
        #expect(english.questions[0].answers.map(\.text) == ["Few", "Many"])
        #expect(english.questions[1].answers.map(\.text) == ["Few", "Many"])
        try #require(english.pages.map(\.text) == ["Attendance", "Il corso"])
        #expect(english.pages[1].note == "All of it.")
        #expect(english.questions[0].text == "Quante lezioni hai seguito?")
        let acts = try await site.value("SELECT count(*) FROM audit WHERE action = 'questionnaires.questionnaires.update'", as: Int.self)
        #expect(acts == 1)
    }

    @Test func aTranslationWaitsForASecondLookWhenItsOriginalChanges() throws {
        var structure = structure()
        structure = TranslationSheet(structure, in: .english).structure(by: Self.form(structure, ["Frequenza": "Attendance"]))
        let id = structure.pages[0].id
        let changed = structure.rewording { if $0.id == id { $0.text = "Presenza" } }
        let row = try #require(TranslationSheet(changed, in: .english).rows.first)
        #expect(row.isStale)
        #expect(row.translation?.of == "Frequenza")
        // Written as text and read again it is still so, and undoing the change makes it right.
        let again = StructureReader(StructureWriter(changed).text).structure.adopting(changed)
        #expect(TranslationSheet(again, in: .english).rows[0].isStale)
        let undone = StructureReader(StructureWriter(structure).text).structure.adopting(again)
        #expect(TranslationSheet(undone, in: .english).rows[0].isStale == false)
        var form = Form()
        for row in TranslationSheet(changed, in: .english).rows { form[row.name] = row.translation?.text ?? "" }
        form["right.\(row.name)"] = "yes"
        #expect(TranslationSheet(TranslationSheet(changed, in: .english).structure(by: form), in: .english).rows[0].isStale == false)
        form[row.name] = " "
        #expect(TranslationSheet(changed, in: .english).structure(by: form).languages == [])
    }

    private static func form(_ structure: Structure, _ typed: [String: String]) -> Form {
        var form = Form()
        for row in TranslationSheet(structure, in: .english).rows { form[row.name] = typed[row.original] ?? "" }
        return form
    }

    @Test func whatIsPublishedIsNoLongerTranslated() async throws {
        let site = try await designed()
        try await site.browse(as: "admin") { browsers in
            try await site.database.write { db in
                let draft = try #require(try QuestionnaireVersion.draft(of: 1, db))
                try draft.activate(Faculty.heading, now: .now, db)
            }
            let page = try await browsers[0].get(Self.sheet)
            let unkept = try await browsers[0].get(Self.design + "/translations/it")
            #expect(page.status == 404)
            #expect(unkept.status == 404)
            let tree = try await browsers[0].get(Self.design)
            #expect(tree.contains("9 testi da tradurre"))
            #expect(!tree.contains(Self.sheet))
        }
        let refused = await #expect(throws: DatabaseError.self) {
            try await site.database.write { db in
                try db.execute(sql: "INSERT INTO elementTranslation VALUES (1, 'text', 'en', 'Attendance', NULL)")
            }
        }
        #expect(refused?.message?.contains("a published version is not changed") == true)
    }

    /// Two students answer the same in two languages, and it is one answer.
    @Test func eachReadsInHisLanguageAndAnswersAreCountedTogether() async throws {
        var structure = structure()
        structure = TranslationSheet(structure, in: .english).structure(
            by: Self.form(
                structure,
                [
                    "Frequenza": "Attendance", "Quante lezioni hai seguito?": "How many lectures?", "Poche": "Few", "Tante": "Many",
                    "Il carico era adeguato": "The load was right",
                ]))
        let made = try await FacultySite(students: 5, mandatory: false, asking: structure)
        try await made.site.database.write { db in
            try Self.keepEnglish(db)
            try db.execute(sql: "UPDATE account SET language = 'en' WHERE key = 'educator-blu'")
        }
        let few = try #require(made.questions["q1"]?.answers.first?.id)
        try await made.site.browse(as: "educator", "educator-blu") { browsers in
            for (browser, isEnglish) in zip(browsers, [false, true]) {
                let list = try await browser.get("/questionnaires")
                let offer = String(try #require(list.text.firstMatch(of: #/href="(/questionnaires/offers/[^"/]+)"/#)).1)
                let start = try await browser.get(offer)
                #expect(start.contains("Some texts are not translated yet: they are in Italian.") == isEnglish)
                let first = String(try #require(start.text.firstMatch(of: #/href="([^"]+/pages/\d+)"/#)).1)
                let page = try await browser.get(first)
                #expect(page.contains("How many lectures?") == isEnglish)
                #expect(page.contains("Quante lezioni hai seguito?") != isEnglish)
                // Everything on this page is translated, so it says nothing of it.
                #expect(!page.contains("not translated"))
                #expect(!page.contains(#"<span lang="it">"#))
                let next = try await browser.post(
                    first, [("act", "next"), ("q", "\(made.questions["q1"]?.id ?? 0)"), ("d_\(made.questions["q1"]?.id ?? 0)", "\(few)")])
                let second = try await browser.get(try #require(next.location))
                #expect(second.contains("The load was right") == isEnglish)
                #expect(second.contains(#"<span lang="it">Che cosa miglioreresti?</span>"#) == isEnglish)
                #expect(second.contains(#"<h1 lang="it">Il corso</h1>"#) == isEnglish)
                #expect(second.contains("not translated") == isEnglish)
            }
        }
        try await made.site.database.write { db in
            for student in 1...Int64(5) { _ = try Faculty.send(["q1": "1", "q2": "2"], of: student, db) }
            try #require(try QuestionnaireVersion.active(of: 1, db)).close(now: .now, db)
            try db.execute(sql: "UPDATE account SET language = 'en' WHERE key = 'admin'")
        }
        try await made.site.browse(as: "admin") { browsers in
            let results = try await browsers[0].get("/admin/questionnaires/questionnaires/1/results")
            #expect(results.contains("How many lectures?"))
            #expect(results.contains("Few"))
            #expect(!results.contains("Quante lezioni"))
            #expect(results.contains("Shown to 5, answered by 5."))
            #expect(results.contains("Texts in Italian"))
            // Files are in the language of whoever looks, or in the one that is asked for; their codes are the same in both.
            for (language, question, answer) in [
                ("", "How many lectures?", "Few"), ("?language=it", "Quante lezioni hai seguito?", "Poche"),
            ] {
                for file in ["answers.R", "answers.sps", "codebook.csv"] {
                    let text = try await browsers[0].get("/admin/questionnaires/questionnaires/1/results/\(file)\(language)")
                    #expect(text.contains(question), "\(file)\(language)")
                    #expect(text.contains(answer), "\(file)\(language)")
                    #expect(text.contains("a1"), "\(file)\(language)")
                }
            }
        }
    }

    @Test func aQuestionnaireInOneLanguageSaysSoToThoseWhoReadAnother() async throws {
        let made = try await FacultySite(students: 2, mandatory: false, asking: structure())
        try await made.site.database.write { try $0.execute(sql: "UPDATE account SET language = 'en' WHERE key = 'educator-blu'") }
        try await made.site.browse(as: "educator-blu") { browsers in
            let list = try await browsers[0].get("/questionnaires")
            let offer = String(try #require(list.text.firstMatch(of: #/href="(/questionnaires/offers/[^"/]+)"/#)).1)
            let start = try await browsers[0].get(offer)
            #expect(start.contains("This questionnaire is in Italian only."))
        }
    }

    @Test func aFileCarriesEveryLanguage() throws {
        var file = ConfigurationFile()
        (file.code, file.title, file.note) = ("LINGUE", "Valutazione", "Grazie")
        file.translations["name", .english] = .init("Evaluation", of: "Valutazione")
        let structure = StructureReader(Self.asked + "\ncategory Futuro").structure
        file.structure = TranslationSheet(structure, in: .english).structure(
            by: Self.form(structure, ["Frequenza": "Attendance", "Poche": "Few", "Futuro": "Future"]))
        let text = StructureWriter(file.structure).text
        #expect(text.contains("category@en Future"))
        #expect(StructureWriter(StructureReader(text).structure).text == text)
        #expect(!StructureReader("# Frequenza\ncategory@en Attendance").mistakes.isEmpty)
        var mistakes: [ElementReading.Mistake] = []
        let read = ConfigurationFile(try JSON(parsing: file.json.compact.utf8), mistakes: &mistakes)
        #expect(mistakes.isEmpty)
        #expect(read.json.compact == file.json.compact)
        #expect(file.json.compact.contains("Attendance"))
        let actor = Actor(accountID: nil, name: "test", address: "", requestID: "")
        try Faculty(students: 0).database.write { db in
            let id = try #require(try ExchangePages.store(read, by: actor, db))
            let draft = try #require(try QuestionnaireVersion.draft(of: id, db))
            let out = try #require(try ConfigurationFile(id, version: draft.id, db))
            #expect(out.translations["name", .english]?.text == "Evaluation")
            let english = out.structure.reading(in: .english)
            #expect(english.pages[0].text == "Attendance")
            #expect(english.questions[2].category == "Future")
        }
        let sheets = try #require(Workbook(Data(XLSFormWriter(file, original: .italian).workbook.bytes)))
        #expect(sheets.rows("survey")[0].contains("label::Italiano (it)"))
        #expect(sheets.rows("survey")[0].contains("label::English (en)"))
        #expect(XLSFormReader(sheets, original: .italian).file.json.compact == file.json.compact)
    }

    /// A set of answers is translated once, on the portal's own page, and brings that along wherever it is put.
    @Test func aSetOfAnswersBringsItsTranslations() async throws {
        let site = try await designed()
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            let made = try await admin.post(
                "/admin/questionnaires/answer-sets",
                [
                    ("name", "Due gradi"), ("options.0.id", ""), ("options.0.text", "Poche"), ("options.0.score", "1"),
                    ("options.1.id", ""), ("options.1.text", "Tantissime"), ("options.1.score", "2"),
                ])
            #expect(made.status == 303)
            let sheet = try await admin.get("/admin/questionnaires/answer-sets/1/translations/en")
            let version = String(try #require(sheet.text.firstMatch(of: #/name="version" value="(\d+)"/#)).1)
            let said = try await admin.post(
                "/admin/questionnaires/answer-sets/1/translations/en",
                [("version", version), ("t.name", "Two steps"), ("t.options.0.text", "Few"), ("t.options.1.text", "Plenty")])
            #expect(said.status == 303)
            let id = try #require(try await site.database.read { try Self.stored($0).questions.first?.id })
            let saved = try await admin.post(
                Self.design + "/elements/\(id)", [("text", "Quante lezioni?"), ("format", "single"), ("code", "q1"), ("set", "1")])
            #expect(saved.status == 303)
            let english = try await site.database.read { try Self.stored($0).reading(in: .english).questions[0] }
            #expect(english.answers.map(\.text) == ["Few", "Plenty"])
            #expect(english.answers.map(\.code) == ["a1", "a2"])
            try await site.database.write { try $0.execute(sql: "UPDATE account SET language = 'en' WHERE key = 'admin'") }
            let form = try await admin.get(Self.design + "/elements/\(id)")
            #expect(form.contains("Two steps: Few, Plenty"))
        }
    }

    /// Whoever corrects a question does not disturb who translates it meanwhile.
    @Test func correctingAQuestionLeavesItsTranslations() async throws {
        let site = try await designed()
        try await site.browse(as: "admin") { browsers in
            let id = try #require(try await site.database.read { try Self.stored($0).questions.first?.id })
            let form = try await browsers[0].get(Self.design + "/elements/\(id)")
            let seen = String(try #require(form.text.firstMatch(of: #/name="seen" value="([^"]+)"/#)).1)
            try await site.database.write { db in
                let draft = try #require(try QuestionnaireVersion.draft(of: 1, db))
                let stored = try Self.stored(db)
                try draft.save(TranslationSheet(stored, in: .english).structure(by: Self.form(stored, ["Poche": "Few"])), db)
            }
            let saved = try await browsers[0].post(
                Self.design + "/elements/\(id)",
                [("seen", seen), ("text", "Quante ore?"), ("format", "single"), ("code", "q1"), ("answers", "Pochissime = 1\nTante = 2")])
            #expect(saved.status == 303)
            let answers = try await site.database.read { try Self.stored($0).questions[0].answers }
            #expect(answers[0].text == "Pochissime")
            #expect(answers[0].text(in: .english) == "Few")
        }
    }
}
