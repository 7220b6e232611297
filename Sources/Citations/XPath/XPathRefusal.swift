enum XPathRefusal: String, Error {
    case invalid
    case long
    case endless
    /// The system starts no process for it.
    case unavailable

    var key: String { "citations.xpath.refused.\(rawValue)" }
}
