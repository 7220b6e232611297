import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension StoryPages {
    /// Recommended stories stay the same for a quarter of an hour, so that the way back finds them.
    @Sendable func home(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let reader = visitor.person as? Reader
        let quarter = UInt64(Int(cutting: Date.now.timeIntervalSince1970 / 900))
        let seed = quarter &* 1_000_003 &+ UInt64(reader?.writer.id ?? 0)
        let cards = try await database.read { db in
            var chance = SeededChance(seed: seed)
            return try StoryCard.all(try StorySettings.current(db).recommended.draw(at: .now, with: &chance, db), db)
        }
        let words = pages.words(for: visitor)
        var values = list(cards, words)
        values["isIntro"] = reader == nil
        values["summary"] = words("stories.intro.text")
        return try page("home", words("stories.name"), values, for: visitor, request)
    }

    @Sendable func mostVoted(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let number = min(500, max(1, Form(query: request.uri.query ?? "").number("page", in: .positions) ?? 1))
        let size = 20
        let cards = try await database.read { try StoryCard.mostVoted(limit: size + 1, offset: (number - 1) * size, at: .now, $0) }
        let words = pages.words(for: visitor)
        var values = list(Array(cards.prefix(size)), words)
        values["previousHref"] = number > 1 ? "/stories/most-voted?page=\(number - 1)" : false
        values["nextHref"] = cards.count > size ? "/stories/most-voted?page=\(number + 1)" : false
        values["none"] = words("stories.lists.none")
        return try page("list", words("stories.lists.mostVoted"), values, for: visitor, request)
    }

    @Sendable func feed(_ request: Request, _ person: Writing) async throws -> Response {
        let cards = try await database.read { db in
            try StoryCard.feed(of: person.writer.id, limit: StorySettings.current(db).feed, at: .now, db)
        }
        let words = pages.words(for: person.visitor)
        var values = list(cards, words)
        values["previousHref"] = false
        values["nextHref"] = false
        values["none"] = words("stories.lists.noFeed")
        return try page("list", words("stories.tabs.feed"), values, for: person.visitor, request)
    }

    @Sendable func search(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        let (typed, isOfWriters) = (query["q"], query["of"] == "writers")
        let words = pages.words(for: visitor)
        let (cards, writers) = try await database.read { db -> ([StoryCard], [Writer]) in
            if isOfWriters { return try ([], typed.isEmpty ? [] : Writer.searchByName(typed, db)) }
            return (try StoryCard.search(typed, at: .now, db), [])
        }
        var values = list(cards, words)
        values["q"] = typed
        values["isOfWriters"] = isOfWriters
        values["isAsked"] = !typed.isEmpty
        values["people"] = drawn(writers)
        values["isNone"] = cards.isEmpty && writers.isEmpty
        return try page("search", words("stories.tabs.search"), values, for: visitor, request)
    }

    func list(_ cards: [StoryCard], _ words: Words) -> Values {
        ["cards": cards.map { drawn($0, words) }, "hasCards": !cards.isEmpty]
    }

    func drawn(_ card: StoryCard, _ words: Words) -> Values {
        let author = card.nickname.map { _ in "\(card.firstName) \(card.lastName)" } ?? words("stories.formerWriter")
        let isLong = card.text.count > StoryCard.preview
        let preview = isLong ? String(card.text.prefix(StoryCard.preview - 1)) + "…" : card.text
        let photo: any Sendable = card.photo == nil ? false : "/stories/photos/\(card.id)/480.webp"
        return [
            "href": card.address, "title": card.title, "text": preview, "photo": photo, "author": author,
            "face": face(of: card.writer, card.avatar), "initial": String(author.prefix(1)).uppercased(),
            "nickname": card.nickname ?? false, "votes": words("stories.votes", count: card.weight),
            "when": words.language.date(card.createdAt, in: admin.site.zone),
        ]
    }

    func name(of writer: Writer) -> String { "\(writer.firstName) \(writer.lastName)" }
}
