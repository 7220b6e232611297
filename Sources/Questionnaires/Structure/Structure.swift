import Admin

/// What one version of a questionnaire asks, and under which conditions: pages of paragraphs of questions with their answers, all in the
/// order in which they are shown. The same for everybody: a questionnaire that were ordered differently for each could not be compared.
struct Structure: Sendable, Equatable {
    var pages: [Page] = []
    var conditions: [Condition] = []

    var paragraphs: [Paragraph] { pages.flatMap(\.paragraphs) }
    var questions: [Question] { paragraphs.flatMap(\.questions) }

    /// So many elements, and so many conditions, may a version have: far more than anybody answers, and few enough for every page.
    static let largest = 2000

    var isTooLarge: Bool { size > Self.largest || conditions.count > Self.largest }

    private var size: Int { pages.count + paragraphs.count + questions.reduce(0) { $0 + 1 + $1.answers.count } }
}

/// One step of filling in.
struct Page: Sendable, Equatable {
    var id: Int64
    var text = ""
    var note = ""
    var translations = Translations()
    var paragraphs: [Paragraph] = []
}

/// Questions under one heading; without a text there is no heading.
struct Paragraph: Sendable, Equatable {
    var id: Int64
    var text = ""
    var note = ""
    var translations = Translations()
    var questions: [Question] = []
}

/// The four kinds of element, from the outside in. All share one space of ids.
enum ElementKind: String, Sendable, CaseIterable {
    case page, paragraph, question, answer

    /// The kind that an element of this kind stands in; nil for pages.
    var parent: ElementKind? {
        switch self {
        case .page: nil
        case .paragraph: .page
        case .question: .paragraph
        case .answer: .question
        }
    }
}
