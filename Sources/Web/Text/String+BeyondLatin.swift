extension String {
    /// Whether any character follows the Latin letters, where all marks and controls are, except the soft hyphen.
    var isBeyondLatin: Bool {
        utf8.withContiguousStorageIfAvailable { text in
            let bytes = UnsafeRawBufferPointer(text)
            var at = 0
            while at + 8 <= bytes.count {
                let eight = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
                if eight & 0x8080_8080_8080_8080 != 0, bytes[at..<at + 8].contains(where: { $0 >= 0xCC }) { return true }
                at += 8
            }
            return bytes[at...].contains { $0 >= 0xCC }
        } ?? utf8.contains { $0 >= 0xCC }
    }
}
