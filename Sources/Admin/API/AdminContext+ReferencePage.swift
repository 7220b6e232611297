import Accounts
import Hummingbird
import Web

/// Both pages are public because they contain no stored data.
extension AdminContext {
    public func addAPIPages(to visitors: RouterGroup<Visitor>) {
        visitors.get("api") { [self] request, visitor in try referencePage(request, visitor) }
        visitors.get("api/openapi.json") { [self] request, visitor in
            Response.json(APIDescription(admin: self, words: pages.words(for: visitor)).document)
        }
    }

    private func referencePage(_ request: Request, _ visitor: Visitor) throws -> Response {
        let words = pages.words(for: visitor)
        let origin = origin(of: request)
        let groups = APIDescription(admin: self, words: words).groups
        let seed = Seed(modules: modules, words: words, accounts: AccountSettings(roles: presets))
        let values: Values = [
            "title": words("api.title"), "origin": origin, "seedLists": templateValues(SeedReference(seed, words)),
            "groups": groups.map { templateValues($0, origin, words) },
            "problems": APIProblems.kinds.map { kind in
                [
                    "id": "problem-\(kind)", "type": "/api#problem-\(kind)", "title": words("api.problems.\(kind).title"),
                    "text": words("api.problems.\(kind).text", APIProblems.samples),
                ] as Values
            },
            "statuses": APIDescription.statuses.map { status in
                ["status": String(status), "title": words("api.status.\(status).title"), "text": words("api.status.\(status).text")]
                    as Values
            },
        ]
        return try pages.page("admin/api/reference", values, for: visitor, request: request)
    }

    private func templateValues(_ group: APIDescription.Group, _ origin: String, _ words: Words) -> Values {
        let sent = group.schemas.first { $0.name.hasSuffix(".sent") }?.schema
        return [
            "id": group.tag.replacing(".", with: "-"), "title": group.title, "text": group.text,
            "operations": group.operations.map { operation in
                [
                    "method": operation.method.uppercased(), "path": operation.path, "title": operation.title, "text": operation.text,
                    "curl": curl(operation, origin), "answer": operation.answerExample?.written() ?? false,
                ] as Values
            },
            "fields": sent.map { fields($0, words) } ?? [Values](), "hasFields": sent != nil,
        ]
    }

    private func templateValues(_ reference: SeedReference) -> [Values] {
        reference.lists.map { list in
            [
                "id": "seed-" + list.name.replacing(".", with: "-"), "name": list.name, "title": list.title, "place": list.place,
                "example": list.example,
                "fields": list.fields.map { field in
                    [
                        "name": field.name, "label": field.label, "kind": field.kind, "limits": field.limits, "required": field.isRequired,
                        "text": field.text, "example": field.example,
                    ] as Values
                },
            ] as Values
        }
    }

    private func fields(_ schema: JSON, _ words: Words) -> [Values] {
        guard case .object(let properties)? = schema["properties"] else { return [] }
        let required = Set((schema["required"]?.list ?? []).compactMap(\.text))
        return properties.filter { $0.value["readOnly"] == nil }.map { name, field in
            let types = field["type"]?.list?.compactMap(\.text) ?? [field["type"]?.text ?? ""]
            let choices = field["enum"]?.list?.compactMap(\.text).joined(separator: ", ")
            let range = [field["minimum"]?.number, field["maximum"]?.number].compactMap { $0 }.map(String.init).joined(separator: "–")
            return [
                "name": name, "label": field["title"]?.text ?? "", "type": types.joined(separator: " | "),
                "rule": choices ?? (range.isEmpty ? field["maxLength"]?.number.map { "≤ \($0)" } ?? "" : range),
                "text": field["description"]?.text ?? "", "required": required.contains(name),
            ] as Values
        }
    }

    private func curl(_ operation: APIDescription.Operation, _ origin: String) -> String {
        var parts = ["curl"]
        if operation.method != "get" { parts.append("-X \(operation.method.uppercased())") }
        if operation.security?.isEmpty != true { parts.append("-H 'Authorization: Bearer '$TOKEN") }
        if operation.parameters.contains(where: { $0["$ref"]?.text?.hasSuffix("/ifMatch") == true }) {
            parts.append("-H 'If-Match: \"3\"'")
        }
        if let type = operation.sent.first?.type {
            if type == "multipart/form-data" {
                parts.append("-F file=@photo.jpg")
            } else {
                let body = (operation.example ?? .object([])).compact.replacing("'", with: "’")
                parts += ["-H 'Content-Type: \(type)'", "-d '\(body)'"]
            }
        }
        parts.append("'\(origin)\(operation.path.replacing("{cents}", with: "200").replacing(#/\{[a-z]+\}/#, with: "12"))'")
        return parts.joined(separator: " \\\n  ")
    }
}

enum APIProblems {
    static let kinds = [
        "token", "readOnly", "crossSite", "syntax", "utf8", "deep", "twice", "noObject", "mediaType", "parameter", "scope", "invalid",
        "noVersion", "stale", "inUse", "notAll", "keyReused", "nothingToUndo", "caseVersion", "caseChanged", "caseClaimed", "notHidden",
        "alreadyUndone", "importChanged", "importFailed", "importOver", "noResult", "decidedLater", "limitExceeded", "alertRefused",
    ]
    static let samples = ["name": "…", "at": "…", "why": "…", "types": "application/json", "limit": String(JSONReader.depth)]
}
