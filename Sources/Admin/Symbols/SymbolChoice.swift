import Accounts
import Hummingbird
import Web

/// The drawings that a picture field offers for the words of another field.
struct SymbolChoice {
    static let prefix = "symbol-"
    static let most = 8

    /// Offers drawings where there is no picture yet, or where the library is asked; its search precedes the record's words.
    static func offer(_ words: String, of sibling: String, hasPicture: Bool, _ entry: Entry) -> Values {
        let (form, symbols, language) = (entry.form, entry.context.symbols, entry.words.language)
        let isBrowsed = form?["act"] == entry.name + ".browse"
        let has = form.map { !$0[entry.name].isEmpty || !$0[entry.name + ".pick"].isEmpty } ?? hasPicture
        guard !symbols.all.isEmpty, isBrowsed || !has else { return ["symbols": false] }
        let source = (entry.name.split(separator: ".").dropLast().map(String.init) + [sibling]).joined(separator: ".")
        let searched = isBrowsed ? form?[entry.name + ".q"] ?? "" : ""
        let text = searched.isEmpty ? form.map { $0[source] } ?? words : searched
        let found = symbols.matching(text, language, limit: isBrowsed ? 3 * most : most)
        let items = found.map { ["symbol": $0.name, "label": $0.label(language)] as Values }
        return ["symbols": ["source": source, "items": items, "hasItems": !items.isEmpty] as Values]
    }
}

extension AdminContext {
    /// Answers the drawings for words that are being typed.
    @Sendable func offerSymbols(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.requireSomewhere(MediaPages.editing)
        let typed = Form(query: request.uri.query ?? "")["q"]
        let language = words(person).language
        let found = symbols.matching(typed, language, limit: SymbolChoice.most)
        return .json(.list(found.map { .object([("name", .text($0.name)), ("label", .text($0.label(language)))]) }))
    }
}
