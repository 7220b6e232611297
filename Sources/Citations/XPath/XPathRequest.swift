/// What goes to the child process: a page, or an expression about the last page.
struct XPathRequest {
    enum Kind: UInt32 { case page, select, value }

    static let size = 4 * MemoryLayout<UInt32>.size

    var kind: Kind
    /// The number of the node that an expression begins at; 0 for the page.
    var place: UInt32 = 0
    var microseconds: UInt32 = 0
    var length: UInt32

    init(_ kind: Kind, place: Int = 0, microseconds: Int = 0, length: Int) {
        self.kind = kind
        (self.place, self.microseconds, self.length) = (UInt32(clamping: place), UInt32(clamping: microseconds), UInt32(clamping: length))
    }

    init?(_ words: [UInt32]) {
        guard words.count == 4, let kind = Kind(rawValue: words[0]) else { return nil }
        self.kind = kind
        (place, microseconds, length) = (words[1], words[2], words[3])
    }

    var words: [UInt32] { [kind.rawValue, place, microseconds, length] }
}
