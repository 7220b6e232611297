import Web

enum PictureDescription {
    static func group(_ words: Words) -> APIDescription.Group {
        func operation(_ act: String, _ method: String, _ path: String) -> APIDescription.Operation {
            APIDescription.Operation(
                method: method, path: path, id: "media-pictures-" + act, tag: "media.pictures",
                title: words("api.acts.\(act)", ["things": words("admin.menu.pictures").lowercased()]),
                text: words.optional("api.actTexts.pictures.\(act)") ?? "")
        }
        var list = operation("list", "get", PictureAPI.address)
        list.parameters = [.reference("parameters", "limit"), .reference("parameters", "cursor")]
        (list.answer, list.headers) = (JSON.page(of: .reference("schemas", "picture")), ["Link"])
        var upload = operation("create", "post", PictureAPI.address)
        upload.parameters = [.reference("parameters", "scope")]
        upload.sent = [("multipart/form-data", sent(words))]
        (upload.status, upload.answer, upload.headers) = (201, JSON.reference("schemas", "picture"), ["ETag", "Location"])
        upload.problems = [413, 415, 422]
        var short = operation("upload", "post", "/api/v1/media")
        (short.parameters, short.sent, short.status, short.answer) = (upload.parameters, upload.sent, upload.status, upload.answer)
        (short.headers, short.problems) = (upload.headers, upload.problems)
        var show = operation("show", "get", PictureAPI.address + "/{id}")
        (show.parameters, show.answer, show.headers) = (
            [JSON.reference("parameters", "id")], JSON.reference("schemas", "picture"), ["ETag"]
        )
        return APIDescription.Group(
            tag: "media.pictures", title: words("admin.menu.pictures"), text: words("api.notes.pictureGroup"),
            schemas: [("picture-addresses", addresses)], operations: [list, upload, short, show])
    }

    private static var addresses: JSON {
        let sizes = PictureSize.allCases.map { "\($0)" }
        return .object([
            ("type", .text("object")), ("required", .list(sizes.map(JSON.text))),
            ("properties", .object(sizes.map { ($0, .object([("type", .text("string")), ("format", .text("uri-reference"))])) })),
        ])
    }

    private static func sent(_ words: Words) -> JSON {
        let file = JSON.object([("type", .text("string")), ("format", .text("binary")), ("description", .text(words("api.notes.file")))])
        let alt = JSON.object([("type", .text("string")), ("maxLength", .number(500)), ("description", .text(words("api.notes.alt")))])
        return .object([
            ("type", .text("object")), ("properties", .object([("file", file), ("alt", alt)])), ("required", .list([.text("file")])),
        ])
    }

    static func schema(_ words: Words) -> JSON {
        let moment = JSON.object([("type", .text("string")), ("format", .text("date-time"))])
        let properties: [(key: String, value: JSON)] = [
            ("id", .type("integer")), ("key", .type("string")), ("scope", .object([("type", .list([.text("integer"), .text("null")]))])),
            ("version", .type("integer")), ("createdAt", moment), ("updatedAt", moment), ("alt", .type("string")),
            ("credit", .type("string")), ("licence", .type("string")), ("width", .type("integer")), ("height", .type("integer")),
            ("addresses", .reference("schemas", "picture-addresses")),
        ]
        return .object([
            ("type", .text("object")), ("properties", .object(properties)), ("required", .list(properties.map { .text($0.key) })),
            ("additionalProperties", .flag(false)),
        ])
    }
}
