import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The file of an answer, on a page of its own, because the form of a page takes no files.
struct FillingFilePages: Sendable {
    let filling: FillingContext

    private var admin: AdminContext { filling.admin }

    func addRoutes(to offer: RouterGroup<SignedIn>) {
        offer.get("files/{answer}", use: show)
        offer.post("files/{answer}", use: save)
        offer.post("files/{answer}/removal", use: remove)
        offer.get("files/{answer}/content", use: content)
    }

    private struct Asked: Sendable {
        var session: FillingSession
        let question: Question
        let answer: Int64

        var file: FileReference? { FileReference(session.draft.replies[question.id].typed[answer] ?? "") }
        var back: String { session.address(ofQuestion: question.id) }
    }

    /// - Throws: not found, also for an anonymous questionnaire and for a question that is hidden now.
    private func find(_ person: SignedIn, _ db: Database) throws -> Asked {
        let session = try filling.findSession(person, db)
        let navigation = session.navigation
        guard !session.isAnonymous, let id = person.parameters.recordID("answer"), session.outline.answers[id]?.format == .file,
            let question = navigation.questions.first(where: { question in question.answers.contains { $0.id == id } })
        else { throw HTTPError(.notFound) }
        return Asked(session: session, question: Piping(navigation, filling.words(person).language).question(question), answer: id)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        if let elsewhere = try await filling.redirect(person) { return elsewhere }
        return try await page(nil, request, person)
    }

    @Sendable private func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        if let elsewhere = try await filling.redirect(person, isTyped: true) { return elsewhere }
        // Checks the right before reading the body.
        _ = try await admin.database.read { try find(person, $0) }
        let words = filling.words(person)
        let form = try await Form.read(request, limits: .documents, judgesText: false)
        guard let file = form.file("file"), let bytes = FileManager.default.contents(atPath: file.path) else {
            return try await page(words("questionnaires.fill.file.none"), request, person)
        }
        guard bytes.count <= AnswerFile.bytes else {
            return try await page(words("questionnaires.fill.file.tooLarge", ["limit": Self.limit]), request, person)
        }
        let name = file.name
        return try await admin.database.write { db -> Response in
            var asked = try find(person, db)
            if let old = asked.file { try AnswerFile.remove(old.id, of: asked.session.offer.id, db) }
            let kept = try AnswerFile.add(name, bytes, to: asked.session.offer.id, now: .now, db)
            asked.session.draft.replies[asked.question.id] = Reply(typed: [asked.answer: kept.text])
            try asked.session.draft.save(now: .now, db)
            try person.session.setFlash(db, Flash(words("questionnaires.fill.file.kept", ["name": kept.name])))
            return .redirect(to: asked.back)
        }
    }

    @Sendable private func remove(_ request: Request, _ person: SignedIn) async throws -> Response {
        if let elsewhere = try await filling.redirect(person, isTyped: true) { return elsewhere }
        return try await admin.database.write { db -> Response in
            var asked = try find(person, db)
            if let old = asked.file { try AnswerFile.remove(old.id, of: asked.session.offer.id, db) }
            asked.session.draft.replies[asked.question.id] = Reply()
            try asked.session.draft.save(now: .now, db)
            return .redirect(to: asked.back)
        }
    }

    @Sendable private func content(_ request: Request, _ person: SignedIn) async throws -> Response {
        let found = try await admin.database.read { db -> (String, Data)? in
            let asked = try find(person, db)
            guard let file = asked.file, let bytes = try AnswerFile.contents(file.id, of: asked.session.offer.id, db) else { return nil }
            return (file.name, bytes)
        }
        guard let (name, bytes) = found else { throw HTTPError(.notFound) }
        return AnswerFile.response(name, bytes)
    }

    private static var limit: String { "\(AnswerFile.bytes >> 20) MB" }

    private func page(_ error: String?, _ request: Request, _ person: SignedIn) async throws -> Response {
        let words = filling.words(person)
        let (asked, isThere) = try await admin.database.read { db -> (Asked, Bool) in
            let asked = try find(person, db)
            return (asked, try asked.file.map { try AnswerFile.isThere($0, of: asked.session.offer.id, db) } ?? false)
        }
        let gap = filling.gap(asked.session, words)
        let values: Values = [
            "title": words("questionnaires.fill.file.title"), "name": asked.session.title, "text": asked.question.text,
            "textLang": gap.code(asked.question.id), "note": asked.question.note.isEmpty ? false : asked.question.note,
            "noteLang": gap.code(asked.question.id, .note), "action": "\(asked.session.address)/files/\(asked.answer)",
            "file": isThere ? asked.file?.name ?? "" : false, "back": asked.back, "error": error ?? false,
            "help": words("questionnaires.fill.file.help", ["limit": Self.limit]),
        ]
        let status: HTTPResponse.Status = error == nil ? .ok : .unprocessableContent
        return try await filling.page("questionnaires/filling/file", values, request, person, status: status)
    }
}
