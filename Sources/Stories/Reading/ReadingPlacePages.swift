import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// Where readers are, what they follow, and how they like to read.
struct ReadingPlacePages: Sendable {
    let stories: StoryPages

    /// The most fragments that one request may name as read.
    private static let mostRead = 500

    func addRoutes(to router: RouterGroup<Visitor>, writers: RouterGroup<Writing>) {
        router.get("{id}/map", use: showMap)
        router.get("reading", use: showChoices)
        router.post("reading", use: choose)
        writers.post("{id}/place", use: keepPlace)
        writers.post("{id}/following", use: follow)
        writers.post("reading/places", use: choosePlaces)
    }

    /// Sent by the page during reading, and answered without a page.
    @Sendable private func keepPlace(_ request: Request, _ person: Writing) async throws -> Response {
        let (story, form) = (try person.storyID(), try await Form.read(request))
        guard let fragment = form.recordID("fragment") else { throw HTTPError(.unprocessableContent) }
        let read = form["read"].split(separator: ",").prefix(Self.mostRead).compactMap { Int64(recordID: $0) }
        try await stories.database.writeIfPossible { db in
            try ReadingPlace.keep(fragment, in: story, read: Array(read), by: person.writer.id, at: .now, db)
        }
        return Response(status: .noContent)
    }

    @Sendable private func follow(_ request: Request, _ person: Writing) async throws -> Response {
        let (story, form, writer) = (try person.storyID(), try await Form.read(request), person.writer.id)
        let isOn = form["on"] == "yes"
        let next = SafePath.local(form["next"]) ?? "/stories/\(story)"
        return try await stories.act(person, to: next, isOn ? "stories.reading.followed" : "stories.reading.unfollowed") { db in
            if isOn { try StoryFollow.follow(story, by: writer, at: .now, db) } else { try StoryFollow.unfollow(story, by: writer, db) }
        }
    }

    @Sendable private func showMap(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let story = try visitor.storyID()
        let at = Form(query: request.uri.query ?? "").recordID("at")
        let map = try await stories.database.read { try StoryMap(of: story, for: visitor.writerID, at: at, $0) }
        guard let map else { throw StoryRefusal.notFound }
        let words = stories.words(for: visitor)
        let values: Values = [
            "stretches": map.stretches.map { templateValues($0, story, words) }, "heading": map.title, "isCut": map.isCut,
            "story": String(story),
            "backHref": at.map { "/stories/\(story)/branches/\($0)#f\($0)" } ?? "/stories/\(story)",
        ]
        return try stories.page("stories/reading/map", words("stories.reading.map"), values, for: visitor, request)
    }

    private func templateValues(_ stretch: StoryMap.Stretch, _ story: Int64, _ words: Words) -> Values {
        let first = stretch.fragments.first ?? story
        let isRead = stretch.read == stretch.fragments.count
        let count = words("stories.reading.fragments", count: stretch.fragments.count)
        return [
            "href": "/stories/\(story)/branches/\(first)#f\(first)", "ids": stretch.fragments.map(String.init).joined(separator: " "),
            "words": stretch.words.isEmpty ? words("stories.reading.photo") : stretch.words, "turns": String(min(stretch.turns, 6)),
            "isHere": stretch.isHere, "isRead": isRead,
            "about": words("stories.reading.stretch", ["number": String(stretch.position), "fragments": count]),
            "new": stretch.new > 0 ? words("stories.reading.new", count: stretch.new) : false,
        ]
    }

    @Sendable private func showChoices(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let words = stories.words(for: visitor)
        let keeps = try await stories.database.read { db in try visitor.writerID.map { try ReadingPlace.keeps($0, db) } }
        let languages = try await stories.database.read { try StoryCard.languages($0) }
        let choices = ReadingChoices(request)
        let values: Values = [
            "choices": choices.values(words), "path": "/stories/reading",
            "languages": languages.map { code -> Values in
                ["value": code, "label": name(of: code, words), "checked": choices.languages.contains(code)]
            },
            "hasLanguages": !languages.isEmpty, "keepsPlaces": keeps == true, "hasAccount": keeps != nil,
        ]
        return try stories.page("stories/reading/choices", words("stories.reading.title"), values, for: visitor, request)
    }

    private func name(of code: String, _ words: Words) -> String { Language(rawValue: code)?.ownName ?? code }

    /// Kept in the browser; a signed-in writer is told so.
    @Sendable private func choose(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request)
        var choices = ReadingChoices(request)
        choices.take(form)
        var response = Response.redirect(to: SafePath.local(form["next"]) ?? "/stories/reading")
        response.setCookie(choices.cookie(isSecure: stories.accounts.secureCookie))
        return response
    }

    @Sendable private func choosePlaces(_ request: Request, _ person: Writing) async throws -> Response {
        let (isKept, writer) = (try await Form.read(request)["keeps"] == "yes", person.writer.id)
        return try await stories.act(person, to: "/stories/reading", isKept ? "stories.reading.kept" : "stories.reading.forgotten") { db in
            try ReadingPlace.setKept(isKept, by: writer, db)
        }
    }
}
