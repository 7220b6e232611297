import Web

enum ReplyRefusal: Sendable, Hashable {
    case missing
    case several
    case foreign
    case otherBlank
    case tooLong(Int)
    case notANumber, tooManyDecimals(Int), tooSmall(String), tooGreat(String)
    case notADay, tooEarly(String), tooLate(String)
    case notATime, notADateTime, notBefore(String), notAfter(String)
    case notAnEmail
    /// A file that was not received, or is gone.
    case notAFile
    /// Of a ranking: a place twice, a place left out, something without a place.
    case rankTwice, rankGap, rankMissing
    case unfit(TextRule.Flaw)

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
        case .notATime: "notATime"
        case .notADateTime: "notADateTime"
        case .notBefore: "notBefore"
        case .notAfter: "notAfter"
        case .notAnEmail: "notAnEmail"
        case .notAFile: "notAFile"
        case .rankTwice: "rankTwice"
        case .rankGap: "rankGap"
        case .rankMissing: "rankMissing"
        case .unfit: "unfit"
        }
    }

    var limit: String? {
        switch self {
        case .tooLong(let limit), .tooManyDecimals(let limit): String(limit)
        case .tooSmall(let limit), .tooGreat(let limit), .tooEarly(let limit), .tooLate(let limit): limit
        case .notBefore(let limit), .notAfter(let limit): limit
        case .missing, .several, .foreign, .otherBlank, .notANumber, .notADay, .notATime, .notADateTime, .notAnEmail, .notAFile: nil
        case .rankTwice, .rankGap, .rankMissing, .unfit: nil
        }
    }

    static let allKeys = [
        "missing", "several", "foreign", "otherBlank", "tooLong", "notANumber", "notWhole", "tooManyDecimals", "tooSmall", "tooGreat",
        "notADay", "tooEarly", "tooLate", "notATime", "notADateTime", "notBefore", "notAfter", "notAnEmail", "notAFile", "rankTwice",
        "rankGap",
        "rankMissing",
    ]
}
