/// The texts that the cells of an `.xlsx` file share, one after the other in memory.
final class SharedStrings: XMLEvents {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    private var (isText, phonetic) = (false, 0)
    /// Whether there are more texts than are kept.
    private(set) var isFull = false

    private static let (longest, most) = (96 << 20, 4_000_000)

    /// nil for a number without a text.
    subscript(index: Int) -> String? {
        guard ends.indices.contains(index) else { return nil }
        return String(decoding: bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]], as: UTF8.self)
    }

    func start(_ name: XMLName, _ attributes: XMLAttributes) {
        switch name {
        case "t": isText = phonetic == 0
        // How a word is read, above it.
        case "rPh": phonetic += 1
        default: break
        }
    }

    func text(_ part: UnsafeBufferPointer<UInt8>) {
        guard isText, !isFull else { return }
        guard bytes.count + part.count <= Self.longest else {
            isFull = true
            return
        }
        bytes.append(contentsOf: part)
    }

    func end(_ name: XMLName) {
        switch name {
        case "t": isText = false
        case "rPh": phonetic = max(0, phonetic - 1)
        case "si": if ends.count < Self.most { ends.append(bytes.count) } else { isFull = true }
        default: break
        }
    }
}
