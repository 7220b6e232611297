import Admin
import Web

extension Questionnaires {
    public static func described(_ words: Words) -> [APIDescription.Group] { [UniwebDescription(words: words).group] }
}

/// The web service of the university's programs, for the page and the description of the interface.
struct UniwebDescription {
    let words: Words

    private static let tag = "questionnaires.ws"

    var group: APIDescription.Group {
        APIDescription.Group(
            tag: Self.tag, title: words("questionnaires.wire.title"), text: words("questionnaires.wire.text"),
            operations: [
                list, elements, conditions, sending, draft, saving, discarding, uploading, booking, figures, configuration, configuring,
            ])
    }

    private func operation(_ method: String, _ path: String, _ name: String) -> APIDescription.Operation {
        var operation = APIDescription.Operation(
            method: method, path: "/ws/" + path, id: "questionnaires-ws-\(name)", tag: Self.tag,
            title: words("questionnaires.wire.acts.\(name)"))
        if path.contains("{id}") { operation.parameters.append(parameter("id", .whole(1, Int(UInt32.max)), in: "path")) }
        if path.contains("{offer}") { operation.parameters.append(parameter("offer", .type("string"), in: "path")) }
        operation.answer = .type("object")
        operation.refusal = Self.refusal
        return operation
    }

    private func parameter(_ name: String, _ schema: JSON, in place: String = "query", isRequired: Bool = false) -> JSON {
        .parameter(name, words("questionnaires.wire.parameters.\(name)"), schema, in: place, isRequired: isRequired)
    }

    private var offer: JSON { parameter("OFFERTA_ID", .type("string"), isRequired: true) }

    private static func rows(_ fields: [(String, String)]) -> JSON {
        .object([("type", .text("array")), ("items", object(fields))])
    }

    private static func object(_ fields: [(String, String)], required: [String] = []) -> JSON {
        var json = JSON.object([
            ("type", .text("object")), ("properties", .object(fields.map { ($0.0, JSON.type($0.1)) })),
        ])
        if !required.isEmpty { json["required"] = .list(required.map(JSON.text)) }
        return json
    }

    private static let refusal = object([("ERRORE", "object")], required: ["ERRORE"])
    private static let answer = JSON.object([
        ("DOMANDA_ID", .number(12)), ("RISPOSTA_ID", .number(15)), ("VALORE", .null),
    ])

    private var list: APIDescription.Operation {
        var list = operation("get", "questionari", "list")
        list.answer = Self.rows([
            ("QUESTIONARIO_ID", "integer"), ("QUESTIONARIO_COD", "string"), ("OFFERTA_ID", "string"), ("VERSIONE", "integer"),
            ("DES", "string"), ("STATO_COMPILAZIONE", "string"), ("ANONIMO", "boolean"), ("OBBLIGATORIO", "boolean"),
        ])
        return list
    }

    private var elements: APIDescription.Operation {
        var elements = operation("get", "questionari/{id}/quesiti", "elements")
        elements.parameters.append(offer)
        elements.answer = Self.rows([
            ("QUESITO_ID", "integer"), ("TIPO_ELEM_COD", "string"), ("DES", "string"), ("ORD_VIS", "integer"),
        ])
        elements.problems = [409]
        return elements
    }

    private var conditions: APIDescription.Operation {
        var conditions = operation("get", "questionari/{id}/condizioni", "conditions")
        conditions.parameters += [offer, parameter("FORMATO", .whole(1, 2))]
        conditions.answer = Self.rows([("RISPOSTA_ID", "integer"), ("QUESITO_ID", "integer")])
        conditions.problems = [409]
        return conditions
    }

    private var sending: APIDescription.Operation {
        var sending = operation("post", "questionari/{id}/compilazioni", "sending")
        sending.text = words("questionnaires.wire.sendingText")
        var schema = Self.object(
            [("OFFERTA_ID", "string"), ("VERSIONE", "integer"), ("NONCE", "string"), ("RISPOSTE", "array"), ("ANONIMO", "boolean")],
            required: ["OFFERTA_ID", "VERSIONE", "NONCE", "RISPOSTE"])
        schema["properties"]?["RISPOSTE"] = Self.rows([("DOMANDA_ID", "integer"), ("RISPOSTA_ID", "integer")])
        sending.sent = [("application/json", schema)]
        sending.example = .object([
            ("OFFERTA_ID", .text("Zx3…")), ("VERSIONE", .number(2)), ("NONCE", .text("6f1c…")), ("ANONIMO", .flag(true)),
            ("RISPOSTE", .list([Self.answer])),
        ])
        sending.status = 201
        sending.answerExample = .object([("ESITO", .text("OK")), ("OFFERTA_ID", .text("Zx3…")), ("RICEVUTA", .text("R-20…"))])
        sending.problems = [409, 413, 415, 422]
        return sending
    }

    private var draft: APIDescription.Operation {
        var draft = operation("get", "bozze/{offer}", "draft")
        draft.problems = [409]
        return draft
    }

    private var saving: APIDescription.Operation {
        var saving = operation("put", "bozze/{offer}", "saving")
        saving.text = words("questionnaires.wire.savingText")
        saving.sent = [("application/json", Self.object([("RISPOSTE", "array")], required: ["RISPOSTE"]))]
        saving.example = .object([("RISPOSTE", .list([Self.answer]))])
        saving.problems = [409, 413, 415, 422]
        return saving
    }

    private var discarding: APIDescription.Operation {
        var discarding = operation("delete", "bozze/{offer}", "discarding")
        discarding.problems = [409]
        return discarding
    }

    private var uploading: APIDescription.Operation {
        var uploading = operation("post", "bozze/{offer}/file", "uploading")
        uploading.text = words("questionnaires.wire.uploadingText")
        uploading.parameters.append(parameter("NOME", .type("string"), isRequired: true))
        uploading.sent = [("application/octet-stream", .object([("type", .text("string")), ("format", .text("binary"))]))]
        uploading.status = 201
        uploading.answer = Self.object([("ESITO", "string"), ("VALORE", "string")])
        uploading.answerExample = .object([("ESITO", .text("OK")), ("VALORE", .text("Zx3… cv.pdf"))])
        uploading.problems = [409, 413, 415]
        return uploading
    }

    private var booking: APIDescription.Operation {
        var booking = operation("get", "prenotazione/verifica", "booking")
        booking.parameters = [
            parameter("AD_COD", .type("string"), isRequired: true), parameter("AA", .type("string"), isRequired: true),
        ]
        booking.answer = Self.object([("CONSENTITA", "boolean"), ("OFFERTA_ID", "string")])
        return booking
    }

    private var figures: APIDescription.Operation {
        var figures = operation("get", "risultati/{id}", "figures")
        figures.parameters += [parameter("version", .whole(1, Int(UInt32.max))), parameter("part", .type("string"))]
        return figures
    }

    private var configuration: APIDescription.Operation { operation("get", "configurazioni/{id}", "configuration") }

    private var configuring: APIDescription.Operation {
        var configuring = operation("post", "configurazioni", "configuring")
        configuring.sent = [("application/json", .type("object"))]
        configuring.status = 201
        configuring.problems = [413, 415]
        return configuring
    }
}
