struct IsolatedTexts {
    let page: UnsafeBufferPointer<UInt8>
    private var result: [UInt8] = []
    private var at = 0
    private var plain: String?

    /// Their content is sent back unchanged or shown outside the page.
    private static let plainElements: Set<String> = ["textarea", "title", "option", "script", "style"]

    init(page: UnsafeBufferPointer<UInt8>) { self.page = page }

    mutating func resolved() -> [UInt8] {
        result.reserveCapacity(page.count + 256)
        while at < page.count {
            switch page[at] {
            case UInt8(ascii: "<"): copyTag()
            case ShownText.begin: isolate()
            case ShownText.end: at += 1
            default: copy()
            }
        }
        return result
    }

    private var isMark: Bool { page[at] == ShownText.begin || page[at] == ShownText.end }

    private mutating func copy() {
        result.append(page[at])
        at += 1
    }

    private mutating func isolate() {
        at += 1
        guard let text = page[at...].firstIndex(where: { $0 == ShownText.end || $0 == UInt8(ascii: "<") }).map({ page[at..<$0] }),
            plain == nil
        else { return }
        let shown = ShownText.sanitized(String(decoding: text, as: UTF8.self))
        // Our sentences keep their direction; names in them are already isolated.
        result += (shown.unicodeScalars.contains("\u{2068}") ? "<bdi dir=\"ltr\">" : "<bdi>").utf8
        result += shown.utf8
        result += "</bdi>".utf8
        at = text.endIndex
    }

    private mutating func copyTag() {
        let begin = at
        if page[at...].starts(with: "<!--".utf8) {
            copy()
            while at < page.count, !page[..<at].suffix(3).elementsEqual("-->".utf8) {
                if isMark { at += 1 } else { copy() }
            }
            return
        }
        var quote: UInt8?
        while at < page.count {
            let byte = page[at]
            if isMark {
                at += 1
                continue
            }
            copy()
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                break
            }
        }
        follow(name(of: page[begin..<at]))
    }

    private func name(of tag: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(decoding: tag.dropFirst().prefix { $0 != 0x20 && $0 != 0x0A && $0 != UInt8(ascii: ">") }, as: UTF8.self).lowercased()
    }

    private mutating func follow(_ name: String) {
        if let open = plain {
            if name == "/" + open { plain = nil }
        } else if Self.plainElements.contains(name) {
            plain = name
        }
    }
}
