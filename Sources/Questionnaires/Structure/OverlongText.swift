import Admin
import Web

struct OverlongText: Sendable, Equatable {
    enum Place: Sendable, Hashable {
        case part(ElementWords.Part), label
    }

    let element: Int64
    let kind: ElementKind
    let place: Place
    var language: Language?
    /// Unicode scalars.
    let limit: Int

    /// The matching field of the element's form; nil for translations and tags, which have other forms.
    var field: String? {
        guard language == nil, case .part(let part) = place else { return nil }
        return kind == .answer ? "answers" : part.rawValue
    }
}

extension ElementWords.Part {
    /// Longest part in Unicode scalars; equal to `maxlength` of the forms.
    func limit(in kind: ElementKind) -> Int {
        switch (kind, self) {
        case (.page, .note), (.paragraph, .note): 2000
        case (.question, .text), (.question, .note): 500
        case (_, .category): 80
        default: 300
        }
    }
}

extension Limits {
    var isWithinForm: Bool {
        (1...Answer.longest).contains(length ?? 1) && Self.mostDecimals.contains(decimals ?? 0)
            && [least, greatest].allSatisfy { ($0 ?? "").unicodeScalars.count <= Self.longest }
    }
}

extension Structure {
    var excesses: [OverlongText] { sayings.flatMap(\.excesses) + questions.flatMap(\.labelExcesses) }

    func excesses(of id: Int64) -> [OverlongText] {
        let answers = question(id)?.answers.map(\.id) ?? []
        return excesses.filter { ($0.element == id || answers.contains($0.element)) && $0.field != nil }
    }

    /// Questions with more fixed answers than lines in their form, which would lose the rest.
    var crowded: [Question] { questions.filter { $0.choices.count > AnswerLines.limit } }
}

extension ElementWords {
    fileprivate var excesses: [OverlongText] {
        var all: [OverlongText] = []
        for part in Part.allCases {
            let limit = part.limit(in: kind)
            if self[part].unicodeScalars.count > limit {
                all.append(OverlongText(element: id, kind: kind, place: .part(part), limit: limit))
            }
            for language in Language.allCases {
                guard let said = translation(part, language), said.text.unicodeScalars.count > TranslationSheet.longest else { continue }
                all.append(OverlongText(element: id, kind: kind, place: .part(part), language: language, limit: TranslationSheet.longest))
            }
        }
        return all
    }
}

extension Question {
    fileprivate var labelExcesses: [OverlongText] {
        let all: [(Int64, ElementKind, [Label])] = [(id, .question, labels)] + answers.map { ($0.id, .answer, $0.labels) }
        return all.filter { $0.2.contains { $0.value.unicodeScalars.count > TagKind.longest } }.map { id, kind, _ in
            OverlongText(element: id, kind: kind, place: .label, limit: TagKind.longest)
        }
    }
}
