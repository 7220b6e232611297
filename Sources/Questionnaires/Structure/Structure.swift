import Admin

/// The elements and conditions of a version in display order, the same for everyone so that answers can be compared.
struct Structure: Sendable, Equatable {
    var pages: [Page] = []
    var conditions: [Condition] = []
    var rules: [CompoundRule] = []

    var paragraphs: [Paragraph] { pages.flatMap(\.paragraphs) }
    var questions: [Question] { paragraphs.flatMap(\.questions) }

    /// Limit for elements and for conditions: more than anyone answers, and few enough for every page.
    static let largest = 2000

    var isTooLarge: Bool { size > Self.largest || conditions.count + rules.count > Self.largest }

    private var size: Int { pages.count + paragraphs.count + questions.reduce(0) { $0 + 1 + $1.answers.count } }
}

struct Page: Sendable, Equatable {
    var id: Int64
    var text = ""
    var note = ""
    var translations = Translations()
    var paragraphs: [Paragraph] = []
}

struct Paragraph: Sendable, Equatable {
    var id: Int64
    var text = ""
    var note = ""
    var translations = Translations()
    var questions: [Question] = []
}

/// The kinds of element, outermost first. All share one id space.
enum ElementKind: String, Sendable, CaseIterable {
    case page, paragraph, question, answer

    var parent: ElementKind? {
        switch self {
        case .page: nil
        case .paragraph: .page
        case .question: .paragraph
        case .answer: .question
        }
    }
}
