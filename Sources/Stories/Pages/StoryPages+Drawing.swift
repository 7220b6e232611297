import Accounts
import Admin
import Foundation
import GRDB
import Web

extension StoryPages {
    func list(_ cards: [StoryCard], _ words: Words) -> Values {
        ["cards": cards.map { templateValues($0, words) }, "hasCards": !cards.isEmpty]
    }

    func templateValues(_ card: StoryCard, _ words: Words) -> Values {
        let author = card.nickname.map { _ in "\(card.firstName) \(card.lastName)" } ?? words("stories.formerWriter")
        let isLong = card.text.count > StoryCard.preview
        let preview = isLong ? String(card.text.prefix(StoryCard.preview - 1)) + "…" : card.text
        let photo: any Sendable = card.photo == nil ? false : "/stories/photos/\(card.id)/480.webp"
        return [
            "href": card.address, "title": card.title, "text": preview, "photo": photo, "author": author,
            "face": face(of: card.writer, card.avatar), "initial": String(author.prefix(1)).uppercased(),
            "nickname": card.nickname ?? false, "votes": words("stories.voters", count: card.voters),
            "when": words.language.date(card.createdAt, in: admin.site.zone),
        ]
    }

    func templateValues(_ people: [Writer]) -> [Values] {
        people.map { person -> Values in
            let nickname = person.nickname ?? ""
            return [
                "href": "/stories/writers/\(nickname)", "label": nickname, "name": name(of: person), "face": face(of: person),
                "initial": String(person.firstName.prefix(1)).uppercased(),
            ]
        }
    }

    func name(of writer: Writer) -> String { "\(writer.firstName) \(writer.lastName)" }

    func face(of writer: Writer) -> any Sendable { face(of: writer.id, writer.avatar) }

    func face(of writer: Int64, _ avatar: String?) -> any Sendable {
        avatar == nil ? false : "/stories/faces/\(writer)/96.webp"
    }

    func draft(of draft: StoryDraft, _ words: Words) -> Values {
        let text = draft.text.isEmpty ? draft.title : draft.text
        let place = draft.parent.map { "/stories/fragments/\($0)/continuation" } ?? "/stories/new/\(draft.kind.rawValue)"
        return [
            "href": "\(place)?draft=\(draft.id)",
            "text": text.isEmpty ? words("stories.writing.emptyDraft") : text,
        ]
    }

    /// What was typed, with the refusal beside each field. `own` is a registered writer's country, which stays available.
    func registrationValues(
        _ typed: Registration, _ errors: [String: String], _ words: Words, own: String? = nil
    ) async throws -> Values {
        var countries = try await database.read { try StorySettings.current($0) }.openCountries
        if let own, !countries.contains(own) { countries.append(own) }
        var values: Values = [
            "hasErrors": !errors.isEmpty, "email": typed.email, "firstName": typed.firstName, "lastName": typed.lastName,
            "typedNickname": typed.nickname, "birthYear": typed.birthYear, "isAdult": typed.isAdult, "isF": typed.sex == "F",
            "isM": typed.sex == "M", "privacy": typed.acceptsPrivacy, "terms": typed.acceptsTerms,
            "countries": Country.choices(words, chosen: [typed.country], among: countries),
        ]
        for field in ["email", "firstName", "lastName", "nickname", "birthYear", "sex", "country", "privacy", "terms", "password"] {
            values[field + "Error"] = errors[field] ?? false
        }
        return values
    }
}
