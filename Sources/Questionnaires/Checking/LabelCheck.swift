enum LabelCheck {
    static func faults(_ structure: Structure, _ dictionary: [String: TagKind]) -> [Fault] {
        structure.questions.flatMap { question in
            (question.labels + question.answers.flatMap(\.labels)).compactMap { label in
                guard let kind = dictionary[label.tag] else {
                    return Fault(kind: .unknownTag, element: question.id, values: ["tag": label.tag])
                }
                return kind.value(label.value) == nil
                    ? Fault(kind: .badTagValue, element: question.id, values: ["tag": label.tag, "value": label.value]) : nil
            }
        }
    }
}
