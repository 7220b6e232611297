import Admin
import Hummingbird
import Web

extension House {
    /// The guests' JSON, group by group, made from the routes that are mounted.
    public static func described(_ words: Words) -> [APIDescription.Group] {
        GuestAPI.groups.enumerated().map { index, group in
            APIDescription.Group(
                tag: "guests.\(group.name)", title: words("guestAPI.groups.\(group.name).title"),
                text: words("guestAPI.groups.\(group.name).text"),
                schemas: index > 0 ? [] : [("guest.product", GuestAPI.productShape), ("guest.item", GuestAPI.itemShape)],
                operations: group.routes.map { $0.described(in: "guests.\(group.name)", words) },
                securitySchemes: index > 0 ? [] : HouseToken.schemes(words))
        }
    }
}

extension GuestRoute {
    fileprivate func described(in tag: String, _ words: Words) -> APIDescription.Operation {
        var operation = APIDescription.Operation(
            method: method.rawValue.lowercased(), path: "/api/v1/\(path)", id: "guests-\(name)", tag: tag,
            title: words("guestAPI.acts.\(name).title"), text: words.optional("guestAPI.acts.\(name).text") ?? "")
        let places = path.split(separator: "/").filter { $0.hasPrefix("{") }.map { $0.dropFirst().dropLast() }
        operation.parameters =
            places.map {
                $0 == "id"
                    ? .reference("parameters", "id") : .parameter(String($0), words("guestAPI.parameters.\($0)"), Shape.id, in: "path")
            }
            + query.map { .parameter($0.name, words("guestAPI.parameters.\($0.name)"), $0.schema) }
            + parameters.map { parameter in
                parameter == "idempotencyKey"
                    ? .parameter(
                        "Idempotency-Key", words("guestAPI.parameters.idempotencyKey"),
                        .values(["type": .text("string"), "pattern": .text("^[!-~]{1,\(GuestCall.longestKey)}$")]), in: "header")
                    : .reference("parameters", parameter)
            }
        if let sent { operation.sent = [("application/json", sent)] }
        operation.example = example.flatMap(Self.json)
        (operation.answer, operation.answerType, operation.answerExample) = (answer, answerType, answered.flatMap(Self.json))
        (operation.status, operation.headers, operation.problems) = (Int(status.code), headers, problems)
        operation.security =
            switch handle {
            case .guest: ["guestToken", "guestSession"]
            case .door: path == "pairing" ? [] : ["deviceToken", "deviceSession"]
            case .educator: nil
            case .either: ["guestToken", "guestSession", "token", "session"]
            }
        return operation
    }

    private static func json(_ text: String) -> JSON? { try? JSONReader.read(Array(text.utf8)) }
}

extension HouseToken {
    fileprivate static func schemes(_ words: Words) -> [(name: String, scheme: JSON)] {
        let bearer = { (mark: String, text: String) in
            JSON.values([
                "type": .text("http"), "scheme": .text("bearer"), "bearerFormat": .text(mark + "…"), "description": .text(words(text)),
            ])
        }
        let cookie = { (name: String, text: String) in
            JSON.values([
                "type": .text("apiKey"), "in": .text("cookie"), "name": .text("__Host-" + name), "description": .text(words(text)),
            ])
        }
        return [
            ("guestToken", bearer(guest.rawValue, "guestAPI.security.guestToken")),
            ("guestSession", cookie("portico-guest", "guestAPI.security.guestSession")),
            ("deviceToken", bearer(device.rawValue, "guestAPI.security.deviceToken")),
            ("deviceSession", cookie("portico-device", "guestAPI.security.deviceSession")),
        ]
    }
}
