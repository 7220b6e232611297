import Formats
import Web

extension ImportAPI {
    /// The choices of a list's format, `{"role": "page"}`. Throws `ImportRefusal`.
    func chosen(_ text: String) throws -> [String: String] {
        guard !text.isEmpty else { return [:] }
        let refusal = ImportRefusal("choices", ["name": "choices"])
        guard case .object(let pairs)? = try? JSON(parsing: text.utf8), pairs.count <= 20 else { throw refusal }
        return try pairs.reduce(into: [:]) { chosen, pair in
            guard let value = pair.value.text, pair.key != ImportChoice.bundle, pair.key.utf8.count <= 40, value.utf8.count <= 60 else {
                throw refusal
            }
            chosen[pair.key] = value
        }
    }

    static func described(_ words: Words) -> APIDescription.Group {
        let operations = routes.map { route -> APIDescription.Operation in
            var operation = service.described(route, in: "imports", words)
            guard route.name == "take" else { return operation }
            let file = JSON.object([("type", .text("string")), ("format", .text("binary"))])
            let (text, number) = (Shape.text, JSON.whole(1, 1_048_576))
            operation.sent = [
                (
                    "multipart/form-data",
                    Shape.object(
                        [
                            "file": file, "as": text, "scope": Shape.id, "encoding": text,
                            "separator": Shape.choice(TableReading.separatorNames), "sheet": number, "header": number, "choices": text,
                        ], optional: Set(["scope", "choices"] + TableReading.names))
                )
            ]
            return operation
        }
        return APIDescription.Group(
            tag: "imports", title: words("imports.title"), text: words("help.screens.imports"), operations: operations)
    }
}
