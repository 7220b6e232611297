import Admin
import Formats
import Foundation
import Web

enum ForeignForm {
    /// The form as the sheets of an XLSForm; nil for what is none.
    static func sheets(_ json: JSON, original: Language) throws -> FormSheets? {
        let json = json.cleaned
        if let reader = QualtricsReader(json) { return try FormSheets(reader) }
        if let reader = GoogleFormsReader(json) { return try FormSheets(reader) }
        if let reader = SurveyJSReader(json, original: original) { return try FormSheets(reader) }
        return nil
    }

    static func sheets(_ bytes: Data, original: Language) throws -> FormSheets? {
        switch FileNature(bytes) {
        case .xml:
            guard let document = XMLDocument([UInt8](bytes)) else { return nil }
            if let reader = LimeSurveyReader(document, preferred: original.rawValue) { return try FormSheets(reader) }
            if let reader = QTIReader(document) { return try FormSheets(reader) }
            return try MoodleFeedbackReader(document).map { try FormSheets($0) }
        case .archive: return try QTIReader(package: [UInt8](bytes)).map { try FormSheets($0) }
        case .text:
            guard let decoded = try? TextDecoding.utf8(Array(bytes)) else { return nil }
            let text = TypedText.clean(decoded)
            if let reader = GIFTReader(text) { return try FormSheets(reader) }
            return try PlainQuestionsReader(text).map { try FormSheets($0) }
        default: return nil
        }
    }
}
