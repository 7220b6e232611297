/// How DBLP writes names and titles.
enum DBLP {
    /// Without the number that tells namesakes apart: `Wei Wang 0001`.
    static func name(_ text: String) -> String { text.trimmingSpaces().replacing(#/ \d{4}$/#, with: "") }

    /// Without the point at the end.
    static func title(_ text: String) -> String {
        let title = ListText.title(text)
        return title.hasSuffix(".") && !title.hasSuffix("..") ? String(title.dropLast()) : title
    }
}
