import Accounts
import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// Filling in with one question on a page, without script.
@Suite struct OneByOneTests {
    @Test func aStudentIsAskedOneQuestionAfterTheOther() async throws {
        let faculty = try await FacultySite()
        let (site, questions) = (faculty.site, faculty.questions)
        try await site.browse(as: "educator", "educator-blu") { browsers in
            let student = browsers[0]
            let list = try await student.get("/questionnaires")
            let address = "/questionnaires/offers/" + String(try #require(list.text.firstMatch(of: #/offers\/([\w-]{43})/#)).1)
            let start = try await student.get(address)
            func place(_ code: String) -> String { "\(address)/questions/\(questions[code]!.id)" }
            func choose(_ code: String, _ answer: Int) -> [(String, String)] {
                [("d_\(questions[code]!.id)", String(questions[code]!.answers[answer - 1].id)), ("act", "next")]
            }
            #expect(start.contains("Una domanda alla volta"))
            #expect(start.contains(place("q1")))
            let first = try await student.get(place("q1"))
            #expect(first.contains("Domanda 1 di 5"))
            #expect(first.contains("Question 1?"))
            #expect(!first.contains("Question 2?"))
            let missing = try await student.post(place("q1"), [("act", "next")])
            #expect(missing.status == 422)
            #expect(missing.contains("Questa domanda ha bisogno di una risposta."))
            // An answer hides the questions on the lessons, another shows them; a row of a table is a question like others here.
            let past = try await student.post(place("q1"), choose("q1", 3))
            #expect(past.location == place("q4"))
            let shown = try await student.post(place("q1"), choose("q1", 1))
            #expect(shown.location == place("q2"))
            let second = try await student.get(place("q2"))
            #expect(second.contains("Question 2?"))
            #expect(!second.contains("Question 3?"))
            #expect(!second.contains("<table"))
            let third = try await student.post(place("q2"), choose("q2", 4))
            #expect(third.location == place("q3"))
            let back = try await student.post(place("q3"), [("act", "back")])
            #expect(back.location == place("q2"))
            // Whoever comes back goes on where he was, in the way that he has chosen.
            try await student.post(place("q3"), [("act", "leave")])
            let resumed = try await student.get(address)
            #expect(resumed.contains("href=\"\(place("q3"))\""))
            #expect(!resumed.contains("/pages/"))
            let wrong = try await student.post(place("q5"), [("v_\(questions["q5"]!.answers[0].id)", "12,5,3"), ("act", "next")])
            #expect(wrong.status == 422)
            #expect(wrong.contains("12,5,3"))
            let last = try await student.post(place("q5"), [("v_\(questions["q5"]!.answers[0].id)", "12,5"), ("act", "next")])
            #expect(last.location == address + "/summary")
            let summary = try await student.get(address + "/summary")
            #expect(summary.contains("12,5"))
            #expect(summary.contains("href=\"\(place("q2"))\""))
            #expect(!summary.contains("/pages/"))
            // And back to whole pages, with what was answered.
            let pages = try await student.post(place("q2"), choose("q2", 4).dropLast() + [("act", "other")])
            let whole = try await student.get(try #require(pages.location))
            #expect(whole.contains("Pagina 2 di 3"))
            #expect(whole.contains("value=\"\(questions["q2"]!.answers[3].id)\" checked"))
            let again = try await student.post(try #require(pages.location), [("act", "other")])
            #expect(again.location == place("q2"))
            for other in [place("q1"), address + "/questions/1"] {
                let stranger = try await browsers[1].get(other)
                #expect(stranger.status == 404)
            }
            // A question that is hidden by now leads to the nearest one that is shown.
            try await student.post(place("q1"), choose("q1", 3))
            let hidden = try await student.get(place("q2"))
            #expect(hidden.location == place("q4"))
        }
    }
}
