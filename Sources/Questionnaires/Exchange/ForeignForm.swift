import Admin
import Formats
import Foundation
import Web

enum ForeignForm {
    /// The form as the sheets of an XLSForm; nil for what is none.
    static func sheets(_ json: JSON, original: Language) throws -> Workbook? {
        let json = json.cleaned
        if let reader = QualtricsReader(json) { return try FormSheets(reader).workbook }
        if let reader = GoogleFormsReader(json) { return try FormSheets(reader).workbook }
        if let reader = SurveyJSReader(json, original: original) { return try FormSheets(reader).workbook }
        return nil
    }

    static func sheets(_ bytes: Data) throws -> Workbook? {
        switch FileNature(bytes) {
        case .xml:
            guard let document = XMLDocument([UInt8](bytes)) else { return nil }
            if let reader = LimeSurveyReader(document) { return try FormSheets(reader).workbook }
            return try MoodleFeedbackReader(document).map { try FormSheets($0).workbook }
        case .text:
            guard let decoded = try? TextDecoding.utf8(Array(bytes)) else { return nil }
            let text = TypedText.clean(decoded)
            if let reader = GIFTReader(text) { return try FormSheets(reader).workbook }
            return try PlainQuestionsReader(text).map { try FormSheets($0).workbook }
        default: return nil
        }
    }
}
