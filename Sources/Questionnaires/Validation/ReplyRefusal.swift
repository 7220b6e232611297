import Web

/// Why a reply cannot be taken.
enum ReplyRefusal: Sendable, Hashable {
    case missing
    /// More than one answer where one is asked for.
    case several
    /// An answer that does not belong to the question.
    case foreign
    /// "Other" is chosen and nothing is written.
    case otherBlank
    case tooLong(Int)
    case notANumber, tooManyDecimals(Int), tooSmall(String), tooGreat(String)
    case notADay, tooEarly(String), tooLate(String)
    /// It breaks the rule for all texts.
    case unfit(TextRule.Flaw)

    /// The key of its sentence.
    var textKey: String { if case .unfit(let flaw) = self { flaw.textKey } else { "questionnaires.refused.\(key)" } }

    var key: String {
        switch self {
        case .missing: "missing"
        case .several: "several"
        case .foreign: "foreign"
        case .otherBlank: "otherBlank"
        case .tooLong: "tooLong"
        case .notANumber: "notANumber"
        case .tooManyDecimals(0): "notWhole"
        case .tooManyDecimals: "tooManyDecimals"
        case .tooSmall: "tooSmall"
        case .tooGreat: "tooGreat"
        case .notADay: "notADay"
        case .tooEarly: "tooEarly"
        case .tooLate: "tooLate"
        case .unfit: "unfit"
        }
    }

    /// The bound that the sentence names.
    var limit: String? {
        switch self {
        case .tooLong(let limit), .tooManyDecimals(let limit): String(limit)
        case .tooSmall(let limit), .tooGreat(let limit), .tooEarly(let limit), .tooLate(let limit): limit
        case .missing, .several, .foreign, .otherBlank, .notANumber, .notADay, .unfit: nil
        }
    }

    static let allKeys = [
        "missing", "several", "foreign", "otherBlank", "tooLong", "notANumber", "notWhole", "tooManyDecimals", "tooSmall", "tooGreat",
        "notADay", "tooEarly", "tooLate",
    ]
}
