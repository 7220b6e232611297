import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The pages of a student's exams where another system keeps them: each page asks it, and nothing is stored.
struct ExternalExamPages: Sendable {
    let admin: AdminContext
    let system: ExamSystem

    private func student(_ person: SignedIn) async throws -> String {
        let id = person.accountID
        return try await admin.database.read { try String.fetchOne($0, sql: "SELECT key FROM account WHERE id = ?", arguments: [id]) } ?? ""
    }

    func values(_ person: SignedIn, _ typed: String, _ rendering: RenderContext, now: Date) async throws -> Values {
        let (words, none) = (rendering.words, [Values]())
        let values: Values = [
            "title": words("campus.register.title"), "q": typed, "isOther": false, "own": none, "open": none, "isNone": false,
            "marks": none,
            "trouble": false, "leftOut": false, "rest": false,
        ]
        do {
            let book = try await system.book(of: student(person), neighbours: admin.neighbours)
            return values.merging(templateValues(book, typed, rendering, now)) { $1 }
        } catch let failure as ExamSystem.Failure {
            let why = words("campus.register.failures.\(failure.rawValue)")
            return values.merging(["trouble": words("campus.register.trouble", ["why": why])]) { $1 }
        }
    }

    private func templateValues(_ book: ExternalBook, _ typed: String, _ rendering: RenderContext, _ now: Date) -> Values {
        let (words, wanted) = (rendering.words, typed.folded)
        let own = book.exams.filter { $0.isEntered && $0.starts > now }
        let open = book.exams.filter { !$0.isEntered && $0.closes > now && (wanted.isEmpty || $0.title.folded.contains(wanted)) }
        return [
            "own": own.map { line($0, rendering, now) }, "open": open.prefix(ExamSignUpPages.limit(typed)).map { line($0, rendering, now) },
            "isNone": open.isEmpty, "rest": ExamSignUpPages.rest(open.count, typed, rendering),
            "marks": book.marks.map { mark($0, rendering) },
            "leftOut": book.leftOut > 0 ? words("campus.register.leftOut", count: book.leftOut) : false,
        ]
    }

    private func line(_ exam: ExternalBook.Exam, _ rendering: RenderContext, _ now: Date) -> Values {
        let (words, zone) = (rendering.words, rendering.zone)
        let seats = exam.seats.map {
            words("campus.register.seats", ["taken": words.language.number(exam.taken), "seats": words.language.number($0)])
        }
        let opens = exam.opens.flatMap { $0 > now ? words("campus.register.opens", ["when": words.language.moment($0, in: zone)]) : nil }
        return [
            "session": exam.id, "titleHTML": exam.title.escapedForHTML(), "name": exam.title, "href": false,
            "kind": exam.kind.map { words("campus.examKind.\($0.rawValue)") } ?? words("campus.calendar.exam"),
            "when": words.language.moment(exam.starts, in: zone),
            "placeHTML": exam.place.isEmpty ? false : exam.place.escapedForHTML(),
            "closes": words("campus.register.closes", ["when": words.language.moment(exam.closes, in: zone)]), "seats": seats ?? false,
            "opens": opens ?? false, "isCancelled": exam.isCancelled, "maySignUp": !exam.isEntered && exam.isOpen(at: now) && !exam.isFull,
            "isFull": !exam.isEntered && exam.isFull, "mayWithdraw": exam.isEntered && exam.closes > now, "mark": "",
        ]
    }

    private func mark(_ mark: ExternalBook.Mark, _ rendering: RenderContext) -> Values {
        let words = rendering.words
        let about = [
            mark.credits.map { words("campus.register.credits", count: $0) }, mark.at.map { words.language.date($0, in: rendering.zone) },
        ]
        return [
            "titleHTML": mark.title.escapedForHTML(), "mark": mark.mark, "about": about.compactMap(\.self).joined(separator: " · "),
        ]
    }

    private func submit(
        _ student: String, _ exam: String, _ name: String, _ isSigningUp: Bool, _ words: Words
    ) async -> (text: String, isGood: Bool) {
        do throws(ExamSystem.Failure) {
            let outcome: ExamEntry.Outcome
            if isSigningUp {
                outcome = try await system.signUp(student, for: exam, neighbours: admin.neighbours)
            } else {
                outcome = try await system.withdraw(student, from: exam, neighbours: admin.neighbours)
            }
            let isGood = outcome == .signedUp || outcome == .withdrawn
            return (words("campus.register.done.\(outcome.rawValue)", ["name": name]), isGood)
        } catch {
            return (words("campus.register.trouble", ["why": words("campus.register.failures.\(error.rawValue)")]), false)
        }
    }

    /// Signs up or withdraws, and says what became of it.
    func act(_ person: SignedIn, exam: String, named: String, isSigningUp: Bool) async throws -> Response {
        guard ExternalBook.isID(exam) else { throw HTTPError(.notFound) }
        let (words, student) = (admin.pages.words(for: person.visitor), try await student(person))
        let (text, isGood) = await submit(student, exam, named.isEmpty ? exam : named, isSigningUp, words)
        try await admin.database.write { db in
            if isGood { try ExamEntry.audit(isSigningUp ? "enter" : "leave", 0, exam, db, by: person.actor) }
            try person.session.setFlash(db, Flash(text, kind: isGood ? .good : .warn))
        }
        return .redirect(to: ExamSignUpPages.address)
    }
}
