import Admin

/// What a version asks in the format of the university's programs: one flat list of rows in the order in which they are shown (M2), and one
/// of conditions (M3). Names beyond the printed ones are ours: other programs pass them over.
struct ElementRows {
    let structure: Structure
    let questionnaire: Int64

    /// The elements. `ORD_VIS` rises over the whole list, so that either way of reading it gives the same order.
    var elements: [JSON] {
        var rows: [JSON] = []
        func add(_ kind: ElementKind, _ id: Int64, _ parent: Int64?, _ text: String, _ more: [(key: String, value: JSON)]) {
            rows.append(
                .object(
                    [
                        ("QUESTIONARIO_ID", .number(Int(questionnaire))), ("QUESITO_ID", .number(Int(id))),
                        ("TIPO_ELEM_COD", .text(kind.wireCode)), ("DES", .text(text)), ("ORD_VIS", .number(rows.count + 1)),
                        ("PARENT_QUESITO_ID", parent.map { .number(Int($0)) } ?? .null),
                    ] + more))
        }
        for page in structure.pages {
            add(.page, page.id, nil, page.text, [("TIPO_FORMATO_COD", .null), ("NOTE", Self.text(page.note))])
            for paragraph in page.paragraphs {
                add(.paragraph, paragraph.id, page.id, paragraph.text, [("TIPO_FORMATO_COD", .null), ("NOTE", Self.text(paragraph.note))])
                for question in paragraph.questions {
                    add(.question, question.id, paragraph.id, question.text, Self.facts(question))
                    for answer in question.answers { add(.answer, answer.id, question.id, answer.text, Self.facts(answer)) }
                }
            }
        }
        return rows
    }

    var conditions: [JSON] {
        structure.conditions.map { condition in
            .object([
                ("CONDIZIONE_ID", .number(Int(condition.id))), ("QUESTIONARIO_ID", .number(Int(questionnaire))),
                ("RISPOSTA_ID", .number(Int(condition.trigger))), ("QUESITO_ID", .number(Int(condition.target))),
                ("AZIONE_COD", .text(condition.action == .show ? "MOSTRA" : "NASCONDI")),
            ])
        }
    }

    private static func facts(_ question: Question) -> [(key: String, value: JSON)] {
        [
            ("TIPO_FORMATO_COD", .text(question.format.wireCode)), ("OBBLIGATORIO", .flag(question.isMandatory)),
            ("NOTE", text(question.note)), ("CATEGORIA_COD", text(question.category)), ("COD_STABILE", text(question.code)),
            ("TAG", .list(question.tags.map { .object([("COD", .text($0.wireCode)), ("VALORE", .null)]) })),
        ]
    }

    private static func facts(_ answer: Answer) -> [(key: String, value: JSON)] {
        [
            ("TIPO_FORMATO_COD", .text(answer.format.wireCode)), ("COD_STABILE", text(answer.code)),
            ("PUNTEGGIO", answer.score.map(number) ?? .null), ("LUNGH_MAX", answer.limits.length.map { .number($0) } ?? .null),
            ("VAL_MIN", bound(answer.limits.least, answer.format)), ("VAL_MAX", bound(answer.limits.greatest, answer.format)),
            ("DECIMALI", answer.limits.decimals.map { .number($0) } ?? .null),
        ]
    }

    private static func text(_ text: String) -> JSON { text.isEmpty ? .null : .text(text) }

    private static func number(_ number: Double) -> JSON {
        number == number.rounded() && abs(number) < 1e15 ? .number(Int(number)) : .decimal(number)
    }

    /// A number for numbers, a day for days; what cannot be read goes out as it is.
    private static func bound(_ bound: String?, _ format: AnswerFormat) -> JSON {
        guard let bound else { return .null }
        guard format == .number, let value = DecimalText(bound) else { return .text(bound) }
        return number(value.number)
    }
}

extension ElementTag {
    /// What the university's programs call it.
    var wireCode: String {
        switch self {
        case .attendance: "ATTENDANCE"
        case .satisfaction: "COURSE_SATISFACTION"
        }
    }
}
