import Web

struct SeedKeys {
    private let reader: SeedReader
    private let what: String
    private var seen: [String: SeedPlace] = [:]

    init(_ reader: SeedReader, what: String) { (self.reader, self.what) = (reader, what) }

    /// The given key, or the one made from the title (`made`); nil if it is invalid. Without a title there is no key, which is reported
    /// separately.
    mutating func take(_ mapping: SeedMapping, made: @autoclosure () -> String?) -> String? {
        guard let node = mapping["key"] else {
            guard let base = made() else { return nil }
            let key = seen[base] == nil ? base : (2...).lazy.map { "\(base)-\($0)" }.first { [seen] in seen[$0] == nil } ?? base
            seen[key] = mapping.node.item.place
            return key
        }
        guard let key = node.text() else { return nil }
        guard key.isSeedKey else {
            node.refuse("key", ["key": key.slug])
            return nil
        }
        return note(key, at: node)
    }

    mutating func note(_ key: String, at node: SeedNode) -> String? {
        if let first = seen[key] {
            node.note(SeedSentences.twiceInList(what, key, place: reader.text(first)))
            return nil
        }
        seen[key] = node.item.place
        return key
    }
}

extension SeedNode {
    /// The text as written, without a mistake where there is none; nil for a secret.
    public var quietText: String? {
        if case .scalar(let text, _) = item.content, !text.isEmpty, !item.isSecret { text } else { nil }
    }
}

extension String {
    /// 1 to 80 of `a-z 0-9 - _`, beginning with a letter or digit: valid as a file name.
    fileprivate var isSeedKey: Bool {
        guard let first = utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "_"), utf8.count <= 80 else { return false }
        return utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "-_".utf8.contains($0) }
    }
}
