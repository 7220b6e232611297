/// A long Markdown text among a page's values, rendered beside the request threads.
public struct MarkdownText: Sendable {
    /// In bytes. The slowest text found of this length takes libcmark-gfm 1.2 ms, twice the length 5 ms.
    static let mostAtOnce = 4_096

    let source: String

    /// The HTML of a short text, or a long text for `renderingMarkdown()`.
    public static func value(_ source: String) -> any Sendable {
        source.utf8.count <= mostAtOnce ? Markdown.html(source) : MarkdownText(source: source)
    }

    /// The HTML of a text; long texts are rendered beside the request threads.
    public static func html(_ source: String) async throws -> String {
        source.utf8.count <= mostAtOnce ? Markdown.html(source) : try await ComputeThreadPool.run { Markdown.html(source) }
    }
}

extension MarkdownText: CustomStringConvertible {
    /// Renders at once: a page that forgets `renderingMarkdown` is slow but correct.
    public var description: String { Markdown.html(source) }
}

extension [String: any Sendable] {
    /// Renders long Markdown texts among the values, within the request's budget.
    public func renderingMarkdown() async throws -> Self {
        let texts = Self.texts(in: self)
        guard !texts.isEmpty else { return self }
        let drawn = try await ComputeThreadPool.run { texts.reduce(into: [String: String]()) { $0[$1] = Markdown.html($1) } }
        return Self.replaced(self, drawn)
    }

    private static func texts(in values: Self) -> Set<String> {
        values.values.reduce(into: []) { texts, value in
            switch value {
            case let text as MarkdownText: texts.insert(text.source)
            case let inner as Self: texts.formUnion(Self.texts(in: inner))
            case let list as [Self]: for inner in list { texts.formUnion(Self.texts(in: inner)) }
            default: break
            }
        }
    }

    private static func replaced(_ values: Self, _ drawn: [String: String]) -> Self {
        values.mapValues { value in
            switch value {
            case let text as MarkdownText: drawn[text.source] ?? text.description
            case let inner as Self: replaced(inner, drawn)
            case let list as [Self]: list.map { replaced($0, drawn) }
            default: value
            }
        }
    }
}
