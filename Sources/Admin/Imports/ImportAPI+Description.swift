import Web

extension ImportAPI {
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
                            "separator": Shape.choice(TableReading.separatorNames), "sheet": number, "header": number,
                        ], optional: Set(["scope"] + TableReading.names))
                )
            ]
            return operation
        }
        return APIDescription.Group(
            tag: "imports", title: words("imports.title"), text: words("help.screens.imports"), operations: operations)
    }
}
