import Admin

extension Shape {
    static let reason = choice(Reason.allCases.map(\.rawValue))
    static let message = text(0...Sanctions.longestMessage)
    static let paging: [(name: String, schema: JSON)] = [("limit", .whole(1, 50, default: 20)), ("cursor", text)]

    static let sizes = PictureSize.allCases.map { String($0.rawValue) }
    static let picture = JSON.values(["type": .text("string"), "contentEncoding": .text("binary")])

    static let filters: [(name: String, schema: JSON)] = {
        var filters: [(name: String, schema: JSON)] = [("state", choice(["open", "decided"]))]
        for part in QueueFilter.Part.allCases { filters.append((part.rawValue, choice(part.choices))) }
        return filters
    }()

    private static let person = object(["ID": id, "nickname": orNull(text)])
    private static let fragment = object(["ID": id, "text_content": text, "photo": orNull(text), "hidden": flag])

    private static let short: KeyValuePairs<String, JSON> = [
        "id": id, "version": id, "state": choice(["open", "decided", "merged"]), "post": id,
        "story": object(["ID": id, "title": text]), "type": choice(["text", "photo"]), "title": text, "text_content": text,
        "photo": orNull(text), "author": person, "reports": count, "reasons": list(reason), "severe": flag, "openedAt": moment,
        "claimedBy": orNull(text),
        "claimedUntil": orNull(moment),
    ]

    static let aCase = object(short)

    static let wholeCase: JSON = {
        let more: KeyValuePairs<String, JSON> = [
            "hidden": flag, "position": id, "weight": count, "before": list(fragment), "after": list(fragment),
            "record": object([
                "fragments": count, "hidden": count, "strikes": count, "suspensions": count, "upheldAgainst": count,
                "decidedAgainst": count,
            ]),
            "complaints": list(
                object(["reason": reason, "note": text, "at": moment, "by": person, "upheld": count, "rejected": count])),
            "decisions": list(decision), "notes": list(object(["by": text, "at": moment, "text": text])),
        ]
        let members = (short.map { $0 } + more.map { $0 }).map { (key: $0.key, value: $0.value) }
        return .object([
            ("type", .text("object")), ("properties", .object(members)), ("required", .list(members.map { .text($0.key) })),
            ("additionalProperties", .flag(false)),
        ])
    }()

    static let decision = object([
        "id": id, "by": text, "at": moment, "hides": flag, "warns": flag, "suspends": flag, "reason": orNull(reason), "undone": flag,
        "unvotes": flag, "automatic": orNull(choice(HoldReason.allCases.map(\.rawValue))),
    ])
    static let post = object(["post": id, "hidden": flag])
    static let decided = object(["post": id, "hidden": flag, "decision": decision])
    static let suspension = object([
        "id": id, "writer": person, "since": moment, "until": orNull(moment), "proposed": flag, "unlists": flag,
        "reason": orNull(reason), "decision": id, "by": text,
    ])
    static let statistics: JSON = {
        let group = JSON.values(["type": .text("object"), "additionalProperties": count])
        return .values([
            "type": .text("object"), "additionalProperties": .values(["anyOf": .list([group, .type("number"), .type("null")])]),
        ])
    }()
}
