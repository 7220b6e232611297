import Admin

struct Question: Sendable, Equatable {
    var id: Int64
    var text = ""
    var note = ""
    var translations = Translations()
    var format = QuestionFormat.single
    var look = QuestionLook.plain
    /// Whether the choices are shown in another order to each person. The order is not stored.
    var isShuffled = false
    var isMandatory = false
    var category = ""
    /// The question's code in all versions, used to compare years.
    var code = ""
    var tags: [ElementTag] = []
    var labels: [Label] = []
    var answers: [Answer] = []

    var fixed: [Answer] { answers.filter { $0.format == .fixed } }
    var free: [Answer] { answers.filter { $0.format != .fixed } }
}

struct Answer: Sendable, Equatable {
    var id: Int64
    var text = ""
    var translations = Translations()
    var format = AnswerFormat.fixed
    var code = ""
    /// Points on a scale; nil for none.
    var score: Double?
    var labels: [Label] = []
    var limits = Limits()
}

/// Limits of a written answer; `least` and `greatest` are a number or a day in stored form.
struct Limits: Sendable, Equatable {
    /// Characters of `least` and `greatest`, and the range of `decimals`.
    static let (longest, mostDecimals) = (40, 0...9)

    /// Most Unicode scalars.
    var length: Int?
    var least: String?
    var greatest: String?
    var decimals: Int?
}

enum ElementTag: String, Sendable, CaseIterable {
    /// The attendance question: results are grouped by its answers.
    case attendance
    /// The overall question, used for rankings.
    case satisfaction
}
