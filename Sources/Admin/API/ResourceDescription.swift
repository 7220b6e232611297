import Web

enum ResourceDescription {
    static func group(_ type: any Resource.Type, _ words: Words) -> APIDescription.Group {
        func make<R: Resource>(_ type: R.Type) -> APIDescription.Group { group(of: type, words) }
        return make(type)
    }

    private static func group<R: Resource>(of type: R.Type, _ words: Words) -> APIDescription.Group {
        let sent = SeedSchema.packed(R.fields, blank: R()).json(words, R.name)
        return APIDescription.Group(
            tag: R.name, title: words("\(R.name).many"), text: words("\(R.name).purpose"),
            schemas: [(R.name, answered(R.self, sent, words)), (R.name + ".sent", accepted(sent, R.scope != nil, words))],
            operations: operations(R.self, words))
    }

    private static func accepted(_ fields: JSON, _ hasScope: Bool, _ words: Words) -> JSON {
        var json = fields
        guard case .object(let properties)? = fields["properties"] else { return json }
        let known = Set(properties.map(\.key))
        let more = RecordAnswer.ownNames.subtracting(known).sorted().map { name -> (key: String, value: JSON) in
            hasScope && name == "scope"
                ? (
                    name,
                    .object([("type", .list([.text("integer"), .text("null")])), ("description", .text(words("api.parameters.scope")))])
                )
                : (name, .object([("readOnly", .flag(true)), ("description", .text(words("api.notes.passedOver")))]))
        }
        json["properties"] = .object(properties + more)
        return json
    }

    private static func answered<R: Resource>(_ type: R.Type, _ fields: JSON, _ words: Words) -> JSON {
        guard case .object(let properties)? = fields["properties"] else { return fields }
        let moment = JSON.object([("type", .text("string")), ("format", .text("date-time"))])
        var stamp: [(key: String, value: JSON)] = [("id", .type("integer")), ("key", .type("string"))]
        if R.scope != nil { stamp.append(("scope", .type("integer"))) }
        stamp += [("version", .type("integer")), ("createdAt", moment), ("updatedAt", moment)]
        let pictures = JSON.object([
            ("type", .text("object")), ("description", .text(words("api.notes.pictures"))),
            ("additionalProperties", .reference("schemas", "picture-addresses")),
        ])
        let all = stamp.map { name, schema in
            var schema = schema
            schema["readOnly"] = .flag(true)
            return (key: name, value: schema)
        }
        let holdsPictures = RecordAnswer.holdsPictures(R.self)
        let whole = all + properties + (holdsPictures ? [(key: "pictures", value: pictures)] : [])
        return .object([
            ("type", .text("object")), ("title", .text(words("\(R.name).one"))), ("properties", .object(whole)),
            ("required", .list(whole.map { .text($0.key) })), ("additionalProperties", .flag(false)),
        ])
    }

    private static func operations<R: Resource>(_ type: R.Type, _ words: Words) -> [APIDescription.Operation] {
        let address = ResourceAPI<R>.address
        let (one, record, sent) = (address + "/{id}", JSON.reference("schemas", R.name), JSON.reference("schemas", R.name + ".sent"))
        let (id, match) = (JSON.reference("parameters", "id"), JSON.reference("parameters", "ifMatch"))
        func operation(_ act: String, _ method: String, _ path: String) -> APIDescription.Operation {
            let things = words("\(R.name).many").lowercased()
            return APIDescription.Operation(
                method: method, path: path, id: R.name.replacing(".", with: "-") + "-" + act, tag: R.name,
                title: words("api.acts.\(act)", ["things": things]), text: words.optional("api.actTexts.\(act)") ?? "")
        }
        var list = operation("list", "get", address)
        list.parameters = parameters(R.self, words)
        (list.answer, list.headers) = (JSON.page(of: record), ["Link"])
        var create = operation("create", "post", address)
        create.parameters = R.scope == nil ? [] : [.reference("parameters", "scope")]
        create.sent = [("application/json", sent)]
        create.example = example(R.self, words)
        (create.status, create.answer, create.headers) = (201, record, ["ETag", "Location"])
        create.problems = [413, 415, 422]
        var show = operation("show", "get", one)
        (show.parameters, show.answer, show.headers) = ([id], record, ["ETag"])
        var replace = operation("replace", "put", one)
        (replace.parameters, replace.sent, replace.example) = ([id, match], create.sent, create.example)
        (replace.answer, replace.headers, replace.problems) = (record, ["ETag"], [412, 413, 415, 422, 428])
        var merge = operation("merge", "patch", one)
        (merge.parameters, merge.example) = (replace.parameters, create.example)
        // Null is allowed for every member of a merge patch, so the schema of whole records does not fit.
        merge.sent = [("application/merge-patch+json", .type("object"))]
        (merge.answer, merge.headers, merge.problems) = (record, ["ETag"], replace.problems)
        var delete = operation("delete", "delete", one)
        (delete.parameters, delete.status) = ([id, match, .reference("parameters", "force")], 204)
        delete.problems = [409, 412, 428]
        var restore = operation("restore", "post", one + "/restoration")
        (restore.parameters, restore.answer, restore.headers, restore.problems) = ([id], record, ["ETag"], [422])
        var act = operation("act", "post", address + "/acts")
        act.parameters = create.parameters
        act.sent = [("application/json", many(ResourceActAPI<R>.verbs.map(\.rawValue)))]
        act.example = .object([("act", .text("delete")), ("ids", .list([.number(12), .number(13)]))])
        (act.answer, act.problems) = (actAnswer, [413, 415, 422])
        act.answerExample = .object([("changed", .number(2)), ("skipped", .list([]))])
        var order = operation("order", "put", address + "/order")
        order.parameters = create.parameters
        order.sent = [("application/json", many(nil))]
        order.example = .object([("ids", .list([.number(13), .number(12)]))])
        (order.answer, order.problems, order.answerExample) = (actAnswer, [409, 413, 415, 422], act.answerExample)
        return [list, create, act] + (R.field("ordering") == nil ? [] : [order]) + [show, replace, merge, delete, restore]
    }

    private static func many(_ verbs: [String]?) -> JSON {
        let ids = JSON.object([
            ("type", .text("array")), ("items", .whole(1, Int(APIQuery.ids.upperBound))), ("minItems", .number(1)),
            ("maxItems", .number(verbs == nil ? 1_000 : BulkAct.inRequest)), ("uniqueItems", .flag(true)),
        ])
        var properties: [(key: String, value: JSON)] = [("ids", ids)]
        if let verbs {
            properties.insert(("act", .object([("type", .text("string")), ("enum", .list(verbs.map(JSON.text)))])), at: 0)
        }
        return .object([
            ("type", .text("object")), ("properties", .object(properties)), ("required", .list(properties.map { .text($0.key) })),
            ("additionalProperties", .flag(false)),
        ])
    }

    private static var actAnswer: JSON {
        let skipped = JSON.object([
            ("type", .text("object")), ("required", .list([.text("id"), .text("why")])),
            ("properties", .object([("id", .type("integer")), ("why", .type("string"))])),
        ])
        return .object([
            ("type", .text("object")), ("required", .list([.text("changed"), .text("skipped")])),
            (
                "properties",
                .object([("changed", .type("integer")), ("skipped", .object([("type", .text("array")), ("items", skipped)]))])
            ),
        ])
    }

    private static func parameters<R: Resource>(_ type: R.Type, _ words: Words) -> [JSON] {
        let orders = ListOutline<R>.shared.sortable.flatMap { [$0, "-" + $0] }
        let sort = JSON.object([("type", .text("string")), ("enum", .list(orders.map(JSON.text)))])
        var parameters: [JSON] = [
            .reference("parameters", "q"), .parameter("sort", words("api.parameters.sort"), sort), .reference("parameters", "limit"),
            .reference("parameters", "cursor"),
        ]
        if R.scope != nil { parameters.append(.reference("parameters", "scope")) }
        for filter in APIFilter<R>.all {
            parameters.append(.parameter(filter.name, words("api.parameters.filter", ["field": filter.label(words)]), filter.schema))
        }
        return parameters
    }

    static func example<R: Resource>(_ type: R.Type, _ words: Words) -> JSON {
        let needed = SeedSchema.packed(R.fields, blank: R()).fields.filter { $0.isRequired && $0.name != R.title.name }
        return .object([(R.title.name, .text(words("\(R.name).one")))] + needed.map { ($0.name, $0.schema.example) })
    }
}
