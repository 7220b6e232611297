import Web

extension Resource {
    func translationMistakes(_ context: FormContext) -> [(text: TranslatableText, version: LanguageVersion, sentence: String)] {
        guard Self.hasTranslations else { return [] }
        return translatableTexts(context.words).flatMap { text in
            LanguageVersion.all(easy: Self.hasEasyTexts).flatMap {
                version -> [(text: TranslatableText, version: LanguageVersion, sentence: String)] in
                guard let said = text.translations[text.field, version] else { return [] }
                var form = Form()
                form[text.name] = said.text
                var errors = FieldErrors()
                let entry = Entry(name: text.name, form: form, context: context, texts: Self.name)
                Self.judge(text.kind, entry, &errors)
                return errors.all.map { (text, version, $0.sentence) }
            }
        }
    }

    private static func judge(_ kind: some FieldType, _ entry: Entry, _ errors: inout FieldErrors) { _ = kind.read(entry, errors: &errors) }
}
