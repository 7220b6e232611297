import Accounts
import Admin
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// The scenarios by which the system is accepted, as far as no other test states them already: docs/questionnaires.md has the table. Through
/// the front door, without script. `educator` and `educator-blu` of the test site are students here.
@Suite struct AcceptanceTests {
    private static let design = "/admin/questionnaires/questionnaires/1/structure"
    private static let results = "/admin/questionnaires/questionnaires/1/results"
    private static let hostile = "<script>alert(\"l'è\")</script> & 😀"

    /// The questionnaire on teaching, with everything that must be checked when it is filled in.
    private static let asked = """
        # Frequenza
        ##
        ? q1 single! Quante lezioni hai seguito?
        tag attendance
        - a1 Più della metà
        - a2 Meno della metà
        - a3 Nessuna
        ? q2 single! Perché non hai seguito tutte le lezioni?
        show if q1.a2
        show if q1.a3
        - a1 Lavoro
        - a2 Altre lezioni
        + a3 Altro
        # Le lezioni
        hide if q1.a3
        ##
        ? q3 singleAcross! Il docente espone in modo chiaro
        - a1 Decisamente no = 1
        - a2 Decisamente sì = 2
        ? q4 singleAcross! Gli orari sono rispettati
        - a1 Decisamente no = 1
        - a2 Decisamente sì = 2
        # Nel complesso
        ##
        ? q5 number(0..80; 1) Ore di studio alla settimana
        ? q6 day Primo appello a cui pensi
        ? q7 text(2000) \(hostile)
        """

    private func makeSite(students: Int = 2, mandatory: Bool = true) async throws -> FacultySite {
        try await FacultySite(students: students, mandatory: mandatory, asking: StructureReader(Self.asked).structure)
    }

    @discardableResult
    private static func publish(_ structure: Structure, _ db: Database) throws -> [String: Question] {
        let draft = try QuestionnaireVersion.beginDraft(of: 1, now: Faculty.now, db)
        try draft.save(structure.adopting(try StructureStore.read(draft.id, db)), db)
        try #require(try QuestionnaireVersion.find(draft.id, db)).activate(Faculty.heading, now: Faculty.now, db)
        let version = try #require(try QuestionnaireVersion.active(of: 1, db))
        return Dictionary(uniqueKeysWithValues: try StructureStore.read(version.id, db).questions.map { ($0.code, $0) })
    }

    /// The fields of a page's form: answers by their number, nil for none.
    private static func fields(_ questions: [String: Question], _ said: KeyValuePairs<String, Int?>) -> [(String, String)] {
        said.flatMap { code, answer -> [(String, String)] in
            let question = questions[code]!
            return [("q", String(question.id))] + (answer.map { [("d_\(question.id)", String(question.answers[$0 - 1].id))] } ?? [])
        }
    }

    private static func typed(_ questions: [String: Question], _ said: KeyValuePairs<String, String>) -> [(String, String)] {
        said.flatMap { code, text in [("q", String(questions[code]!.id)), ("v_\(questions[code]!.answers[0].id)", text)] }
    }

    private static func offer(_ student: Browser) async throws -> String {
        let list = try await student.get("/questionnaires")
        return "/questionnaires/offers/" + String(try #require(list.text.firstMatch(of: #/offers\/([\w-]{43})/#)).1)
    }

    private static func send(_ student: Browser, _ address: String) async throws -> TestSupport.Answer {
        let summary = try await student.get(address + "/summary")
        let nonce = try #require(summary.text.firstMatch(of: #/name="nonce" value="([^"]+)"/#)).1
        let version = try #require(summary.text.firstMatch(of: #/name="version" value="(\d+)"/#)).1
        return try await student.post(address + "/sending", [("nonce", String(nonce)), ("version", String(version))])
    }

    // MARK: - Scenarios

    /// 1
    @Test func theTeachingQuestionnaireIsBuiltCheckedPreviewedAndPublished() async throws {
        let site = try await TestSite("house", "registry", "questionnaires")
        try await site.database.write { try Faculty.fill($0, students: 1, anonymous: true, mandatory: true) }
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            func edition(_ page: String) async throws -> String {
                String(try #require(try await admin.get(page).text.firstMatch(of: #/name="edition" value="(\d+)"/#)).1)
            }
            try await admin.post(Self.design, [("act", "begin")])
            // One answer is no choice, and the first page always stands.
            let faulty = Self.asked.replacing("- a2 Decisamente sì = 2\n? q4", with: "? q4")
            try await admin.post(Self.design + "/text", [("edition", try await edition(Self.design + "/text")), ("text", faulty)])
            let report = try await admin.get(Self.design)
            #expect(report.contains("Per scegliere servono almeno due risposte."))
            #expect(!report.contains(#"value="activate""#))
            let forced = try await admin.post(Self.design, [("act", "activate"), ("edition", try await edition(Self.design))])
            #expect(forced.status == 303)
            let still = try await admin.get(Self.design)
            #expect(still.contains("Ci sono ancora cose da correggere."))
            try await admin.post(Self.design + "/text", [("edition", try await edition(Self.design + "/text")), ("text", Self.asked)])
            let clean = try await admin.get(Self.design)
            #expect(clean.contains("È in ordine: si può pubblicare."))
            let preview = try await admin.get(Self.design + "/preview")
            #expect(preview.contains("Quante lezioni hai seguito?"))
            #expect(preview.contains("niente viene salvato"))
            try await admin.post(Self.design, [("act", "activate"), ("edition", try await edition(Self.design))])
            let active = try await admin.get(Self.design)
            #expect(active.contains("attiva"))
        }
        let state = try await site.value("SELECT state FROM questionnaireVersion", as: String.self)
        #expect(state == "active")
    }

    /// 5
    @Test func whatStoodOnAHiddenPageComesBackUntilItIsSent() async throws {
        let made = try await makeSite()
        let (site, questions) = (made.site, made.questions)
        try await site.browse(as: "educator") { browsers in
            let student = browsers[0]
            let address = try await Self.offer(student)
            let start = try await student.get(address)
            let first = address + "/pages/" + String(try #require(start.text.firstMatch(of: #/\/pages\/(\d+)/#)).1)
            let lessons = try #require(try await student.post(first, Self.fields(questions, ["q1": 1]) + [("act", "next")]).location)
            try await student.post(lessons, Self.fields(questions, ["q3": 2, "q4": 1]) + [("act", "back")])
            // None: the page is gone, from the way and from the summary.
            let reasons = try await student.post(first, Self.fields(questions, ["q1": 3]) + [("act", "next")])
            #expect(reasons.status == 422)
            #expect(reasons.contains("Perché non hai seguito tutte le lezioni?"))
            let past = try await student.post(first, Self.fields(questions, ["q1": 3, "q2": 1]) + [("act", "next")])
            #expect(past.location != lessons)
            let without = try await student.get(address + "/summary")
            #expect(!without.contains("Il docente espone"))
            #expect(without.contains("Lavoro"))
            // And there again, as it was.
            try await student.post(first, Self.fields(questions, ["q1": 1]) + [("act", "next")])
            let with = try await student.get(address + "/summary")
            #expect(with.contains("Il docente espone"))
            #expect(with.contains("Decisamente sì"))
            #expect(!with.contains("Lavoro"))
            try await student.post(first, Self.fields(questions, ["q1": 3, "q2": 1]) + [("act", "next")])
            let sent = try await Self.send(student, address)
            #expect(sent.location == address + "/receipt")
        }
        try await site.database.write { try mix($0) }
        let answered = try await site.database.read { db in
            try String.fetchSet(db, sql: "SELECT code FROM element JOIN compilationAnswer ON question = element.id")
        }
        #expect(answered == ["q1", "q2"])
    }

    /// 6 and 7
    @Test func mistakesAreSaidAtTheirQuestionsAndNothingIsLostNotEvenByLeaving() async throws {
        let made = try await makeSite()
        let (site, questions) = (made.site, made.questions)
        try await site.browse(as: "educator") { browsers in
            let student = browsers[0]
            let address = try await Self.offer(student)
            let start = try await student.get(address)
            let first = address + "/pages/" + String(try #require(start.text.firstMatch(of: #/\/pages\/(\d+)/#)).1)
            try await student.post(first, Self.fields(questions, ["q1": 3, "q2": 1]) + [("act", "next")])
            let last = try #require(try await student.post(first, Self.fields(questions, ["q1": 3, "q2": 1]) + [("act", "next")]).location)
            let wrong = try await student.post(
                last, Self.typed(questions, ["q5": "12,5,3", "q6": "31/02/2012", "q7": "Resta"]) + [("act", "next")])
            #expect(wrong.status == 422)
            #expect(wrong.contains("Ci sono 2 risposte da correggere"))
            for (code, sentence) in [("q5", "Scrivi un numero"), ("q6", "Scrivi un giorno che esiste")] {
                let question = try #require(questions[code])
                #expect(wrong.contains("id=\"q-\(question.id)-error\""))
                #expect(wrong.contains(sentence))
            }
            #expect(wrong.contains("12,5,3"))
            #expect(wrong.contains("31/02/2012"))
            #expect(wrong.contains("Resta"))
            try await student.post(last, Self.typed(questions, ["q5": "12,5", "q6": "31/02/2012", "q7": "Resta"]) + [("act", "leave")])
            try await student.post("/sign-out")
            let out = try await student.get("/questionnaires")
            #expect(out.status == 303)
            try await student.post("/sign-in", [("name", "educator"), ("password", TestSite.password)])
            let list = try await student.get("/questionnaires")
            #expect(list.contains("Iniziati: 1"))
            let resume = try await student.get(address)
            #expect(resume.contains("href=\"\(last)\""))
            #expect(resume.contains("Riprendi"))
            let again = try await student.get(last)
            #expect(again.contains("12,5"))
            #expect(again.contains("31/02/2012"))
            #expect(again.contains("Resta"))
            // What is missing or wrong is not sent from the summary either.
            let summary = try await student.get(address + "/summary")
            #expect(summary.contains("Scrivi un giorno che esiste"))
            #expect(!summary.contains(">Invia le risposte<"))
        }
    }

    /// R-71
    @Test func aCopyAsksTheSameAsADraftWithACodeOfItsOwn() async throws {
        let site = try await makeSite().site
        try await site.browse(as: "admin", "educator") { browsers in
            let refused = try await browsers[1].post(Self.design + "/copies?version=1", [])
            #expect(refused.status == 404)
            for number in 2...3 {
                let copied = try await browsers[0].post(Self.design + "/copies?version=1", [])
                #expect(copied.location == "/admin/questionnaires/questionnaires/\(number)/structure")
                let page = try await browsers[0].get(copied.location ?? "")
                #expect(page.contains("VALDID-\(number)"))
                #expect(page.contains("Il docente espone in modo chiaro"))
            }
        }
        let texts = try await site.database.read { db in
            try [1, 2].map {
                try StructureWriter(StructureStore.read(try #require(QuestionnaireVersion.all(of: $0, db).first).id, db)).text
            }
        }
        #expect(texts[0] == texts[1])
        let states = try await site.value("SELECT group_concat(state) FROM questionnaireVersion", as: String.self)
        #expect(states == "active,draft,draft")
    }

    /// R-62: also what is typed on the page on which the session ends.
    @Test func whatWasSentTooLateIsInTheDraftOfWhoeverSignsInAgain() async throws {
        let made = try await makeSite()
        let (site, questions) = (made.site, made.questions)
        try await site.browse(as: "educator") { browsers in
            let student = browsers[0]
            let address = try await Self.offer(student)
            let start = try await student.get(address)
            let first = address + "/pages/" + String(try #require(start.text.firstMatch(of: #/\/pages\/(\d+)/#)).1)
            try await site.database.write { try $0.execute(sql: "DELETE FROM session") }
            let late = try await student.post(first, Self.fields(questions, ["q1": 3, "q2": 1]) + [("act", "next")])
            #expect(late.location == "/sign-in?next=/admin/unsent")
            // Somebody else at the same computer sees nothing of it.
            try await student.post("/sign-in", [("name", "educator-blu"), ("password", TestSite.password)])
            let strange = try await student.get("/admin/unsent")
            #expect(strange.location == "/admin")
            try await student.post("/sign-in", [("name", "educator"), ("password", TestSite.password)])
            let back = try await student.get("/admin/unsent")
            #expect(back.location == first)
            let page = try await student.get(first)
            #expect(page.text.components(separatedBy: " checked").count == 3)
            #expect(page.contains("Sei di nuovo dentro"))
        }
        let kept = try await site.value("SELECT count(*) FROM unsentForm", as: Int.self)
        #expect(kept == 0)
    }

    /// 8 and 19: two windows with the same questionnaire, and an answer that never arrived.
    @Test func twoWindowsSendOnceAndTheListSaysWhatArrived() async throws {
        let made = try await makeSite()
        let (site, questions) = (made.site, made.questions)
        try await site.browse(as: "educator") { browsers in
            let student = browsers[0]
            let address = try await Self.offer(student)
            let start = try await student.get(address)
            let first = address + "/pages/" + String(try #require(start.text.firstMatch(of: #/\/pages\/(\d+)/#)).1)
            try await student.post(first, Self.fields(questions, ["q1": 3, "q2": 1]) + [("act", "next")])
            let unsent = try await student.get("/questionnaires")
            #expect(unsent.contains("Iniziati: 1"))
            #expect(!unsent.contains("Inviati"))
            let windows = [try await student.get(address + "/summary"), try await student.get(address + "/summary")]
            for window in windows {
                let nonce = try #require(window.text.firstMatch(of: #/name="nonce" value="([^"]+)"/#)).1
                let sent = try await student.post(address + "/sending", [("nonce", String(nonce)), ("version", "1")])
                #expect(sent.location == address + "/receipt")
            }
            let list = try await student.get("/questionnaires")
            #expect(list.contains("Inviati: 1"))
            #expect(!list.contains("Iniziati"))
        }
        try await site.database.write { try mix($0) }
        let counts = try await site.database.read { db in
            try ["compilation", "receipt", "filling"].map { try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)") }
        }
        #expect(counts == [1, 1, 0])
    }

    /// 11
    @Test func whatIsNotMandatoryIsOfferedAndBlocksNothing() async throws {
        let made = try await makeSite(mandatory: false)
        try await made.site.browse(as: "educator") { browsers in
            let list = try await browsers[0].get("/questionnaires")
            #expect(list.contains("Da compilare: 1"))
            #expect(!list.contains("Serve per l’esame"))
            try await browsers[0].post("/questionnaires/exams/1/booking")
            let exams = try await browsers[0].get("/questionnaires/exams")
            #expect(exams.contains("Prenotato"))
        }
    }

    /// 12
    @Test(arguments: [4, 5])
    func resultsWaitForTheFifth(_ count: Int) async throws {
        let made = try await makeSite(students: 5)
        try await made.site.database.write { db in
            for student in 1...Int64(count) { _ = try Faculty.send(["q1": "1", "q3": "2", "q4": "1", "q7": "Parole"], of: student, db) }
            try #require(try QuestionnaireVersion.active(of: 1, db)).close(now: .now, db)
        }
        try await made.site.browse(as: "admin") { browsers in
            let page = try await browsers[0].get(Self.results)
            let file = try await browsers[0].get(Self.results + "/figures.csv?separator=comma")
            let words = try await browsers[0].get(Self.results + "/texts")
            if count == 4 {
                #expect(page.contains("Ci sono meno di 5 risposte"))
                #expect(!page.contains("Parole"))
                #expect(!page.contains("Decisamente"))
                #expect(file.status == 404)
                #expect(words.status == 404)
            } else {
                #expect(page.contains("5 compilazioni"))
                #expect(page.contains("Vista da 5, risposte 5."))
                #expect(page.contains("Parole"))
                #expect(file.contains(#""q3","Il docente espone in modo chiaro","","a2","Decisamente sì",0,5,5,5,1,"#))
            }
        }
    }

    /// 13
    @Test func aNewVersionCarriesTheDraftOverAndLeavesOldResultsAlone() async throws {
        let made = try await makeSite(students: 7)
        let (site, questions) = (made.site, made.questions)
        try await site.browse(as: "educator", "admin") { browsers in
            let student = browsers[0]
            let address = try await Self.offer(student)
            let start = try await student.get(address)
            let first = address + "/pages/" + String(try #require(start.text.firstMatch(of: #/\/pages\/(\d+)/#)).1)
            try await student.post(first, Self.fields(questions, ["q1": 2, "q2": 1]) + [("act", "leave")])
            try await site.database.write { db in
                for other in 3...Int64(7) { _ = try Faculty.send(["q1": "1", "q3": "1", "q4": "1"], of: other, db) }
                let draft = try QuestionnaireVersion.beginDraft(of: 1, now: Faculty.now, db)
                var structure = try StructureStore.read(draft.id, db)
                structure.pages[0].paragraphs[0].questions[0].text = "Quante lezioni, all’incirca?"
                try Self.publish(structure, db)
            }
            let resumed = try await student.get(address)
            #expect(resumed.contains("Nel frattempo il questionario è cambiato."))
            let again = address + "/pages/" + String(try #require(resumed.text.firstMatch(of: #/\/pages\/(\d+)/#)).1)
            let page = try await student.get(again)
            #expect(again != first)
            #expect(page.contains("all’incirca?"))
            #expect(page.text.matches(of: #/ checked/#).count == 2)
            // A page of the old version that was still open in a window: what was typed there is not lost.
            let late = try await student.post(first, Self.fields(questions, ["q1": 3, "q2": 2]) + [("act", "next")])
            #expect(late.status == 303)
            #expect(late.location == again)
            let taken = try await student.get(again)
            #expect(taken.contains("Nel frattempo il questionario è cambiato."))
            #expect(taken.text.matches(of: #/ checked/#).count == 2)
            let kept = try await student.post(first, Self.fields(questions, ["q1": 3, "q2": 1]) + [("act", "keep")])
            #expect(kept.status == 204)
            let bookmark = try await student.get(first)
            #expect(bookmark.status == 303)
            #expect(bookmark.location == again)
            let stranger = try await student.post(address + "/pages/99999", [("act", "next")])
            #expect(stranger.status == 404)
            let old = try await browsers[1].get(Self.results + "?version=1")
            #expect(old.contains("5 compilazioni"))
            #expect(old.contains("Quante lezioni hai seguito?"))
        }
    }

    /// The summary says why it comes back: the questions are other ones, or answers would lead to people by now.
    @Test func whatHasChangedBeforeSendingIsSaid() async throws {
        let made = try await makeSite()
        let (site, questions) = (made.site, made.questions)
        try await site.browse(as: "educator") { browsers in
            let student = browsers[0]
            let address = try await Self.offer(student)
            let start = try await student.get(address)
            let first = address + "/pages/" + String(try #require(start.text.firstMatch(of: #/\/pages\/(\d+)/#)).1)
            try await student.post(first, Self.fields(questions, ["q1": 3, "q2": 1]) + [("act", "next")])
            let summary = try await student.get(address + "/summary")
            #expect(summary.contains(#"name="anonymous" value="yes""#))
            #expect(!summary.contains("Nel frattempo"))
            try await site.database.write { db in try db.execute(sql: "UPDATE questionnaire SET anonymous = 0") }
            let named = try await student.post(address + "/sending", [("nonce", "n"), ("version", "1"), ("anonymous", "yes")])
            #expect(named.status == 422)
            #expect(named.contains("non è più anonimo"))
            #expect(!named.contains(#"name="anonymous""#))
            try await site.database.write { db in _ = try Self.publish(StructureReader(Self.asked).structure, db) }
            let changed = try await student.post(address + "/sending", [("nonce", "n"), ("version", "1")])
            #expect(changed.status == 422)
            #expect(changed.contains("Nel frattempo il questionario è cambiato."))
            let sent = try await Self.send(student, address)
            #expect(sent.location == address + "/receipt")
        }
    }

    /// 14
    @Test func aQuestionnaireOfATestIsForThoseEnteredInIt() async throws {
        let made = try await makeSite()
        try await made.site.database.write { db in
            let test = try Faculty.add("competition", ["name": "Prova", "code": "0914", "year": 1], db)
            try db.execute(sql: "INSERT INTO competitionEntrant (competition, student) VALUES (?, 1)", arguments: [test])
            try db.execute(
                sql: """
                    UPDATE questionnaire SET name = 'La prova', context = 'competition', repetition = 'competition', opening = 'dates',
                      mandatory = 0, competition = ?
                    """, arguments: [test])
        }
        try await made.site.browse(as: "educator", "educator-blu") { browsers in
            let entered = try await browsers[0].get("/questionnaires")
            #expect(entered.contains("La prova"))
            #expect(entered.contains("Prova · 2025/2026"))
            let other = try await browsers[1].get("/questionnaires")
            #expect(!other.contains("La prova"))
            #expect(other.contains("Non c’è niente da compilare"))
            let address = try await Self.offer(browsers[0])
            let start = try await browsers[0].get(address)
            let first = address + "/pages/" + String(try #require(start.text.firstMatch(of: #/\/pages\/(\d+)/#)).1)
            try await browsers[0].post(first, Self.fields(made.questions, ["q1": 3, "q2": 1]) + [("act", "next")])
            _ = try await Self.send(browsers[0], address)
        }
        try await made.site.database.write { try mix($0) }
        let tags = try await made.site.database.read { try String.fetchSet($0, sql: "SELECT tag FROM compilationTag") }
        #expect(tags == ["academicYear", "competition"])
    }

    /// 15
    @Test func aNamedQuestionnaireIsBrokenDownByWhatIsKnownOfPeople() async throws {
        let site = try await TestSite("house", "registry", "questionnaires")
        try await site.database.write { db in
            try Faculty.fill(db, students: 10, anonymous: false, mandatory: false)
            try db.execute(sql: "UPDATE student SET courseYear = 3 WHERE id > 5")
            try Self.publish(StructureReader(Self.asked).structure, db)
            for student in 1...Int64(10) { _ = try Faculty.send(["q1": "3", "q2": "1"], of: student, db) }
            try #require(try QuestionnaireVersion.active(of: 1, db)).close(now: .now, db)
        }
        try await site.browse(as: "admin") { browsers in
            let part = try await browsers[0].get(Self.results + "?part=y1.d1.a1")
            #expect(part.contains("Anno di corso: 3"))
            #expect(part.contains("Anno di corso: 1"))
            let third = try await browsers[0].get(Self.results + "?part=y1.d1.a1.c3")
            #expect(third.contains("5 compilazioni"))
            let file = try await browsers[0].get(Self.results + "/answers-wide.csv")
            #expect(file.contains("\"student\";\"course_year\""))
            #expect(file.contains("\"80\";1;"))
        }
        let named = try await site.value("SELECT count(DISTINCT student) FROM compilation", as: Int.self)
        #expect(named == 10)
    }

    /// 18
    @Test func whateverIsWrittenIsShownAsItIsWritten() async throws {
        let made = try await makeSite(students: 7)
        let escaped = "&lt;script&gt;alert(&#34;l&#39;è&#34;)&lt;/script&gt; &amp; 😀"
        try await made.site.database.write { db in
            for student in 1...Int64(5) { _ = try Faculty.send(["q1": "1", "q3": "1", "q4": "1", "q7": Self.hostile], of: student, db) }
        }
        try await made.site.browse(as: "admin") { browsers in
            for page in ["", "/paper", "/text", "/map"] {
                let answer = try await browsers[0].get(Self.design + page)
                #expect(answer.status == 200, "\(page)")
                #expect(!answer.contains("<script>alert"), "\(page)")
            }
            try await made.site.database.write { try #require(try QuestionnaireVersion.active(of: 1, $0)).close(now: .now, $0) }
            for page in ["", "/texts"] {
                let answer = try await browsers[0].get(Self.results + page)
                #expect(answer.contains(escaped), "\(page)")
                #expect(!answer.contains("<script>alert"), "\(page)")
            }
            let file = try await browsers[0].get(Self.results + "/answers-wide.csv")
            #expect(file.contains("\"" + Self.hostile.replacing("\"", with: "\"\"") + "\""))
        }
    }
}
