import Mustache

/// Escapes HTML by bytes: swift-mustache escapes by `Character` and leaves `"` or `<` with a combining mark raw.
struct HTMLBytes: MustacheContentType {
    static let name = "PORTICO"

    func escapeText(_ text: String) -> String { text.escapedForPage() }
}
