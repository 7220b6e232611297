import Admin
import Foundation

/// The answers in a message (M4): one item for each chosen or written answer.
struct UniwebReplies {
    private(set) var replies = Replies()
    private(set) var foreign: [Int64] = []

    /// - Throws: `UniwebRefusal`, which names what is malformed.
    init(_ json: JSON?, _ outline: StructureOutline) throws {
        guard case .list(let items)? = json else { throw UniwebRefusal.malformed("RISPOSTE") }
        for (index, item) in items.enumerated() {
            func id(_ name: String) throws -> Int64 {
                guard let number = item[name]?.number else { throw UniwebRefusal.malformed("RISPOSTE[\(index)].\(name)") }
                return Int64(number)
            }
            let (questionID, answerID) = (try id("DOMANDA_ID"), try id("RISPOSTA_ID"))
            guard let question = outline.questions[questionID], outline.questionOfAnswer[answerID] == questionID else {
                foreign.append(questionID)
                continue
            }
            let before = replies[questionID]
            var typed = before.typed
            if outline.answers[answerID]?.format != .fixed {
                guard let written = Self.written(item["VALORE"]) else { throw UniwebRefusal.malformed("RISPOSTE[\(index)].VALORE") }
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
        // Without an exponent, as people write it.
        case .decimal(let number)?: Decimal(string: String(number))?.description ?? String(number)
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
