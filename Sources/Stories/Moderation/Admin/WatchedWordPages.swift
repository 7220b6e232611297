import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct WatchedWordPages: Sendable {
    let moderation: ModerationPages

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("words", use: showWords)
        router.post("words", use: addWord)
        router.post("words/{id}/removal", use: removeWord)
        router.post("words/{id}/return", use: restoreWord)
    }

    private struct Typed: Sendable {
        let word: String
        let language: String
        let isStem: Bool
        let reason: Reason?

        init(_ form: Form) {
            (word, language, isStem) = (form["word"], form["language"], form["isStem"] == "yes")
            reason = Reason(rawValue: form["reason"])
        }
    }

    private static let (lookedAt, examples) = (20_000, 20)

    /// With a word in the address, the page is a trial: nothing is stored.
    @Sendable private func showWords(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(ModerationPages.arranging)
        return try await wordsPage(request, person, Typed(Form(query: request.uri.query ?? "")), why: nil)
    }

    @Sendable private func addWord(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(ModerationPages.arranging)
        let typed = Typed(try await Form.read(request, judgesText: false))
        let words = moderation.pages.words(for: person.visitor)
        guard let reason = typed.reason else {
            return try await wordsPage(request, person, typed, why: "reason", status: .unprocessableContent)
        }
        guard typed.language.isEmpty || Language.allCases.contains(where: { $0.rawValue == typed.language }) else {
            return try await wordsPage(request, person, typed, why: "language", status: .unprocessableContent)
        }
        do {
            return try await moderation.act(person, to: ModerationPages.words) { _, db in
                try WatchedWord.add(
                    typed.word, language: typed.language, isStem: typed.isStem, reason, by: person.actor, at: .now, db)
                return Flash(words("stories.desk.words.added"))
            }
        } catch let problem as WatchedWord.Problem {
            return try await wordsPage(request, person, typed, why: "\(problem)", status: .unprocessableContent)
        }
    }

    @Sendable private func removeWord(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(ModerationPages.arranging)
        let id = try person.storyID()
        return try await moderation.act(person, to: ModerationPages.words) { words, db in
            guard try WatchedWord.remove(id, by: person.actor, at: .now, db) else {
                return Flash(words("stories.desk.alreadyUndone"), kind: .info)
            }
            let undo = Flash.Undo(
                action: "\(ModerationPages.words)/\(id)/return", label: words("stories.desk.appeals.undo"), fields: [])
            return Flash(words("stories.desk.words.removed"), undo: undo)
        }
    }

    @Sendable private func restoreWord(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(ModerationPages.arranging)
        let id = try person.storyID()
        return try await moderation.act(person, to: ModerationPages.words) { words, db in
            let isDone = try WatchedWord.restore(id, by: person.actor, db)
            return Flash(words(isDone ? "stories.desk.words.added" : "stories.desk.alreadyUndone"), kind: isDone ? .good : .info)
        }
    }

    private func wordsPage(
        _ request: Request, _ person: SignedIn, _ typed: Typed, why: String?, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let isTrial = why == nil && !typed.word.isEmpty
        let trial = isTrial && WatchedWord.key(typed.word) == nil ? "word" : nil
        let problem = why ?? trial
        return try await moderation.admin.page(person, request, status: status) { db, context in
            let words = context.words
            let found = try isTrial && trial == nil ? Self.fragments(with: typed, db) : []
            let values: Values = [
                "title": words("stories.desk.words.title"), "action": ModerationPages.words, "word": typed.word, "isStem": typed.isStem,
                "wordError": problem.map { words("stories.desk.words.problems.\($0)") } ?? false,
                "reasonOptions": moderation.reasonOptions(typed.reason, words),
                "languageOptions": languages(typed.language, words),
                "isTrial": isTrial && trial == nil,
                "trial": words(
                    "stories.desk.words.trial", ["all": words.language.number(Self.lookedAt)], count: found.count),
                "examples": found.prefix(Self.examples).map { moderation.templateValues($0, context) },
                "rows": try WatchedWord.all(db).map { templateValues($0, words) },
            ]
            return ("stories/moderation/admin/words", values)
        }
    }

    /// The newest fragments are looked at; each counts whose writer has the language.
    private static func fragments(with typed: Typed, _ db: Database) throws -> [Fragment] {
        guard let key = WatchedWord.key(typed.word) else { return [] }
        let watched = WatchedWords([
            WatchedWord(id: 0, language: typed.language, word: key, isStem: typed.isStem, reason: typed.reason ?? .other, addedBy: "")
        ])
        let sql = """
            SELECT fragment.* FROM fragment JOIN writer ON writer.id = fragment.writer
            WHERE fragment.id > (SELECT ifnull(max(id), 0) FROM fragment) - \(lookedAt) AND (:language = '' OR language = :language)
            ORDER BY fragment.id DESC
            """
        let fragments = try Fragment.fetchCursor(db, sql: sql, arguments: ["language": typed.language])
        var found: [Fragment] = []
        while let fragment = try fragments.next() {
            if watched.first(in: [fragment.title, fragment.text]) != nil { found.append(fragment) }
        }
        return found
    }

    private func languages(_ chosen: String, _ words: Words) -> [Values] {
        let all: Values = ["value": "", "label": words("stories.desk.words.allLanguages"), "selected": chosen.isEmpty]
        return [all]
            + Language.allCases.map { language -> Values in
                [
                    "value": language.rawValue, "label": words.name(of: language, "stories.desk.writers.languages"),
                    "selected": language.rawValue == chosen,
                ]
            }
    }

    private func templateValues(_ watched: WatchedWord, _ words: Words) -> Values {
        let language = Language(rawValue: watched.language)
        return [
            "id": String(watched.id), "word": watched.isStem ? watched.word + "…" : watched.word, "who": watched.addedBy,
            "language": language.map { words.name(of: $0, "stories.desk.writers.languages") } ?? words("stories.desk.words.allLanguages"),
            "reason": words("stories.reasons.\(watched.reason.rawValue)"),
        ]
    }
}
