struct XPathReply {
    enum Status: UInt32 { case done, invalid, tooMuch }

    static let size = 3 * MemoryLayout<UInt32>.size
    static let longest = 16 << 20

    let status: Status
    let microseconds: UInt32
    let length: UInt32

    init(_ status: Status, microseconds: Int, length: Int) {
        (self.status, self.microseconds, self.length) = (status, UInt32(clamping: microseconds), UInt32(clamping: length))
    }

    init?(_ words: [UInt32]) {
        guard words.count == 3, let status = Status(rawValue: words[0]), words[2] <= Self.longest else { return nil }
        (self.status, microseconds, length) = (status, words[1], words[2])
    }

    var words: [UInt32] { [status.rawValue, microseconds, length] }
}
