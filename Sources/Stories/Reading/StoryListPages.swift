import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct StoryListPages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Visitor>, writers: RouterGroup<Writing>) {
        router.get("", use: home)
        router.get("most-voted", use: mostVoted)
        router.get("search", use: search)
        writers.get("feed", use: feed)
    }

    /// Recommended stories stay the same for a quarter of an hour, so that the way back finds them.
    @Sendable private func home(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let reader = visitor.person as? Reader
        let quarter = UInt64(Int(cutting: Date.now.timeIntervalSince1970 / 900))
        let seed = quarter &* 1_000_003 &+ UInt64(reader?.writer.id ?? 0)
        let (words, languages) = (stories.words(for: visitor), ReadingChoices(request).languages)
        let (cards, places) = try await stories.database.read { db -> ([StoryCard], [Values]) in
            var chance = SeededRandomGenerator(seed: seed)
            let drawn = try StorySettings.current(db).recommended.draw(at: .now, in: languages, with: &chance, db)
            return (try StoryCard.all(drawn, db), try reader.map { try placesRead(by: $0.writer.id, words, db) } ?? [])
        }
        var values = stories.list(cards, words)
        values["places"] = places
        values["onlyIn"] = onlyIn(languages, words) ?? false
        values["isIntro"] = reader == nil
        values["summary"] = words("stories.intro.text")
        return try stories.page("stories/reading/index", words("stories.name"), values, for: visitor, request)
    }

    private func placesRead(by writer: Int64, _ words: Words, _ db: Database) throws -> [Values] {
        try ReadingPlace.recent(of: writer, db).compactMap { place -> Values? in
            guard let title = try Fragment.find(place.story, db)?.title else { return nil }
            let added = try place.added(for: writer, db)
            return [
                "href": "/stories/\(place.story)/branches/\(place.fragment)#f\(place.fragment)", "title": title,
                "new": added > 0 ? words("stories.reading.new", count: added) : false,
            ]
        }
    }

    private func onlyIn(_ languages: [String], _ words: Words) -> String? {
        guard !languages.isEmpty else { return nil }
        let names = languages.map { Language(rawValue: $0)?.ownName ?? $0 }.joined(separator: ", ")
        return words("stories.reading.onlyIn", ["languages": names])
    }

    @Sendable private func mostVoted(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        let number = min(500, max(1, query.number("page", in: .positions) ?? 1))
        let (size, window) = (20, VoteWindow(rawValue: query["in"]))
        let languages = ReadingChoices(request).languages
        let cards = try await stories.database.read { db in
            let (limit, offset) = (size + 1, (number - 1) * size)
            return try window.map { try StoryCard.mostVoted(within: $0, limit: limit, offset: offset, in: languages, at: .now, db) }
                ?? StoryCard.mostVoted(limit: limit, offset: offset, in: languages, at: .now, db)
        }
        let words = stories.words(for: visitor)
        var values = stories.list(Array(cards.prefix(size)), words)
        let own = window.map { [(name: "in", value: $0.rawValue)] } ?? []
        let link = { (page: Int) in "/stories/most-voted".appendingQuery(own + [(name: "page", value: String(page))]) }
        values["previousHref"] = number > 1 ? link(number - 1) : false
        values["nextHref"] = cards.count > size ? link(number + 1) : false
        let ever: Values = ["href": "/stories/most-voted", "label": words("stories.lists.windows.ever"), "current": window == nil]
        values["hasWindows"] = true
        values["windows"] =
            VoteWindow.allCases.map { choice -> Values in
                [
                    "href": "/stories/most-voted?in=\(choice.rawValue)", "label": words("stories.lists.windows.\(choice.rawValue)"),
                    "current": choice == window,
                ]
            } + [ever]
        values["none"] = words("stories.lists.none")
        values["onlyIn"] = onlyIn(languages, words) ?? false
        return try stories.page("stories/reading/list", words("stories.lists.mostVoted"), values, for: visitor, request)
    }

    @Sendable private func feed(_ request: Request, _ person: Writing) async throws -> Response {
        let cards = try await stories.database.read { db in
            try StoryCard.feed(of: person.writer.id, limit: StorySettings.current(db).feed, at: .now, db)
        }
        let words = stories.words(for: person.visitor)
        var values = stories.list(cards, words)
        values["previousHref"] = false
        values["nextHref"] = false
        values["none"] = words("stories.lists.noFeed")
        return try stories.page("stories/reading/list", words("stories.tabs.feed"), values, for: person.visitor, request)
    }

    @Sendable private func search(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        let (typed, isOfWriters) = (query["q"], query["of"] == "writers")
        let words = stories.words(for: visitor)
        let (cards, writers) = try await stories.database.read { db -> ([StoryCard], [Writer]) in
            if isOfWriters { return try ([], typed.isEmpty ? [] : Writer.searchByName(typed, db)) }
            return (try StoryCard.search(typed, at: .now, db), [])
        }
        var values = stories.list(cards, words)
        values["q"] = typed
        values["isOfWriters"] = isOfWriters
        values["isAsked"] = !typed.isEmpty
        values["people"] = stories.templateValues(writers)
        values["isNone"] = cards.isEmpty && writers.isEmpty
        return try stories.page("stories/reading/search", words("stories.tabs.search"), values, for: visitor, request)
    }
}
