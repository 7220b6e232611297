import Web

extension ImportAPI {
    static func described(_ words: Words) -> APIDescription.Group {
        let operations = routes.map { route -> APIDescription.Operation in
            var operation = service.described(route, in: "imports", words)
            guard route.name == "take" else { return operation }
            let file = JSON.object([("type", .text("string")), ("format", .text("binary"))])
            operation.sent = [
                ("multipart/form-data", Shape.object(["file": file, "as": Shape.text, "scope": Shape.id], optional: ["scope"]))
            ]
            return operation
        }
        return APIDescription.Group(
            tag: "imports", title: words("imports.title"), text: words("help.screens.imports"), operations: operations)
    }
}
