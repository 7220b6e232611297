import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// A student's exams: signing up, withdrawing, and the record book, which only they read.
struct ExamSignUpPages: Sendable {
    let admin: AdminContext
    /// Where the exams are kept elsewhere.
    var system: ExamSystem?
    static let address = "/campus/register"
    static let studying: Permission = "campus.study"

    func addRoutes(to router: RouterGroup<SignedIn>) {
        let campus = router.group("campus").add(middleware: SystemSwitch("campus", of: admin))
        campus.get("register", use: show)
        campus.post("register/{id}/entry", use: signUp)
        campus.post("register/{id}/withdrawal", use: withdraw)
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard person.grants.may(Self.studying, in: nil) else {
            let values: Values = ["title": admin.pages.words(for: person.visitor)("campus.register.title"), "isOther": true]
            return try await CampusFrame.page("campus/exam-register/index", values, request, person.visitor, admin)
        }
        let (rendering, now) = (RenderContext(person.visitor, admin), Date.now)
        let typed = String(Form(query: request.uri.query ?? "")["q"].prefix(100))
        var values = try await own(person, typed, rendering, now)
        if person.session.flash != nil, let flash = try await admin.database.write({ try person.session.takeFlash($0) }) {
            values["flash"] = flash.values
        }
        return try await CampusFrame.page("campus/exam-register/index", values, request, person.visitor, admin)
    }

    private func own(_ person: SignedIn, _ typed: String, _ rendering: RenderContext, _ now: Date) async throws -> Values {
        if let system {
            return try await ExternalExamPages(admin: admin, system: system).values(person, typed, rendering, now: now)
        }
        let entries = try await admin.database.read { db in
            try ExamEntry.all(of: person.accountID, StudentSearch(typed)?.strict, rendering, db, now: now)
        }
        let (own, open) = (entries.filter { $0.at != nil }, entries.filter { $0.at == nil })
        let marked = own.filter { !$0.mark.isEmpty || $0.starts <= now }
        return [
            "title": rendering.words("campus.register.title"), "q": typed, "isOther": false, "trouble": false, "leftOut": false,
            "own": own.filter { $0.mark.isEmpty && $0.starts > now }.map { line($0, rendering, now) },
            "open": open.prefix(Self.limit(typed)).map { line($0, rendering, now) }, "isNone": open.isEmpty,
            "rest": Self.rest(open.count, typed, rendering),
            "marks": marked.sorted { $0.starts > $1.starts }.map { line($0, rendering, now) },
        ]
    }

    /// Without a search only the next sessions; the others are found by name.
    static func limit(_ typed: String) -> Int { typed.isEmpty ? 12 : 200 }

    static func rest(_ count: Int, _ typed: String, _ rendering: RenderContext) -> any Sendable {
        count > limit(typed) ? rendering.words("campus.register.rest", count: count - limit(typed)) : false
    }

    private func line(_ entry: ExamEntry, _ rendering: RenderContext, _ now: Date) -> Values {
        let words = rendering.words
        let seats = entry.seats.map {
            words("campus.register.seats", ["taken": words.language.number(entry.taken), "seats": words.language.number($0)])
        }
        let opens = entry.opens.flatMap {
            $0 > now ? words("campus.register.opens", ["when": words.language.moment($0, in: rendering.zone)]) : nil
        }
        let (kind, when) = (words("campus.examKind.\(entry.kind)"), words.language.moment(entry.starts, in: rendering.zone))
        return [
            "session": String(entry.session), "titleHTML": entry.markedTitle.markedHTML, "name": entry.markedTitle.unmarked,
            "href": "/campus/courses/\(entry.course)", "kind": kind, "when": when, "about": "\(kind) · \(when)",
            "placeHTML": Optional(entry.markedPlace).shownHTML,
            "closes": words("campus.register.closes", ["when": words.language.moment(entry.closes, in: rendering.zone)]),
            "seats": seats ?? false, "opens": opens ?? false, "isCancelled": entry.isCancelled,
            "maySignUp": entry.at == nil && entry.isOpen(at: now) && !entry.isFull, "isFull": entry.at == nil && entry.isFull,
            "mayWithdraw": entry.mayWithdraw(at: now), "mark": entry.mark.isEmpty ? words("campus.register.noMark") : entry.mark,
        ]
    }

    @Sendable func signUp(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await act(request, person, isSigningUp: true, ExamEntry.signUp)
    }

    @Sendable func withdraw(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await act(request, person, isSigningUp: false, ExamEntry.withdraw)
    }

    private typealias Act = @Sendable (Int64, Int64, RenderContext, Database, Actor, Date) throws -> ExamEntry.Outcome

    private func act(_ request: Request, _ person: SignedIn, isSigningUp: Bool, _ act: @escaping Act) async throws -> Response {
        try person.require(Self.studying, in: nil)
        if let system {
            let (exam, name) = (person.parameters.get("id") ?? "", try await Form.read(request)["name"])
            return try await ExternalExamPages(admin: admin, system: system).act(
                person, exam: exam, named: String(name.prefix(160)), isSigningUp: isSigningUp)
        }
        guard let id = person.parameters.recordID("id") else { throw HTTPError(.notFound) }
        let (rendering, now) = (RenderContext(person.visitor, admin), Date.now)
        try await admin.database.write { db in
            guard let session = try ExamSession.fetch(db, id: id), session.stamp.deletedAt == nil else { throw HTTPError(.notFound) }
            let outcome = try act(id, person.accountID, rendering, db, person.actor, now)
            let kind: Flash.Kind = [.signedUp, .withdrawn].contains(outcome) ? .good : .warn
            let text = rendering.words("campus.register.done.\(outcome.rawValue)", ["name": session.name])
            try person.session.setFlash(db, Flash(text, kind: kind))
        }
        return .redirect(to: Self.address)
    }
}
