import Web

/// Texts that a person typed in place of parts of a list, such as `ingredients.3.amount`.
struct PartCorrections {
    private let texts: [Int: [String: String]]

    init(_ corrections: [String: String], of field: String) {
        var texts: [Int: [String: String]] = [:]
        for (name, text) in corrections where name.hasPrefix(field + ".") {
            let parts = name.dropFirst(field.count + 1).split(separator: ".", maxSplits: 1).map(String.init)
            if parts.count == 2, let index = Int(parts[0], in: .whole) { texts[index, default: [:]][parts[1]] = text }
        }
        self.texts = texts
    }

    var isEmpty: Bool { texts.isEmpty }
    var places: [Int] { texts.keys.sorted() }
    func text(_ index: Int, _ part: String) -> String? { texts[index]?[part] }

    /// Whether the person emptied the first of its parts, so that it does not come in.
    func leavesOut(_ index: Int, _ part: JSON) -> Bool {
        Self.first(of: part).flatMap { text(index, $0) }?.trimmingSpaces().isEmpty == true
    }

    func applied(to value: FileTable.Value) -> FileTable.Value {
        guard !isEmpty, case .packed(let packed) = value, let parts = packed.list else { return value }
        let corrected = parts.enumerated().compactMap { index, part -> JSON? in
            guard let texts = texts[index] else { return part }
            if leavesOut(index, part) { return nil }
            var part = part
            for (name, text) in texts { part[name] = .text(text) }
            return part
        }
        return .packed(.list(corrected))
    }

    static func names(of part: JSON) -> [String] {
        guard case .object(let pairs) = part else { return [] }
        return pairs.filter { !["line", "reading"].contains($0.key) && $0.value.text != nil }.map(\.key)
    }

    private static func first(of part: JSON) -> String? { names(of: part).first }
}
