import Admin

/// The answers in a message (M4): one item for each chosen or written answer.
struct WireReplies {
    private(set) var replies = Replies()
    private(set) var foreign: [Int64] = []

    init?(_ json: JSON?, _ outline: StructureOutline) {
        guard case .list(let items)? = json else { return nil }
        for item in items {
            guard let questionID = item["DOMANDA_ID"]?.number.map(Int64.init), let answerID = item["RISPOSTA_ID"]?.number.map(Int64.init)
            else { return nil }
            guard let question = outline.questions[questionID], outline.questionOfAnswer[answerID] == questionID else {
                foreign.append(questionID)
                continue
            }
            let before = replies[questionID]
            var typed = before.typed
            if outline.answers[answerID]?.format != .fixed {
                guard let written = Self.written(item["VALORE"]) else { return nil }
                typed[answerID] = written
            }
            let chosen = question.format == .free ? before.chosen : before.chosen + [answerID]
            replies[questionID] = Reply(chosen: chosen, typed: typed)
        }
    }

    /// A value as text, because programs also send numbers as numbers. Nil for other types.
    private static func written(_ value: JSON?) -> String? {
        switch value {
        case nil, .null?: ""
        case .text(let text)?: text
        case .number(let number)?: String(number)
        case .decimal(let number)?: String(number)
        case .flag?, .list?, .object?: nil
        }
    }

    /// Items of a draft. Text beside an unticked choice is left out: sent back, it would count as a tick.
    static func items(_ replies: Replies, _ outline: StructureOutline) -> JSON {
        .list(
            outline.structure.questions.flatMap { question -> [JSON] in
                let reply = replies[question.id]
                return question.answers.compactMap { answer in
                    let typed = reply.typed[answer.id]
                    guard question.format == .free ? typed != nil : reply.chosen.contains(answer.id) else { return nil }
                    return .object([
                        ("DOMANDA_ID", .number(Int(question.id))), ("RISPOSTA_ID", .number(Int(answer.id))),
                        ("VALORE", typed.map(JSON.text) ?? .null),
                    ])
                }
            })
    }
}
