import Admin

/// JSON Schemas of the moderators' web service.
enum Shape {
    static let text = JSON.type("string")
    static let flag = JSON.type("boolean")
    static let number = JSON.whole(1, 1 << 53 - 1)
    static let count = JSON.whole(0, 1 << 53 - 1)
    static let moment = JSON.object([("type", .text("string")), ("format", .text("date-time"))])
    static let reason = choice(Reason.allCases.map(\.rawValue))
    static let message = JSON.object([("type", .text("string")), ("maxLength", .number(Measures.longestMessage))])
    static let paging: [(name: String, schema: JSON)] = [("limit", .whole(1, 50, default: 20)), ("cursor", text)]

    static let sizes = PictureSize.allCases.map { String($0.rawValue) }
    static let picture = JSON.object([("type", .text("string")), ("contentEncoding", .text("binary"))])

    static let filters: [(name: String, schema: JSON)] = {
        var filters: [(name: String, schema: JSON)] = [("state", choice(["open", "decided"]))]
        for part in QueueFilter.Part.allCases { filters.append((part.rawValue, choice(part.choices))) }
        return filters
    }()

    static func choice(_ choices: [String]) -> JSON { .object([("type", .text("string")), ("enum", .list(choices.map(JSON.text)))]) }
    static func list(_ items: JSON) -> JSON { .object([("type", .text("array")), ("items", items)]) }
    private static func orNull(_ schema: JSON) -> JSON { .object([("anyOf", .list([schema, .type("null")]))]) }

    /// - Parameter optional: names that may be missing.
    static func object(_ members: KeyValuePairs<String, JSON>, optional: Set<String> = []) -> JSON {
        .object([
            ("type", .text("object")), ("properties", .object(members.map { ($0.key, $0.value) })),
            ("required", .list(members.map(\.key).filter { !optional.contains($0) }.map(JSON.text))),
            ("additionalProperties", .flag(false)),
        ])
    }

    static func page(_ items: JSON) -> JSON { object(["items": list(items), "next": orNull(text)]) }

    private static let person = object(["ID": number, "nickname": orNull(text)])
    private static let fragment = object(["ID": number, "text_content": text, "photo": orNull(text), "hidden": flag])

    private static let short: KeyValuePairs<String, JSON> = [
        "id": number, "version": number, "state": choice(["open", "decided", "merged"]), "post": number,
        "story": object(["ID": number, "title": text]), "type": choice(["text", "photo"]), "title": text, "text_content": text,
        "photo": orNull(text), "author": person, "reports": count, "reasons": list(reason), "openedAt": moment, "claimedBy": orNull(text),
        "claimedUntil": orNull(moment),
    ]

    static let aCase = object(short)

    static let wholeCase: JSON = {
        let more: KeyValuePairs<String, JSON> = [
            "hidden": flag, "position": number, "weight": count, "before": list(fragment), "after": list(fragment),
            "record": object([
                "fragments": count, "hidden": count, "strikes": count, "suspensions": count, "upheldAgainst": count,
                "decidedAgainst": count,
            ]),
            "complaints": list(
                object(["reason": reason, "note": text, "at": moment, "by": person, "upheld": count, "rejected": count])),
            "decisions": list(decision),
        ]
        let members = (short.map { $0 } + more.map { $0 }).map { (key: $0.key, value: $0.value) }
        return .object([
            ("type", .text("object")), ("properties", .object(members)), ("required", .list(members.map { .text($0.key) })),
            ("additionalProperties", .flag(false)),
        ])
    }()

    static let decision = object([
        "id": number, "by": text, "at": moment, "hides": flag, "warns": flag, "suspends": flag, "reason": orNull(reason), "undone": flag,
    ])
    static let post = object(["post": number, "hidden": flag])
    static let decided = object(["post": number, "hidden": flag, "decision": decision])
    static let suspension = object([
        "id": number, "writer": person, "since": moment, "until": orNull(moment), "proposed": flag, "unlists": flag,
        "reason": orNull(reason), "decision": number, "by": text,
    ])
    static let statistics: JSON = .object([
        ("type", .text("object")),
        (
            "additionalProperties",
            .object([
                (
                    "anyOf",
                    .list([
                        .object([("type", .text("object")), ("additionalProperties", count)]), .type("number"), .type("null"),
                    ])
                )
            ])
        ),
    ])
}
