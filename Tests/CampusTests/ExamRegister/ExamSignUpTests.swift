import Accounts
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Campus

/// Students sign up for exams, withdraw, and read their own marks.
@Suite struct ExamSignUpTests {
    /// Two students, `anna` and `berto`, and an exam in five days.
    private func university(_ adjust: (inout ExamSession) -> Void = { _ in }) async throws -> University {
        let university = try await University()
        var exam = ExamSession()
        (exam.name, exam.course, exam.starts, exam.ends) = ("Appello di Maree", 1, .now + 5 * 86_400, .now + 5 * 86_400 + 3_600)
        exam.signUp = true
        adjust(&exam)
        let ready = exam
        try await university.site.database.write { db in
            var exam = ready
            try exam.insert(db, by: University.actor)
            let hash = try String.fetchOne(db, sql: "SELECT passwordHash FROM account LIMIT 1") ?? ""
            for key in ["anna", "berto"] {
                var account = Account(key: key, name: key.capitalized, passwordHash: hash, language: .italian, createdAt: .now)
                try account.insert(db)
                try RoleAssignment(accountID: account.id ?? 0, role: "campus-student", scopeID: nil).insert(db)
            }
        }
        return university
    }

    private static let page = "/campus/register"

    @Test func aStudentSignsUpAndWithdraws() async throws {
        let university = try await university()
        try await university.site.browse(as: "anna", "admin") { who in
            #expect(try await who[0].get(Self.page).contains("Maree"))
            #expect(try await who[0].post(Self.page + "/1/entry").status == 303)
            let own = try await who[0].get(Self.page)
            #expect(own.contains("Sei iscritto: Appello di Maree."))
            #expect(own.contains("action=\"/campus/register/1/withdrawal\""))
            #expect(try await who[1].get("/admin/campus/exam-sessions/1/register").contains("Anna"))
            try await who[0].post(Self.page + "/1/entry")
            #expect(try await who[0].get(Self.page).contains("Eri già iscritto"))
            try await who[0].post(Self.page + "/1/withdrawal")
            #expect(try await who[0].get(Self.page).contains("action=\"/campus/register/1/entry\""))
        }
        #expect(try await university.site.value("SELECT count(*) FROM campusExamEntry", as: Int.self) == 0)
    }

    @Test func theOfficeSeesWhereSessionsFillUp() async throws {
        let university = try await university { $0.seats = 2 }
        try await university.site.browse(as: "anna", "admin") { who in
            let address = "/admin/campus/sign-ups"
            #expect(try await who[0].get(address).status != 200)
            try await who[0].post(Self.page + "/1/entry")
            let page = try await who[1].get(address)
            #expect(page.contains("(1 di 2)"))
            #expect(try await who[1].get("/admin/campus/exam-sessions").contains(">1 di 2<"))
            #expect(page.contains("id=\"days-title\""))
            #expect(try await who[1].get(address + "?chart=seats").text.hasPrefix("<?xml"))
            #expect(try await who[1].get("/admin/campus/exam-sessions/1/register").contains("id=\"days-title\""))
        }
    }

    @Test func theLastSeatGoesToOne() async throws {
        let university = try await university { $0.seats = 1 }
        try await university.site.browse(as: "anna", "berto") { who in
            try await who[0].post(Self.page + "/1/entry")
            #expect(try await who[1].get(Self.page).contains("Posti finiti"))
            try await who[1].post(Self.page + "/1/entry")
            #expect(try await who[1].get(Self.page).contains("Non ci sono più posti"))
        }
        #expect(try await university.site.value("SELECT count(*) FROM campusExamEntry", as: Int.self) == 1)
    }

    @Test func afterTheClosingNothingChanges() async throws {
        let university = try await university()
        try await university.site.browse(as: "anna") { who in
            try await who[0].post(Self.page + "/1/entry")
            try await university.site.database.write { db in
                try db.execute(sql: "UPDATE campusExamSession SET closes = ?", arguments: [Date.now - 60])
            }
            try await who[0].post(Self.page + "/1/withdrawal")
            #expect(try await who[0].get(Self.page).contains("Le iscrizioni sono chiuse"))
        }
        #expect(try await university.site.value("SELECT count(*) FROM campusExamEntry", as: Int.self) == 1)
    }

    @Test func onlyTheNextSessionsAreShownUntilOneIsSearched() async throws {
        let university = try await university()
        try await university.site.database.write { db in
            for number in 1...14 {
                var exam = ExamSession()
                (exam.name, exam.course, exam.signUp) = ("Appello \(number)", 2, true)
                (exam.starts, exam.ends) = (.now + Double(6 + number) * 86_400, .now + Double(7 + number) * 86_400)
                try exam.insert(db, by: University.actor)
            }
        }
        try await university.site.browse(as: "anna") { who in
            let page = try await who[0].get(Self.page)
            #expect(page.text.matches(of: /\/entry"/).count == 12)
            #expect(page.contains("Ci sono altri 3 appelli: cercali per nome."))
            let found = try await who[0].get(Self.page + "?q=barene")
            #expect(found.text.matches(of: /\/entry"/).count == 14)
            #expect(!found.contains("cercali per nome"))
        }
    }

    @Test func aMarkIsReadByTheStudentAlone() async throws {
        let university = try await university()
        try await university.site.browse(as: "anna", "berto", "admin") { who in
            for student in [who[0], who[1]] { try await student.post(Self.page + "/1/entry") }
            let register = "/admin/campus/exam-sessions/1/register"
            let long = try await who[2].post(register, [("mark.1", String(repeating: "x", count: 30))])
            #expect(long.status == 422)
            #expect(try await who[2].post(register, [("mark.1", "30L"), ("mark.2", "24")]).status == 303)
            let own = try await who[0].get(Self.page)
            #expect(own.contains("30L"))
            #expect(!own.contains("<strong>24</strong>"))
            #expect(!own.contains("withdrawal"))
        }
    }

    @Test func whoIsNoStudentHasNoRegister() async throws {
        let university = try await university()
        try await university.site.browse(as: "", "educator", "anna") { who in
            let visitor = try await who[0].get(Self.page)
            #expect(visitor.status != 200)
            #expect(try await who[1].get(Self.page).contains("Questo account non è di uno studente"))
            #expect(try await who[1].post(Self.page + "/1/entry").status == 403)
            #expect(try await who[2].get("/admin/campus/exam-sessions/1/register").status != 200)
        }
    }
}
