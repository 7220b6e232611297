import Web

/// Elements of XML that hold nothing but text.
enum XMLText {
    /// `<name>text</name>` and a new line; nothing for an empty text. It covers and turns nothing around it.
    static func element(_ name: String, _ text: String?) -> String {
        guard let text, !text.isEmpty else { return "" }
        return "<\(name)>\(ShownText.settled(text).escapedForXML())</\(name)>\n"
    }
}
