import Admin

/// Something that is asked.
struct Question: Sendable, Equatable {
    var id: Int64
    var text = ""
    var note = ""
    var translations = Translations()
    var format = QuestionFormat.single
    var isMandatory = false
    /// A free label that groups questions in reports.
    var category = ""
    /// What the question is called through all versions, so that years can be compared.
    var code = ""
    /// Labels for the program itself, such as the question that tells who attended.
    var tags: [ElementTag] = []
    /// Tags of the institution's own, by their codes.
    var labels: [Label] = []
    var answers: [Answer] = []

    /// The answers that are chosen; the others are written.
    var fixed: [Answer] { answers.filter { $0.format == .fixed } }
    var free: [Answer] { answers.filter { $0.format != .fixed } }
}

/// One possible answer: a text to choose, or a place to write something.
struct Answer: Sendable, Equatable {
    var id: Int64
    var text = ""
    var translations = Translations()
    var format = AnswerFormat.fixed
    var code = ""
    /// What a scale counts it as; nil where nothing is counted.
    var score: Double?
    var labels: [Label] = []
    var limits = Limits()
}

/// Within what a written answer must keep. Smallest and greatest are a number or a day as they are stored.
struct Limits: Sendable, Equatable {
    /// Characters of the smallest and of the greatest, and how many decimals there may be.
    static let (longest, mostDecimals) = (40, 0...9)

    /// Most characters, counted as Unicode scalars.
    var length: Int?
    var least: String?
    var greatest: String?
    /// Most digits after the point.
    var decimals: Int?
}

/// A label by which the program recognises an element without knowing its id.
enum ElementTag: String, Sendable, CaseIterable {
    /// The question that tells who attended the lessons: results are split by its answers.
    case attendance
    /// The question on the whole: what rankings are made of.
    case satisfaction
}
