import Admin
import Web

extension Campus {
    /// The open interface as the site's description tells of it.
    static func openInterface(_ words: Words) -> APIDescription.Group {
        APIDescription.Group(
            tag: "campus.open", title: words("campus.api.title"), text: words("campus.api.text"),
            operations: CampusAPI.routes.map { route in
                let name = route.path.replacing("/", with: "-").replacing("{id}", with: "one")
                var operation = APIDescription.Operation(
                    method: "get", path: "\(CampusAPI.address)/\(route.path)", id: "campus-open-\(name)", tag: "campus.open",
                    title: words("campus.api.acts.\(name)"))
                let text = JSON.type("string")
                operation.parameters =
                    (route.path.contains("{id}") ? [.parameter("id", words("campus.api.parameters.name"), text, in: "path")] : [])
                    + route.query.map { .parameter($0, words("campus.api.parameters.\($0)"), text) }
                operation.answer = .type("object")
                operation.security = []
                return operation
            })
    }
}
