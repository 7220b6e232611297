import Admin
import GRDB
import Hummingbird
import Web

struct GuestPreferencesAPI: Sendable {
    let guests: GuestPages

    static let routes: [GuestRoute] = [
        GuestRoute(.get, "preferences", "preferences", .guest { try Self(guests: $0).preferences($1, $2) }) { $0.answer = shape },
        GuestRoute(.patch, "preferences", "choose", .guest { try await Self(guests: $0).choose($1, $2) }) {
            ($0.sent, $0.example, $0.answer) = (choosableShape, #"{"clock_face": "garden"}"#, shape)
        },
    ]

    private func preferences(_ request: Request, _ person: GuestRequestContext) throws -> Response { .json(Self.json(person.preferences)) }

    /// Accepts only preferences that guests may choose themselves.
    private func choose(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        var sent = try await SentValues(request, guests.words(person), as: ["application/json", "application/merge-patch+json"])
        var chosen: [(Preference, String)] = []
        for preference in Preference.allCases where sent.has(preference.name) {
            guard Preference.ofGuests.contains(preference) else { throw Problem(.forbidden) }
            let value = sent.value(preference.name).flatMap(preference.choice)
            if let value {
                chosen.append((preference, value))
            } else {
                sent.refuse(preference.name, "api.values.choice", ["choices": preference.choices.joined(separator: ", ")])
            }
        }
        try sent.finish()
        let now = try await guests.database.write { [chosen] db in
            let guest = person.guest
            for (preference, value) in chosen { try GuestPreferences.choose(value, preference, for: guest.id, house: guest.houseID, db) }
            return try GuestPreferences.of(guest.id, house: guest.houseID, db)
        }
        return .json(Self.json(now))
    }

    static func json(_ preferences: GuestPreferences) -> JSON {
        .object(Preference.allCases.map { ($0.name, $0.json(preferences[$0])) })
    }

    static var shape: JSON {
        .values([
            "type": .text("object"), "additionalProperties": .flag(false),
            "required": .list(Preference.allCases.map { .text($0.name) }),
            "properties": .object(Preference.allCases.map { ($0.name, schema(of: $0)) }),
        ])
    }

    private static func schema(of preference: Preference) -> JSON {
        let choices = JSON.values(["enum": .list(preference.choices.map(preference.json))])
        if let range = preference.range { return .values(["anyOf": .list([choices, .whole(range.lowerBound, range.upperBound)])]) }
        guard preference.takesPictures else { return choices }
        let pictures = JSON.values(["type": .text("string"), "pattern": .text(ClockPicture.pattern), "maxLength": .number(200)])
        return .values(["anyOf": .list([choices, pictures])])
    }

    private static var choosableShape: JSON {
        let properties = Preference.allCases.filter(Preference.ofGuests.contains).map { preference -> (key: String, value: JSON) in
            (preference.name, schema(of: preference))
        }
        return .values(["type": .text("object"), "properties": .object(properties), "additionalProperties": .flag(false)])
    }
}

extension Preference {
    var name: String {
        String(rawValue.flatMap { letter in letter.isUppercase ? "_\(letter.lowercased())" : String(letter) })
    }

    func choice(_ json: JSON) -> String? {
        choices.first { self.json($0) == json } ?? json.text.flatMap { takesPictures && allows($0) ? $0 : nil }
    }

    func json(_ choice: String) -> JSON {
        switch choice {
        case "yes": .flag(true)
        case "no": .flag(false)
        default: Int(choice, in: .whole).map(JSON.number) ?? .text(choice)
        }
    }
}
