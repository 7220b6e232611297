extension String {
    /// Whether there is any character after the Latin letters. No mark, control of direction or hidden character comes before, but for
    /// the soft hyphen. Eight bytes at a time, because every text of every page is asked.
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
