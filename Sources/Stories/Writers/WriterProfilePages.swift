import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct WriterProfilePages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Visitor>, writers: RouterGroup<Writing>) {
        router.get("writers/{nickname}", use: showWriter)
        router.get("writers/{nickname}/followers", use: showFollowers)
        router.get("writers/{nickname}/followed", use: showFollowed)
        writers.get("profile", use: showProfile)
        writers.post("writers/{nickname}/following", use: follow)
    }

    @Sendable private func showProfile(_ request: Request, _ person: Writing) async throws -> Response {
        try await writerPage(person.writer, request, person.visitor)
    }

    @Sendable private func showWriter(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let nickname = visitor.parameters.get("nickname") ?? ""
        guard let writer = try await stories.database.read({ try Writer.named(nickname, $0) }) else { throw HTTPError(.notFound) }
        return try await writerPage(writer, request, visitor)
    }

    private func writerPage(_ writer: Writer, _ request: Request, _ visitor: Visitor) async throws -> Response {
        let (words, me) = (stories.words(for: visitor), visitor.writerID)
        let values = try await stories.database.read { db -> Values in
            let follows = try FollowCounts(of: writer.id, for: me, db)
            let started = try StoryCard.started(by: writer.id, db)
            let taken = try StoryCard.takenPart(by: writer.id, db)
            let drafts = try me == writer.id ? StoryDraft.all(of: writer.id, db) : []
            return [
                "name": stories.name(of: writer), "face": stories.face(of: writer), "writer": writer.nickname ?? "",
                "isOwn": me == writer.id,
                "mayFollow": me != nil && me != writer.id,
                "isFollowed": follows.isFollowed, "followers": words("stories.writer.followers", count: follows.followers),
                "followedCount": words("stories.writer.follows", count: follows.followed),
                "started": started.map { stories.templateValues($0, words) },
                "taken": taken.map { stories.templateValues($0, words) }, "hasStarted": !started.isEmpty, "hasTaken": !taken.isEmpty,
                "isSuspended": try Suspension.active(of: writer.id, at: .now, db) != nil,
                "draftPlaces": try draftPlaces(drafts, words, db), "hasDrafts": !drafts.isEmpty,
            ]
        }
        return try stories.page("stories/writers/profile", writer.nickname ?? "", values, for: visitor, request)
    }

    private func draftPlaces(_ drafts: [StoryDraft], _ words: Words, _ db: Database) throws -> [Values] {
        var places: [(story: Int64?, drafts: [StoryDraft])] = []
        for draft in drafts {
            let story = try draft.parent.flatMap { try Fragment.find($0, db)?.story }
            if let index = places.firstIndex(where: { $0.story == story }) {
                places[index].drafts.append(draft)
            } else {
                places.append((story, [draft]))
            }
        }
        return try places.map { place -> Values in
            let first = try place.story.flatMap { try Fragment.find($0, db) }
            let title = first.map { $0.isVisible ? $0.title : words("stories.notices.hiddenStory") }
            return [
                "heading": title.map { words("stories.writing.drafts.inStory", ["story": $0]) } ?? words("stories.writing.drafts.new"),
                "drafts": place.drafts.map { stories.draft(of: $0, words) },
            ]
        }
    }

    @Sendable private func showFollowers(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await people("followers", "followed", "follower", request, visitor)
    }

    @Sendable private func showFollowed(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await people("followed", "follower", "followed", request, visitor)
    }

    /// `own` is the column of `follow` for the page's writer, `other` that for the listed people.
    private func people(
        _ key: String, _ own: String, _ other: String, _ request: Request, _ visitor: Visitor
    ) async throws -> Response {
        let nickname = visitor.parameters.get("nickname") ?? ""
        let sql = """
            SELECT writer.* FROM follow JOIN writer ON writer.id = follow.\(other) WHERE follow.\(own) = ? AND \(Writer.notErased)
            ORDER BY follow.at DESC, writer.id LIMIT 200
            """
        let found = try await stories.database.read { db -> (Writer, [Writer])? in
            guard let writer = try Writer.named(nickname, db) else { return nil }
            return (writer, try Writer.fetchAll(db, sql: sql, arguments: [writer.id]))
        }
        guard let (writer, people) = found else { throw HTTPError(.notFound) }
        let name = writer.nickname ?? ""
        let values: Values = [
            "backHref": "/stories/writers/\(name)", "hasRows": !people.isEmpty,
            "people": stories.templateValues(people),
        ]
        return try stories.page(
            "stories/writers/people", stories.words(for: visitor)("stories.people.\(key)", ["name": name]), values, for: visitor, request)
    }

    @Sendable private func follow(_ request: Request, _ person: Writing) async throws -> Response {
        let nickname = person.parameters.get("nickname") ?? ""
        let isOn = try await Form.read(request)["on"] == "yes"
        let other = try await stories.database.read { try Writer.named(nickname, $0) }
        guard let other else { throw HTTPError(.notFound) }
        let text = isOn ? "stories.writer.followed" : "stories.writer.unfollowed"
        return try await stories.act(person, to: "/stories/writers/\(other.nickname ?? "")", text) { db in
            if isOn { try person.writer.follow(other.id, at: .now, db) } else { try person.writer.unfollow(other.id, db) }
        }
    }
}
