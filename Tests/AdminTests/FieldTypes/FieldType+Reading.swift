import AdminTestSupport
import Foundation
import GRDB
import Web

@testable import Admin

extension FieldType {
    /// Reads typed input as a form does: the value, and what is said about input that is refused.
    func reading(
        _ form: [String: [String]], in language: Language = .english, zone: TimeZone = .gmt
    ) throws -> (value: Value?, refusals: [String]) {
        let words = try SamplePortal.texts.words(in: language)
        return try DatabaseQueue().read { db in
            let context = FormContext(db: db, words: words, zone: zone, scopeID: 1, actor: .system("test"), tiles: "")
            var errors = FieldErrors()
            let value = read(Entry(name: "value", form: Form(form), context: context, texts: "sample.books"), errors: &errors)
            return (value, errors.all.map(\.sentence))
        }
    }

    func reading(_ typed: String, in language: Language = .english, zone: TimeZone = .gmt) throws -> (value: Value?, refusals: [String]) {
        try reading(["value": [typed]], in: language, zone: zone)
    }

    /// The form of a packed value, as a program's value becomes one.
    func filled(_ packed: JSON, in language: Language = .english) -> [String: [String]] {
        var form = Form()
        fill(&form, "value", with: packed, language)
        return form.values
    }
}
