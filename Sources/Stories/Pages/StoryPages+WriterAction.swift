import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension StoryPages {
    /// Acts, then redirects with a message or refusal. `isShared` allows a shared commit; `refused` may return an own page.
    func act(
        _ person: Writing, to address: String, _ text: String, isShared: Bool = false,
        _ body: @escaping @Sendable (Database) throws -> Void,
        refused: (StoryRefusal, _ why: String) async throws -> Response? = { _, _ in nil }
    ) async throws -> Response {
        let words = words(for: person.visitor)
        let work: @Sendable (Database) throws -> Void = { db in
            try body(db)
            try say(words(text), to: person.session, db)
        }
        do {
            if isShared { try await commits.write(work) } else { try await database.write(work) }
        } catch StoryRefusal.notAccepted {
            return .redirect(to: acceptance(before: address))
        } catch let refusal as StoryRefusal {
            let why = sentence(refusal, words)
            if let page = try await refused(refusal, why) { return page }
            if refusal == .notFound || refusal == .hidden { throw refusal }
            try await database.write { db in try say(why, kind: .bad, to: person.session, db) }
        }
        return .redirect(to: address)
    }

    private func sentence(_ refusal: StoryRefusal, _ words: Words) -> String {
        if case .tooFast(let seconds) = refusal { return words("stories.refusals.tooOften", count: max(1, (seconds + 59) / 60)) }
        return words("stories.refusals.\(refusal.name).text")
    }

    func acceptance(before address: String) -> String { "/stories/acceptance?next=" + address.queryEscaped }

    func address(of id: Int64) async throws -> String {
        let sql = "SELECT story FROM fragment WHERE id = ?"
        let story = try await database.read { try Int64.fetchOne($0.cachedStatement(sql: sql), arguments: [id]) }
        guard let story else { throw StoryRefusal.notFound }
        return "/stories/\(story)/branches/\(id)"
    }
}
