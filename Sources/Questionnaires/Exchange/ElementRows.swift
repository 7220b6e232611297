import Admin
import Web

/// A version in the university's format: elements in display order (M2) and conditions (M3). Other programs ignore extra fields.
struct ElementRows {
    let structure: Structure
    let questionnaire: Int64

    /// `ORD_VIS` rises over the whole list, so that sorting globally or by parent gives the same order.
    var elements: [JSON] {
        var rows: [JSON] = []
        func add(_ element: some LabeledElement, _ parent: Int64?, _ more: [(key: String, value: JSON)]) {
            rows.append(
                .object(
                    [
                        ("QUESTIONARIO_ID", .number(Int(questionnaire))), ("QUESITO_ID", .number(Int(element.id))),
                        ("TIPO_ELEM_COD", .text(type(of: element).kind.uniwebCode)), ("DES", .text(element.text)),
                        ("ORD_VIS", .number(rows.count + 1)), ("PARENT_QUESITO_ID", parent.map { .number(Int($0)) } ?? .null),
                    ] + more + TranslationRows.pairs(element.translations, TranslationRows.element)))
        }
        for page in structure.pages {
            add(page, nil, [("TIPO_FORMATO_COD", .null), ("NOTE", Self.text(page.note))])
            for paragraph in page.paragraphs {
                add(paragraph, page.id, [("TIPO_FORMATO_COD", .null), ("NOTE", Self.text(paragraph.note))])
                for question in paragraph.questions {
                    add(question, paragraph.id, Self.facts(question))
                    for answer in question.answers { add(answer, question.id, Self.facts(answer)) }
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
        var facts: [(key: String, value: JSON)] = [
            ("TIPO_FORMATO_COD", .text(question.format.uniwebCode)), ("OBBLIGATORIO", .flag(question.isMandatory)),
            ("NOTE", text(question.note)), ("CATEGORIA_COD", text(question.category)), ("COD_STABILE", text(question.code)),
            ("TAG", .list(question.tags.map { .object([("COD", .text($0.uniwebCode)), ("VALORE", .null)]) } + question.labels.map(\.row))),
        ]
        if question.look != .plain { facts += look(question.look.rawValue) }
        if question.isShuffled { facts.append(("CASUALE", .flag(true))) }
        return facts
    }

    private static func facts(_ answer: Answer) -> [(key: String, value: JSON)] {
        var facts: [(key: String, value: JSON)] = [
            ("TIPO_FORMATO_COD", .text(answer.format.uniwebCode)), ("COD_STABILE", text(answer.code)),
            ("PUNTEGGIO", answer.score.map(number) ?? .null), ("LUNGH_MAX", answer.limits.length.map { .number($0) } ?? .null),
            ("VAL_MIN", bound(answer.limits.least, answer.format)), ("VAL_MAX", bound(answer.limits.greatest, answer.format)),
            ("DECIMALI", answer.limits.decimals.map { .number($0) } ?? .null),
        ]
        if answer.format != answer.format.base { facts += look(answer.format.rawValue) }
        if !answer.labels.isEmpty { facts.append(("TAG", .list(answer.labels.map(\.row)))) }
        return facts
    }

    /// How it is asked beyond its format; left out where there is nothing to say, so that older programs read what they always did.
    private static func look(_ look: String) -> [(key: String, value: JSON)] { [("ASPETTO_COD", .text(look))] }

    private static func text(_ text: String) -> JSON { text.isEmpty ? .null : .text(text) }

    private static func number(_ number: Double) -> JSON {
        number == number.rounded() && number.magnitude < 1e15 ? .number(Int(cutting: number)) : .decimal(number)
    }

    private static func bound(_ bound: String?, _ format: AnswerFormat) -> JSON {
        guard let bound else { return .null }
        guard format == .number, let value = DecimalText(bound) else { return .text(bound) }
        return number(value.number)
    }
}

extension Label {
    var row: JSON { .object([("COD", .text(tag)), ("VALORE", value.isEmpty ? .null : .text(value))]) }

    /// The tags of a row, without those that the program defines itself.
    static func all(in row: JSON) -> [Label] {
        let labels = (row["TAG"]?.list ?? []).compactMap { item -> Label? in
            guard let code = item["COD"]?.text, Label.isCode(code),
                !ElementTag.allCases.contains(where: { $0.uniwebCode == code.uppercased() })
            else {
                return nil
            }
            return Label(code, item["VALORE"]?.text ?? item["VALORE"]?.number.map(String.init) ?? "")
        }
        return labels.sorted { $0.tag < $1.tag }
    }
}

/// Translations in a row: `"TRADUZIONI": {"en": {"DES": "Your attendance", "NOTE": "…"}}`; left out when empty.
enum TranslationRows {
    static let element = [(wire: "DES", own: "text"), (wire: "NOTE", own: "note"), (wire: "CATEGORIA_COD", own: "category")]

    static func pairs(_ translations: Translations, _ names: [(wire: String, own: String)]) -> [(key: String, value: JSON)] {
        let languages = Language.allCases.compactMap { language -> (key: String, value: JSON)? in
            let said = names.compactMap { wire, own in translations[own, language].map { (key: wire, value: JSON.text($0.text)) } }
            return said.isEmpty ? nil : (language.rawValue, .object(said))
        }
        return languages.isEmpty ? [] : [("TRADUZIONI", .object(languages))]
    }

    static func read(_ row: JSON, _ names: [(wire: String, own: String)]) -> Translations {
        var translations = Translations()
        for language in Language.allCases {
            for (wire, own) in names {
                guard let text = row["TRADUZIONI"]?[language.rawValue]?[wire]?.text else { continue }
                translations[own, language] = .init(text, of: row[wire]?.text)
            }
        }
        return translations
    }
}

extension ElementTag {
    var uniwebCode: String {
        switch self {
        case .attendance: "ATTENDANCE"
        case .satisfaction: "COURSE_SATISFACTION"
        }
    }
}
