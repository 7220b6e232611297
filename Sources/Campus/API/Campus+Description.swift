import Admin
import Web

extension Campus {
    static func openInterface(_ words: Words) -> APIDescription.Group {
        APIDescription.Group(
            tag: "campus.open", title: words("campus.api.title"), text: words("campus.api.text"),
            operations: visitorOperations(words)
                + CampusAPI.routes.map { route in
                    let name = route.path.replacing("/", with: "-").replacing("{id}", with: "one")
                    var operation = APIDescription.Operation(
                        method: "get", path: "\(CampusAPI.address)/\(route.path)", id: "campus-open-\(name)", tag: "campus.open",
                        title: words("campus.api.acts.\(name)"))
                    let text = JSON.type("string")
                    operation.parameters =
                        (route.path.contains("{id}") ? [.parameter("id", words("campus.api.parameters.name"), text, in: "path")] : [])
                        + route.query.map { .parameter($0, words("campus.api.parameters.\($0)"), text) }
                    operation.answer = .type("object")
                    operation.problems = route.path == AlertAPI.one ? [410, 503] : [503]
                    operation.security = []
                    return operation
                })
    }

    static func publication(_ words: Words) -> APIDescription.Group {
        APIDescription.Group(
            tag: "campus.bulletins", title: words("campus.service.title"), text: words("campus.service.text"),
            operations: AlertPublicationAPI.routes.map { AlertPublicationAPI.service.described($0, in: "campus.bulletins", words) })
    }

    private static func visitorOperations(_ words: Words) -> [APIDescription.Operation] {
        let whole = ["get", "post", "delete"].map { (method: $0, path: "me", takes: [String]()) }
        let reading = VisitorAPI.paths.map { (method: "get", path: $0, takes: [String]()) }
        let acts = VisitorAPI.routes.map { (method: $0.method.rawValue.lowercased(), path: $0.path, takes: $0.takes) }
        return (whole + reading + acts).map { method, path, takes in
            let name = path.replacing("/", with: "-")
            var operation = APIDescription.Operation(
                method: method, path: "\(CampusAPI.address)/\(path)", id: "campus-open-\(name)-\(method)", tag: "campus.open",
                title: words("campus.api.me.\(method == "get" ? "me" : name)-\(method)"))
            operation.text = words("campus.api.me.text")
            operation.parameters = takes.map { .parameter($0, words("campus.api.me.takes.\($0)"), JSON.type("string")) }
            // Deleting answers nothing, creating answers a token, every other act answers the stored data.
            operation.status = path == "me" ? ["post": 201, "delete": 204][method] ?? 200 : 200
            operation.answer = operation.status == 204 ? nil : .type("object")
            operation.problems = takes.isEmpty ? (method == "post" ? [409] : []) : [409, 413, 415, 422]
            operation.problems.append(503)
            operation.security = []
            return operation
        }
    }
}
