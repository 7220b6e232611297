import Admin
import Web

enum PipingCheck {
    static func faults(_ outline: StructureOutline) -> [Fault] {
        let questions = Dictionary(outline.structure.questions.map { ($0.code, $0.id) }) { first, _ in first }
        return outline.structure.sayings.flatMap { saying -> [Fault] in
            // An answer's place is that of its question.
            let element = outline.questionOfAnswer[saying.id] ?? saying.id
            let all =
                [saying.text, saying.note]
                + Language.allCases.flatMap { language in
                    ElementWords.Part.asked.compactMap { saying.translation($0, language)?.text }
                }
            return Set(all.flatMap(Piping.codes)).sorted().compactMap { code in
                guard let question = questions[code] else {
                    return Fault(kind: .pipeUnknown, element: element, values: ["code": code])
                }
                guard let from = outline.order[question], let to = outline.order[element], from < to else {
                    return Fault(kind: .pipeLater, element: element, values: ["code": code])
                }
                return nil
            }
        }
    }
}
