import Web

enum XMLText {
    /// `<name>text</name>` and a line end; empty for an empty text.
    static func element(_ name: String, _ text: String?) -> String {
        guard let text, !text.isEmpty else { return "" }
        return "<\(name)>\(ShownText.sanitized(text).escapedForXML())</\(name)>\n"
    }
}
