import Mustache

/// HTML escaping by bytes.
///
/// swift-mustache escapes by `Character`: a `"` or `<` followed by a combining mark is another `Character`, is not in its table and
/// goes out raw, which lets stored text become markup. Every template is forced to use this type by `Templates`.
struct HTMLBytes: MustacheContentType {
    static let name = "PORTICO"

    func escapeText(_ text: String) -> String { text.escapedForPage() }
}
