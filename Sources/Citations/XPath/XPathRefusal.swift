/// Why an expression is not evaluated.
enum XPathRefusal: String, Error {
    case invalid
    case long
    /// It needs too much time or memory.
    case endless
    /// The system starts no process for it.
    case unavailable

    var key: String { "citations.xpath.refused.\(rawValue)" }
}
