import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct StoryReadingPages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Visitor>) {
        router.get("{id}", use: showStory)
        router.get("{id}/branches/{fragment}", use: showBranch)
        router.get("{id}/choice", use: choose)
        router.get("fragments/{id}/continuations", use: showContinuations)
        router.get("photos/{id}/{size}", use: servePhoto)
    }

    @Sendable private func showStory(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let id = try visitor.storyID()
        return try await show(request, visitor) { try Branch.best(of: id, $0) }
    }

    /// The branch through a fragment; its address is permanent.
    @Sendable private func showBranch(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (story, fragment) = (try visitor.storyID(), try visitor.storyID("fragment"))
        return try await show(request, visitor) { try Branch.through(fragment, of: story, $0) }
    }

    private func show(
        _ request: Request, _ visitor: Visitor, _ find: @escaping @Sendable (Database) throws -> Branch?
    ) async throws -> Response {
        let reading = try await stories.database.read { db in
            try find(db).map { try BranchReading($0, for: visitor.writerID, at: .now, db) }
        }
        guard let reading else { throw StoryRefusal.notFound }
        return try branchPage(reading, request, visitor)
    }

    @Sendable private func showContinuations(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let id = try visitor.storyID()
        let found = try await stories.database.read { db -> (Fragment, [Continuation])? in
            guard let fragment = try Fragment.find(id, db) else { return nil }
            return (fragment, try Continuation.all(of: fragment, db))
        }
        guard let (fragment, continuations) = found else { throw StoryRefusal.notFound }
        guard fragment.isVisible else { throw StoryRefusal.hidden }
        let words = stories.words(for: visitor)
        let values: Values = [
            "text": fragment.text, "continuations": continuations.map { templateValues($0, words, choosing: false) },
            "isNone": continuations.isEmpty,
            "splitHref": "/stories/fragments/\(id)/continuation", "backHref": fragment.address,
        ]
        return try stories.page("stories/reading/continuations", words("stories.continuations.title"), values, for: visitor, request)
    }

    @Sendable private func choose(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let story = try visitor.storyID()
        let at = Form(query: request.uri.query ?? "").recordID("at") ?? story
        let found = try await stories.database.read { try BranchingPoint(after: at, of: story, $0) }
        guard let point = found else { throw StoryRefusal.notFound }
        guard let fragment = point.passed.last, fragment.isVisible else { throw StoryRefusal.hidden }
        if point.continuations.isEmpty { return .redirect(to: fragment.address) }
        let words = stories.words(for: visitor)
        let values: Values = [
            "passed": point.passed.map { passed($0, words) },
            "continuations": point.continuations.map { templateValues($0, words, choosing: true) },
            "position": words("stories.choice.position", ["number": String(fragment.depth + 1)]),
            "backHref": point.before.map { "/stories/\(story)/choice?at=\($0)" } ?? "/stories/\(story)",
        ]
        return try stories.page("stories/reading/choice", words("stories.choice.title"), values, for: visitor, request)
    }

    private func passed(_ fragment: Fragment, _ words: Words) -> Values {
        let shown: Values = [
            "text": fragment.text, "photo": photo(fragment, "1200.webp"),
            "photoWords": fragment.description.isEmpty ? words("stories.reading.photo") : fragment.description,
        ]
        return shown.merging(measures(of: fragment)) { $1 }
    }

    /// Width and height of a fragment's photo, so that nothing jumps when it arrives.
    func measures(of fragment: Fragment) -> Values {
        let size = fragment.photo.flatMap { stories.photoSizes.size(of: $0, in: stories.photos) }
        return [
            "hasSize": size != nil, "photoWidth": size.map { String($0.width) } ?? "", "photoHeight": size.map { String($0.height) } ?? "",
        ]
    }

    private func templateValues(_ next: Continuation, _ words: Words, choosing: Bool) -> Values {
        let fragment = next.fragment
        return [
            "href": choosing ? "/stories/\(fragment.story)/choice?at=\(fragment.id)" : fragment.address, "text": fragment.text,
            "photo": photo(fragment, "480.webp"), "photoWords": fragment.description,
            "said": fragment.text.isEmpty ? fragment.description : fragment.text,
            "author": next.nickname ?? words("stories.formerWriter"), "votes": words("stories.votes", count: next.weight),
        ]
    }

    /// Served while neither the fragment nor the whole story is hidden; afterwards only to its author, who may appeal.
    @Sendable private func servePhoto(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (id, size) = (try visitor.storyID(), visitor.parameters.get("size") ?? "")
        let sql = """
            SELECT fragment.photo, fragment.writer, fragment.isHidden OR first.isHidden AS isHidden
            FROM fragment JOIN fragment AS first ON first.id = fragment.story WHERE fragment.id = ?
            """
        let row = try await stories.database.read { db -> (file: String?, writer: Int64, isHidden: Bool)? in
            try Row.fetchOne(db, sql: sql, arguments: [id]).map { row in (row["photo"], row["writer"], row["isHidden"]) }
        }
        guard let row, let file = row.file else { throw HTTPError(.notFound) }
        guard row.isHidden else { return stories.serveUncached(file, size, request) }
        guard visitor.writerID == row.writer else { throw HTTPError(.notFound) }
        return stories.secret(stories.photos.serve(file: file, size: size, request: request))
    }
}
