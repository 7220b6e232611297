import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct StoryNoticePages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Writing>) {
        router.get("notices", use: showNotices)
        router.get("unread", use: showUnread)
    }

    @Sendable private func showNotices(_ request: Request, _ person: Writing) async throws -> Response {
        let (words, zone, writer) = (stories.words(for: person.visitor), stories.admin.site.zone, person.writer.id)
        let rows = try await stories.database.write { db -> [Values] in
            let notices = try StoryNotice.list(for: writer, at: .now, db)
            let rows = try notices.map { try templateValues($0, words, zone, db) }
            if let newest = notices.first { try StoryNotice.read(upTo: newest.id, by: writer, at: .now, db) }
            return rows
        }
        return try stories.page(
            "stories/notices/index", words("stories.tabs.notices"), ["rows": rows, "hasRows": !rows.isEmpty], for: person.visitor, request)
    }

    @Sendable private func showUnread(_ request: Request, _ person: Writing) async throws -> Response {
        let words = stories.words(for: person.visitor)
        let unread = (person.visitor.person as? Reader)?.unread ?? 0
        let count: any Sendable = unread > 0 ? words.language.number(unread) : false
        return try stories.secret(stories.pages.page("stories/notices/unread", ["count": count], for: person.visitor, request: request))
    }

    private func templateValues(_ notice: StoryNotice, _ words: Words, _ zone: TimeZone, _ db: Database) throws -> Values {
        let told = try RenderedNotice(notice, words, db)
        let (decision, fragment) = (told.decision, told.fragment)
        let isAboutMeasure = notice.kind == .measureTaken || notice.kind == .appealDecided
        let isForAuthor = notice.kind == .measureTaken || notice.kind == .message
        let reason = isForAuthor ? decision?.reason.map { words("stories.reasons.\($0.rawValue)") } : nil
        let message = isForAuthor ? decision.map(\.message).flatMap { $0.isEmpty ? nil : $0 } : nil
        let href = fragment.map { "/stories/\($0.story)/branches/\($0.id)" } ?? "/stories/writers/\(told.actor)"
        return [
            "text": told.text, "href": fragment == nil && notice.kind != .follower ? false : href, "isNew": notice.readAt == nil,
            "isHeld": decision?.automatic != nil,
            "decisionHref": isAboutMeasure ? decision.map { "/stories/decisions/\($0.id)" } ?? false : false,
            "reason": reason ?? false, "message": message ?? false, "when": words.language.relativeMoment(notice.at, now: .now, in: zone),
        ]
    }
}
