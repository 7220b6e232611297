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
        let found = try await stories.database.read { db -> (Branch, Viewpoint)? in
            guard let branch = try Branch.best(of: id, db) else { return nil }
            return (branch, try Viewpoint(visitor.writerID, branch.ids, db))
        }
        guard let (branch, view) = found else { throw StoryRefusal.notFound }
        return try branchPage(branch, view, request, visitor)
    }

    /// The branch through a fragment; its address is permanent.
    @Sendable private func showBranch(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (story, fragment) = (try visitor.storyID(), try visitor.storyID("fragment"))
        let found = try await stories.database.read { db -> (Branch, Viewpoint)? in
            guard let branch = try Branch.through(fragment, of: story, db) else { return nil }
            return (branch, try Viewpoint(visitor.writerID, branch.ids, db))
        }
        guard let (branch, view) = found else { throw StoryRefusal.notFound }
        return try branchPage(branch, view, request, visitor)
    }

    private func branchPage(_ branch: Branch, _ view: Viewpoint, _ request: Request, _ visitor: Visitor) throws -> Response {
        let words = stories.words(for: visitor)
        let isStaff = request.bringsSession(stories.accounts)
        let parts = branch.parts.enumerated().map { index, part -> Values in
            let next = index + 1 < branch.parts.count ? branch.parts[index + 1].fragment : nil
            var values = drawn(part, next, view, words)
            // Who is signed in to the back office acts from the page; the desk checks the right.
            values["deskHref"] = isStaff ? ModerationPages.tree(of: branch.story, at: part.fragment.id) : false
            return values
        }
        let first = branch.parts.first?.fragment
        var values: Values = [
            "story": String(branch.story), "heading": branch.title, "parts": parts, "isBest": branch.isBest,
            "bestHref": "/stories/\(branch.story)", "summary": String((first?.text ?? "").prefix(200)),
            "origin": stories.admin.origin(of: request), "canonical": request.uri.path, "shareImage": photo(first, "1200.jpg"),
            "chooseHref": "/stories/\(branch.story)/choice?at=\(branch.story)",
            "shares": Sharing.links(to: stories.admin.origin(of: request) + request.uri.path, title: branch.title, words),
        ]
        if let end = branch.end {
            values["end"] = drawn(end: end, of: branch, view, words)
            values["bookHref"] = "/stories/\(branch.story)/branches/\(end.id)/book.epub"
        }
        return try stories.page("stories/reading/branch", branch.title, values, for: visitor, request)
    }

    private func drawn(end: Fragment, of branch: Branch, _ view: Viewpoint, _ words: Words) -> Values {
        [
            "id": String(end.id), "isEnd": end.isEnd, "mayVote": view.mayVote(end),
            "weight": words(
                "stories.votesOf", ["people": words("stories.voters", count: branch.voters)], count: end.weight),
            "hasVoted": view.hasVoted(end), "isOwn": view.wrote(end),
        ]
    }

    private func photo(_ fragment: Fragment?, _ size: String) -> any Sendable {
        guard let fragment, fragment.photo != nil, !fragment.isHidden else { return false }
        return "/stories/photos/\(fragment.id)/\(size)"
    }

    private func drawn(_ part: Branch.Part, _ next: Fragment?, _ view: Viewpoint, _ words: Words) -> Values {
        let fragment = part.fragment
        let isShown = !fragment.isHidden || view.wrote(fragment)
        let hasTitle = isShown && fragment.parent != nil && !fragment.title.isEmpty
        let author = part.writer.nickname == nil ? words("stories.formerWriter") : stories.name(of: part.writer)
        let others = fragment.continuations - (next?.isHidden == false ? 1 : 0)
        let what: Values = [
            "id": String(fragment.id), "isShown": isShown, "isHidden": fragment.isHidden, "title": hasTitle ? fragment.title : false,
            "text": isShown ? fragment.text : "", "photo": photo(fragment, "1200.webp"),
            "author": author, "face": stories.face(of: part.writer), "initial": String(author.prefix(1)).uppercased(),
            "writerHref": part.writer.nickname.map { "/stories/writers/\($0)" } ?? false,
            "when": words.language.date(fragment.createdAt, in: stories.admin.site.zone),
        ]
        let ways: Values = [
            "hasNext": next != nil, "isVisible": fragment.isVisible,
            "others": others > 0 ? words("stories.branch.others", count: others) : false,
            "othersHref": "/stories/fragments/\(fragment.id)/continuations",
            "splitHref": "/stories/fragments/\(fragment.id)/continuation", "reportHref": "/stories/fragments/\(fragment.id)/reports",
            "mayReport": !view.wrote(fragment) && !view.hasReported(fragment) && fragment.isVisible,
            "hasReported": view.hasReported(fragment),
        ]
        return what.merging(ways) { $1 }
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
            "text": fragment.text, "continuations": continuations.map { drawn($0, words, choosing: false) },
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
            "passed": point.passed.map { ["text": $0.text, "photo": photo($0, "1200.webp")] as Values },
            "continuations": point.continuations.map { drawn($0, words, choosing: true) },
            "position": words("stories.choice.position", ["number": String(fragment.depth + 1)]),
            "backHref": point.before.map { "/stories/\(story)/choice?at=\($0)" } ?? "/stories/\(story)",
        ]
        return try stories.page("stories/reading/choice", words("stories.choice.title"), values, for: visitor, request)
    }

    private func drawn(_ next: Continuation, _ words: Words, choosing: Bool) -> Values {
        let fragment = next.fragment
        return [
            "href": choosing ? "/stories/\(fragment.story)/choice?at=\(fragment.id)" : fragment.address, "text": fragment.text,
            "photo": photo(fragment, "480.webp"),
            "author": next.nickname ?? words("stories.formerWriter"), "votes": words("stories.votes", count: next.weight),
        ]
    }

    /// Served only while neither the fragment nor the whole story is hidden.
    @Sendable private func servePhoto(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (id, size) = (try visitor.storyID(), visitor.parameters.get("size") ?? "")
        let sql = """
            SELECT fragment.photo FROM fragment JOIN fragment AS first ON first.id = fragment.story
            WHERE fragment.id = ? AND fragment.isHidden = 0 AND first.isHidden = 0
            """
        let file = try await stories.database.read { try String.fetchOne($0, sql: sql, arguments: [id]) }
        guard let file else { throw HTTPError(.notFound) }
        return stories.servedAnew(file, size, request)
    }
}
