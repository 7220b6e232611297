import Formats
import GRDB
import Web

enum ImportAnswer {
    private static let countNames = ImportVerdict.allCases.map(\.rawValue)
    private static var countShape: JSON {
        let members = (["total"] + countNames).map { (key: $0, value: Shape.count) }
        return .object([
            ("type", .text("object")), ("properties", .object(members)), ("required", .list(members.map { .text($0.key) })),
            ("additionalProperties", .flag(false)),
        ])
    }
    static var reportShape: JSON {
        Shape.object([
            "id": Shape.id, "as": Shape.text, "scope": Shape.orNull("integer"), "name": Shape.text, "state": Shape.text,
            "at": Shape.moment, "counts": countShape, "mark": Shape.text, "problem": Shape.orNull("string"),
            "remarks": Shape.list(Shape.text),
            "columns": Shape.list(Shape.object(["name": Shape.text, "field": Shape.text])),
            "values": Shape.list(
                Shape.object([
                    "field": Shape.text, "value": Shape.text, "items": Shape.count, "answer": Shape.text, "target": Shape.text,
                ])),
        ])
    }
    static var itemShape: JSON {
        Shape.object([
            "number": Shape.count, "place": Shape.text, "verdict": Shape.text, "title": Shape.text, "record": Shape.orNull("integer"),
            "sentences": Shape.list(Shape.text), "becomes": Shape.orNull("object"),
            "alike": Shape.list(Shape.object(["id": Shape.id, "title": Shape.text, "percent": Shape.count])),
        ])
    }
    static var answerShape: JSON {
        Shape.sent(
            [
                "field": Shape.text(1...200), "value": Shape.text(1...1_000), "answer": Shape.choice(["map", "make", "skip"]),
                "target": Shape.text(0...200),
            ],
            optional: ["target"])
    }

    static func report(_ staged: StagedImport, _ words: Words, _ db: Database) throws -> JSON {
        let (mapping, look, counts) = (staged.chosen, staged.look, staged.outcome)
        let columns = look.columns.indices.map { index -> JSON in
            .values([
                "name": .text(look.columns[index]), "field": .text(mapping.columns.indices.contains(index) ? mapping.columns[index] : ""),
            ])
        }
        let values = try UnknownValue.all(of: staged.number, db).map { value -> JSON in
            .values([
                "field": .text(value.field), "value": .text(value.spelled), "items": .number(value.count),
                "answer": .text(value.answer.rawValue), "target": .text(value.target),
            ])
        }
        let all = counts.all.map { (key: $0.verdict.rawValue, value: JSON.number($0.count)) }
        return .values([
            "id": .id(staged.number), "as": .text(staged.kind), "scope": staged.scopeID.map { .id($0) } ?? .null,
            "name": .text(staged.name),
            "state": .text(staged.state.rawValue), "at": .moment(staged.at),
            "counts": .object([("total", .number(staged.total))] + all), "mark": .text(counts.mark),
            "remarks": .list(look.remarks(words).map { .text($0) }),
            "problem": .optional(staged.problem.map { LocalizedMessage(json: $0).localized(in: words) }), "columns": .list(columns),
            "values": .list(values),
        ])
    }

    static func item<R: Resource>(_ item: StagedItem, _ type: R.Type, _ staged: StagedImport, _ words: Words) throws -> JSON {
        let alike = item.notes.alike.map { alike -> JSON in
            .values(["id": .id(alike.id), "title": .text(alike.title), "percent": .number(alike.percent)])
        }
        let sentences = ImportItemReport.sentences(item, R.self, staged.look, staged.chosen, words)
        return .values([
            "number": .number(item.number), "place": .text(item.place.text(words)), "verdict": .text(item.verdict?.rawValue ?? "waiting"),
            "title": .text(item.title), "record": item.recordID.map { .id($0) } ?? .null, "sentences": .list(sentences.map(JSON.text)),
            "becomes": try item.record.map { try JSON(parsing: $0.utf8) } ?? .null, "alike": .list(alike),
        ])
    }
}
