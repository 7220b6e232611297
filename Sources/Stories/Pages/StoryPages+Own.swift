import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension StoryPages {
    /// Shown notices count as read.
    @Sendable func showNotices(_ request: Request, _ person: Writing) async throws -> Response {
        let (words, zone, writer) = (pages.words(for: person.visitor), admin.site.zone, person.writer.id)
        let rows = try await database.write { db -> [Values] in
            let notices = try StoryNotice.list(for: writer, at: .now, db)
            let rows = try notices.map { try drawn($0, words, zone, db) }
            if let newest = notices.first { try StoryNotice.read(upTo: newest.id, by: writer, at: .now, db) }
            return rows
        }
        return try page("notices", words("stories.tabs.notices"), ["rows": rows, "hasRows": !rows.isEmpty], for: person.visitor, request)
    }

    @Sendable func showUnread(_ request: Request, _ person: Writing) async throws -> Response {
        let words = pages.words(for: person.visitor)
        let unread = (person.visitor.person as? Reader)?.unread ?? 0
        let count: any Sendable = unread > 0 ? words.language.number(unread) : false
        return try secret(pages.page("stories/unread", ["count": count], for: person.visitor, request: request))
    }

    private func drawn(_ notice: StoryNotice, _ words: Words, _ zone: TimeZone, _ db: Database) throws -> Values {
        let told = try ToldNotice(notice, words, db)
        let (decision, fragment) = (told.decision, told.fragment)
        let isAboutMeasure = notice.kind == .measureTaken || notice.kind == .appealDecided
        let isForAuthor = notice.kind == .measureTaken || notice.kind == .message
        let reason = isForAuthor ? decision?.reason.map { words("stories.reasons.\($0.rawValue)") } : nil
        let message = isForAuthor ? decision.map(\.message).flatMap { $0.isEmpty ? nil : $0 } : nil
        let href = fragment.map { "/stories/\($0.story)/branches/\($0.id)" } ?? "/stories/writers/\(told.actor)"
        return [
            "text": told.text, "href": fragment == nil && notice.kind != .follower ? false : href, "isNew": notice.readAt == nil,
            "decisionHref": isAboutMeasure ? decision.map { "/stories/decisions/\($0.id)" } ?? false : false,
            "reason": reason ?? false, "message": message ?? false, "when": words.language.saidMoment(notice.at, now: .now, in: zone),
        ]
    }

    @Sendable func showProfile(_ request: Request, _ person: Writing) async throws -> Response {
        try await writerPage(person.writer, request, person.visitor)
    }

    @Sendable func showWriter(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let nickname = visitor.parameters.get("nickname") ?? ""
        guard let writer = try await database.read({ try Writer.named(nickname, $0) }) else { throw HTTPError(.notFound) }
        return try await writerPage(writer, request, visitor)
    }

    private func writerPage(_ writer: Writer, _ request: Request, _ visitor: Visitor) async throws -> Response {
        let (words, me) = (pages.words(for: visitor), visitor.writerID)
        let values = try await database.read { db -> Values in
            let counts = """
                SELECT (SELECT count(*) FROM follow WHERE followed = :id), (SELECT count(*) FROM follow WHERE follower = :id),
                  EXISTS (SELECT 1 FROM follow WHERE follower = :me AND followed = :id)
                """
            let row = try Row.fetchOne(db, sql: counts, arguments: ["id": writer.id, "me": me])!
            let (followers, followed, isFollowed): (Int, Int, Bool) = (row[0], row[1], row[2])
            let started = try StoryCard.started(by: writer.id, db)
            let taken = try StoryCard.takenPart(by: writer.id, db)
            let drafts = try me == writer.id ? StoryDraft.all(of: writer.id, db) : []
            return [
                "name": name(of: writer), "face": face(of: writer), "writer": writer.nickname ?? "", "isOwn": me == writer.id,
                "mayFollow": me != nil && me != writer.id,
                "isFollowed": isFollowed, "followers": words("stories.writer.followers", count: followers),
                "followedCount": words("stories.writer.follows", count: followed), "started": started.map { drawn($0, words) },
                "taken": taken.map { drawn($0, words) }, "hasStarted": !started.isEmpty, "hasTaken": !taken.isEmpty,
                "isSuspended": try Suspension.active(of: writer.id, at: .now, db) != nil,
                "drafts": drafts.map { draft(of: $0, words) }, "hasDrafts": !drafts.isEmpty,
            ]
        }
        return try page("writer", writer.nickname ?? "", values, for: visitor, request)
    }

    func draft(of draft: StoryDraft, _ words: Words) -> Values {
        let text = draft.text.isEmpty ? draft.title : draft.text
        let place = draft.parent.map { "/stories/fragments/\($0)/continuation" } ?? "/stories/new/\(draft.kind.rawValue)"
        return [
            "href": "\(place)?draft=\(draft.id)",
            "text": text.isEmpty ? words("stories.writing.emptyDraft") : text,
        ]
    }
}
