/// A text whose translations stand in the record's form, with the type of its inputs.
public struct TranslatedText: Sendable {
    let name: String
    let kind: any FieldType<String>

    public static func line(_ name: String, limit: Int) -> TranslatedText {
        TranslatedText(name: name, kind: TextFieldType(form: .plain, limit: limit, isRequired: false))
    }

    public static func long(_ name: String, limit: Int, rows: Int) -> TranslatedText {
        TranslatedText(name: name, kind: LongTextFieldType(limit: limit, rows: rows, isMarkdown: false, isRequired: false))
    }
}
