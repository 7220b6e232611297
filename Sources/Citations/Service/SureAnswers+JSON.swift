import Admin

extension SureAnswers {
    private static let index = Shape.object([
        "state": Shape.choice(Certainty.State.allCases.map(\.rawValue)), "selected": Shape.orNull(Shape.count), "least": Shape.count,
        "most": Shape.count,
    ])

    static let shape = Shape.object([
        "before": index, "after": index, "left": Shape.count,
        "items": Shape.list(
            Shape.object([
                "id": Shape.id, "title": Shape.text, "citations": Shape.orNull(Shape.count), "enabled": Shape.flag, "answer": Shape.flag,
                "h": index,
            ])),
    ])

    func json(_ findings: Findings) -> JSON {
        let before = Self.json(findings.certainty, findings.band)
        let items = all.map { answer in
            let work = findings.works[answer.index]
            return JSON.values([
                "id": .id(work.id), "title": .text(work.title), "citations": .optional(work.knownCitations),
                "enabled": .flag(findings.counted[answer.index].isIn), "answer": .flag(answer.isIn),
                "h": Self.json(answer.certainty, answer.band),
            ])
        }
        return .values([
            "before": before, "after": all.last.map { Self.json($0.certainty, $0.band) } ?? before, "left": .number(left),
            "items": .list(items),
        ])
    }

    private static func json(_ certainty: Certainty, _ band: ClosedRange<Int>) -> JSON {
        .values([
            "state": .text(certainty.state.rawValue), "selected": .optional(certainty.exact), "least": .number(band.lowerBound),
            "most": .number(band.upperBound),
        ])
    }
}
