import Web

/// Translations that are typed beside the originals, as `translations.en.title`.
extension TranslationsFieldType {
    private func inputs(_ entry: Entry, _ language: Language, _ name: String) -> [Entry] {
        let former = older.filter { $0.field == name && $0.language == language }.map(\.name)
        return (["\(entry.name).\(language.rawValue).\(name)"] + former).map { entry.renamed($0) }
    }

    /// Takes what is typed over what the form carries. Who saves the form has seen each text beside its original, as it is now.
    func readTyped(_ entry: Entry, _ form: Form, into value: inout Translations, _ errors: inout FieldErrors) {
        for language in Language.allCases {
            for name in names {
                guard let kind = inForm[name],
                    let input = inputs(entry, language, name).first(where: { form.has($0.name) }),
                    let text = kind.read(input, errors: &errors)
                else { continue }
                let known = value[name, language]
                if text == known?.text ?? "", known?.of == nil { continue }
                var ignored = FieldErrors()
                let original = form.has(name) ? kind.read(entry.renamed(name), errors: &ignored) : known?.of
                value[name, language] = .init(text, of: original)
            }
        }
    }

    /// The languages of the site's contents besides that of the originals, and those in which something is written.
    func templateValues(_ value: Translations, _ entry: Entry) throws -> [Values] {
        let site = try SiteSettings.load(entry.db)
        let shown = entry.form.flatMap { kept(in: $0, entry.name) } ?? value
        let languages = Language.allCases.filter { language in
            language != site.language
                && (site.languages.contains(language) || names.contains { shown[$0, language] != nil })
        }
        return try languages.map { language in
            [
                "legend": entry.words("translations.inForm", ["language": entry.words.name(of: language, "translations.in")]),
                "texts": try names.compactMap { name in
                    try inForm[name].map { try templateValues(name, $0, shown[name, language], language, entry) }
                },
            ]
        }
    }

    private func templateValues(
        _ name: String, _ kind: any FieldType<String>, _ said: Translations.Text?, _ language: Language, _ entry: Entry
    ) throws -> Values {
        let inputs = inputs(entry, language, name)
        let (input, typed) = (inputs[0], inputs.first { entry.form?.has($0.name) == true })
        let error = entry.context.errors[input.name]
        var values: Values = [
            "partial": kind.template, "name": input.name, "id": input.id, "label": entry.words.label(of: name, entry.texts),
            "help": false, "error": error ?? false, "described": error.map { _ in input.id + "-error" } ?? false, "required": false,
            "optional": true, "value": "", "texts": entry.texts, "question": false, "keptBy": false, "inputLanguage": language.rawValue,
        ]
        // An input that the form did not have, such as one of a language chosen since, shows what is stored.
        values.merge(try kind.view(said?.text ?? "", typed ?? input.stored)) { $1 }
        return values
    }
}

extension Entry {
    fileprivate func renamed(_ name: String) -> Entry { Entry(name: name, form: form, context: context, texts: texts) }

    fileprivate var stored: Entry { Entry(name: name, form: nil, context: context, texts: texts) }
}
