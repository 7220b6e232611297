import Accounts
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// Through the front door, as a student does it without script. `educator` of the test site is the student here, `educator-blu` another.
@Suite struct PagesTests {
    /// The fields of a page's form for one question.
    private func fields(_ question: Question, _ answer: Int?) -> [(String, String)] {
        [("q", String(question.id))] + (answer.map { [("d_\(question.id)", String(question.answers[$0 - 1].id))] } ?? [])
    }

    @Test func aStudentIsNowhereLedToTheBackOffice() async throws {
        let site = try await FacultySite().site
        try await site.database.write { db in
            try db.execute(
                sql: "DELETE FROM roleAssignment WHERE role <> 'student' AND accountID = (SELECT id FROM account WHERE key = 'educator')")
        }
        try await site.browse(as: "educator") { browsers in
            let student = browsers[0]
            let list = try await student.get("/questionnaires")
            let offer = String(try #require(list.text.firstMatch(of: #/\/questionnaires\/offers\/[\w-]{43}/#)).0)
            for address in ["/", "/questionnaires", offer, "/questionnaires/exams"] {
                let page = try await student.get(address)
                #expect(page.status == 200, "\(address)")
                #expect(!page.contains(#"href="/admin""#), "\(address)")
                #expect(page.contains(#"href="/admin/account""#), "\(address)")
            }
            let desk = try await student.get("/admin")
            #expect(desk.location == "/questionnaires")
        }
    }

    @Test func aStudentFillsInSendsAndMayBook() async throws {
        let faculty = try await FacultySite()
        let (site, questions) = (faculty.site, faculty.questions)
        try await site.browse(as: "educator") { browsers in
            let student = browsers[0]
            let list = try await student.get("/questionnaires")
            #expect(list.status == 200)
            #expect(list.contains("Valutazione"))
            #expect(list.contains("Corso IN04"))
            #expect(list.contains("Da compilare: 1"))
            let match = try #require(list.text.firstMatch(of: #/\/questionnaires\/offers\/([\w-]{43})/#))
            let address = "/questionnaires/offers/\(match.1)"
            #expect(try await student.get("/admin").contains("questionario da compilare"))

            let early = try await student.post("/questionnaires/exams/1/booking")
            #expect(early.status == 303)
            let exams = try await student.get("/questionnaires/exams")
            #expect(exams.contains("devi prima compilare"))
            #expect(exams.contains(address))

            let start = try await student.get(address)
            #expect(start.contains("È anonimo"))
            #expect(start.contains("3 pagine"))
            let first = try #require(start.text.firstMatch(of: #/\/pages\/(\d+)/#)).1
            // Without an answer to what must be answered one stays.
            let missing = try await student.post("\(address)/pages/\(first)", fields(questions["q1"]!, nil) + [("act", "next")])
            #expect(missing.status == 422)
            #expect(missing.contains("Questa domanda ha bisogno di una risposta."))
            // The lessons are shown, and hidden again by "none".
            let second = try await student.post("\(address)/pages/\(first)", fields(questions["q1"]!, 1) + [("act", "next")])
            let lessons = try #require(second.location)
            let matrix = try await student.get(lessons)
            #expect(matrix.status == 200)
            #expect(matrix.contains(#"<table class="matrix">"#))
            #expect(matrix.contains("Pagina 2 di 3"))
            // Whoever need not answer a row can take back what he chose there.
            let (mandatory, free) = (questions["q2"]!.id, questions["q3"]!.id)
            #expect(matrix.contains(#"name="d_\#(free)" value="" checked"#))
            #expect(!matrix.contains(#"name="d_\#(mandatory)" value="" "#))
            let left = try await student.post(
                lessons, fields(questions["q2"]!, 3) + fields(questions["q3"]!, nil) + [("act", "leave")])
            #expect(left.location == "/questionnaires")
            let kept = try await student.get(lessons)
            #expect(kept.contains(#"value="\#(questions["q2"]!.answers[2].id)" checked"#))
            let last = try await student.post("\(address)/pages/\(first)", fields(questions["q1"]!, 3) + [("act", "next")])
            let comments = try #require(last.location)
            #expect(comments != lessons)
            // The hidden page leads to the nearest one that is shown.
            let hidden = try await student.get(lessons)
            #expect(hidden.status == 303)
            #expect(hidden.location == comments)

            let (text, number) = (questions["q4"]!.answers[0].id, questions["q5"]!.answers[0].id)
            let typed = [("q", String(questions["q4"]!.id)), ("q", String(questions["q5"]!.id)), ("v_\(text)", "<script>&\"'😀")]
            let wrong = try await student.post(comments, typed + [("v_\(number)", "12,5,3"), ("act", "next")])
            #expect(wrong.status == 422)
            #expect(wrong.contains("Scrivi un numero"))
            #expect(wrong.contains("12,5,3"))
            #expect(!wrong.contains("<script>&\"'"))
            let right = try await student.post(comments, typed + [("v_\(number)", "12,50"), ("act", "next")])
            #expect(right.location == address + "/summary")

            let summary = try await student.get(address + "/summary")
            #expect(summary.contains("12,5"))
            #expect(!summary.contains("Question 2?"))
            let nonce = try #require(summary.text.firstMatch(of: #/name="nonce" value="([^"]+)"/#)).1
            let version = try #require(summary.text.firstMatch(of: #/name="version" value="(\d+)"/#)).1
            for _ in 0..<2 {
                let sent = try await student.post(address + "/sending", [("nonce", String(nonce)), ("version", String(version))])
                #expect(sent.status == 303)
                #expect(sent.location == address + "/receipt")
            }
            let receipt = try await student.get(address + "/receipt")
            #expect(receipt.contains("Le tue risposte sono arrivate."))
            #expect(receipt.contains("R-20"))
            // The way back in is closed.
            let again = try await student.get("\(address)/pages/\(first)")
            #expect(again.location == address + "/receipt")

            try await student.post("/questionnaires/exams/1/booking")
            let booked = try await student.get("/questionnaires/exams")
            #expect(booked.contains("Prenotato"))
        }
        try await site.database.write { try mix($0) }
        let one = try await site.value("SELECT count(*) FROM compilation", as: Int.self)
        let questionsSent = try await site.value("SELECT count(*) FROM compilationAnswer", as: Int.self)
        #expect(one == 1)
        #expect(questionsSent == 3)
    }

    /// Also for whoever goes straight to the exams and has never looked at the list.
    @Test func anExamWaitsForItsQuestionnaireFromTheStart() async throws {
        let site = try await FacultySite().site
        try await site.browse(as: "educator") { browsers in
            let exams = try await browsers[0].get("/questionnaires/exams")
            #expect(exams.contains("devi prima compilare") || exams.contains("Prima di prenotarti compila"))
            #expect(!exams.contains("/booking"))
        }
    }

    @Test func nobodySeesAnothersOffer() async throws {
        let site = try await FacultySite().site
        try await site.browse(as: "educator", "educator-blu", "admin", "") { browsers in
            let list = try await browsers[0].get("/questionnaires")
            let match = try #require(list.text.firstMatch(of: #/\/questionnaires\/offers\/([\w-]{43})/#))
            let address = "/questionnaires/offers/\(match.1)"
            for path in ["", "/summary", "/receipt", "/pages/1"] {
                for other in [browsers[1], browsers[2]] {
                    let answer = try await other.get(address + path)
                    #expect(answer.status == 404, "\(path)")
                }
                let visitor = try await browsers[3].get(address + path)
                #expect(visitor.status == 303, "\(path)")
            }
            let forged = try await browsers[1].post(address + "/sending", [("nonce", "n"), ("version", "1")])
            #expect(forged.status == 404)
        }
    }

    @Test func aDesignerWritesChecksAndPublishes() async throws {
        let site = try await FacultySite().site
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            let made = try await admin.post(
                "/admin/questionnaires/questionnaires",
                [
                    ("name", "Fine anno"), ("code", "FINE"), ("context", "yearEnd"), ("anonymous", "yes"), ("repetition", "year"),
                    ("opening", "dates"), ("audience", "all"), ("threshold", "5"),
                ])
            #expect(made.status == 303, "\(made.text)")
            let address = "/admin/questionnaires/questionnaires/2/structure"
            let empty = try await admin.get(address)
            #expect(empty.status == 200)
            #expect(empty.contains("Non c’è ancora nessuna domanda"))
            try await admin.post(address, [("act", "begin")])
            func edition() async throws -> String {
                let page = try await admin.get(address)
                return String(try #require(page.text.firstMatch(of: #/name="edition" value="(\d+)"/#)).1)
            }
            try await admin.post(address, [("act", "add.page"), ("edition", try await edition())])
            let tree = try await admin.get(address)
            #expect(tree.contains("Il paragrafo non ha nessuna domanda."))
            #expect(!tree.contains(#"value="activate""#))
            let paragraph = try #require(tree.text.firstMatch(of: #/value="add\.question\.(\d+)"/#)).1
            try await admin.post(address, [("act", "add.question.\(paragraph)"), ("edition", try await edition())])
            let grown = try await admin.get(address)
            let question = try #require(grown.text.matches(of: #/\?open=(\d+)#e-/#).last).1
            let form = try await admin.get("\(address)/elements/\(question)")
            #expect(form.status == 200)
            #expect(form.contains("Una risposta per riga"))
            try await admin.post(
                "\(address)/elements/\(question)",
                [("text", "Ti trovi bene?"), ("format", "single"), ("mandatory", "yes"), ("answers", "Sì = 2\nNo = 1")])
            // Whoever had opened the question before is told so, and keeps what he typed.
            let seen = try #require(form.text.firstMatch(of: #/name="seen" value="([^"]+)"/#)).1
            let late = try await admin.post(
                "\(address)/elements/\(question)",
                [("text", "Scritta tardi"), ("format", "single"), ("answers", "A\nB"), ("seen", String(seen))])
            #expect(late.status == 422)
            #expect(late.contains("Scritta tardi"))
            #expect(late.contains("Qualcun altro ha cambiato questo"))
            let clean = try await admin.get(address)
            #expect(clean.contains("Ti trovi bene?"))
            #expect(clean.contains("È in ordine: si può pubblicare."))
            // Taken away and put back, it is what it was.
            let page = try #require(clean.text.firstMatch(of: #/value="delete\.(\d+)"/#)).1
            try await admin.post(address, [("act", "delete.\(page)"), ("edition", try await edition())])
            let removed = try await admin.get(address)
            #expect(removed.contains("Tolto, con 1 domanda."))
            #expect(!removed.contains("Ti trovi bene?</strong>"))
            let before = try #require(removed.text.firstMatch(of: #/name="text" value="([^"]*)"/#)).1.replacing("&#10;", with: "\n")
            try await admin.post(address, [("act", "undo"), ("edition", try await edition()), ("text", String(before))])
            let back = try await admin.get(address)
            #expect(back.contains("Ti trovi bene?</strong>"))
            #expect(back.contains("È in ordine: si può pubblicare."))
            let preview = try await admin.get(address + "/preview")
            #expect(preview.status == 200)
            #expect(preview.contains("Ti trovi bene?"))
            // Nobody publishes what somebody else has changed since he looked.
            try await admin.post(address, [("act", "activate"), ("edition", "1")])
            let unseen = try await admin.get(address)
            #expect(unseen.contains(#"value="activate""#))
            try await admin.post(address, [("act", "activate"), ("edition", try await edition())])
            let active = try await admin.get(address)
            #expect(active.contains("attiva"))
            #expect(!active.contains(#"value="add.page""#))
            // An old page changes nothing any more.
            try await admin.post(address, [("act", "add.page"), ("edition", "1")])
        }
        let pages = try await site.value(
            "SELECT count(*) FROM element JOIN questionnaireVersion ON questionnaireVersion.id = version WHERE kind = 'page' AND questionnaire = 2",
            as: Int.self)
        #expect(pages == 1)
    }
}
