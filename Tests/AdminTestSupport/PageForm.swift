import Foundation

/// A form of a page.
public struct PageForm: Sendable, Hashable {
    public var method = "GET"
    public var action = ""
    public var isMultipart = false
    /// Names with their values, as a browser would send them, with the main button where it has a name.
    public var fields: [Field] = []

    public init() {}

    /// What a browser sends when some fields are filled in anew; without values a box is not ticked.
    public func filled(_ changes: [String: [String]] = [:]) -> [(String, String)] {
        let kept = fields.filter { $0.isSent && !$0.isFile && changes[$0.name] == nil }.map { ($0.name, $0.value) }
        return kept + changes.sorted { $0.key < $1.key }.flatMap { name, values in values.map { (name, $0) } }
    }

    public struct Field: Sendable, Hashable {
        public let name: String
        public var value: String
        public let isFile: Bool
        /// False for a box that is not ticked.
        public var isSent = true

        public init(name: String, value: String, isFile: Bool, isSent: Bool = true) {
            (self.name, self.value, self.isFile, self.isSent) = (name, value, isFile, isSent)
        }
    }
}

/// What of a page leads on: its links and its forms. Reads the tags of our own templates, no others.
public struct PageParts: Sendable {
    public private(set) var links: [String] = []
    public private(set) var forms: [PageForm] = []

    public init(_ html: String, at address: String) {
        var (open, ids): (Int?, [String: Int]) = (nil, [:])
        var select: (name: String, first: String?, chosen: String?, form: Int)?
        var buttons: [(form: Int?, named: String?, field: PageForm.Field, isMain: Bool)] = []
        for tag in Tag.all(in: html) {
            switch tag.name {
            case "a": if let link = tag["href"], link.hasPrefix("/") || link.hasPrefix("?") { links.append(Self.whole(link, address)) }
            case "form":
                var form = PageForm()
                form.method = (tag["method"] ?? "get").uppercased()
                form.action = Self.whole(tag["action"] ?? "", address)
                form.isMultipart = tag["enctype"] == "multipart/form-data"
                open = forms.count
                if let id = tag["id"] { ids[id] = forms.count }
                forms.append(form)
            case "/form": open = nil
            case "input", "textarea":
                guard let name = tag["name"], !name.isEmpty, let form = tag["form"].map({ ids[$0] }) ?? open else { continue }
                let kind = tag["type"] ?? ""
                let isChoice = kind == "radio" || kind == "checkbox"
                let isSent = !isChoice || tag["checked"] != nil
                if !isSent, forms[form].fields.contains(where: { $0.name == name }) { continue }
                let value = tag["value"] ?? (kind == "checkbox" ? "on" : tag.content)
                forms[form].fields.append(PageForm.Field(name: name, value: value, isFile: kind == "file", isSent: isSent))
            case "button":
                guard let name = tag["name"], !name.isEmpty else { continue }
                let isMain = ["default", "primary"].contains { tag["class"]?.contains($0) == true }
                // A button may stand before the form that it names.
                buttons.append((open, tag["form"], PageForm.Field(name: name, value: tag["value"] ?? "", isFile: false), isMain))
            case "select":
                guard let name = tag["name"], let form = tag["form"].map({ ids[$0] }) ?? open else { continue }
                select = (name, nil, nil, form)
            case "option":
                guard let value = tag["value"] else { continue }
                if select?.first == nil { select?.first = value }
                if tag["selected"] != nil { select?.chosen = value }
            case "/select":
                if let ended = select {
                    let value = ended.chosen ?? ended.first ?? ""
                    forms[ended.form].fields.append(PageForm.Field(name: ended.name, value: value, isFile: false))
                }
                select = nil
            default: continue
            }
        }
        for form in forms.indices {
            let own = buttons.filter { button in button.named.map { ids[$0] == form } ?? (button.form == form) }
            if let button = own.first(where: \.isMain) ?? own.first { forms[form].fields.append(button.field) }
        }
    }

    private static func whole(_ link: String, _ address: String) -> String {
        let path = address.prefix { $0 != "?" }
        return link.isEmpty ? address : link.hasPrefix("?") ? path + link : String(link.prefix { $0 != "#" })
    }
}

private struct Tag {
    let name: String
    /// The text up to the next tag.
    let content: String
    private let attributes: [String: String]

    subscript(name: String) -> String? { attributes[name] }

    private static let wanted: Set = ["a", "form", "/form", "input", "textarea", "button", "select", "option", "/select"]

    static func all(in html: String) -> [Tag] {
        var html = html
        return html.withUTF8 { bytes in
            var (tags, at): ([Tag], Int) = ([], 0)
            while let start = bytes.find(0x3C, from: at) {
                let end = start + 1 + bytes[(start + 1)...].prefix(9).prefix { $0 != 0x20 && $0 != 0x3E && $0 != 0x0A }.count
                at = end
                let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
                guard wanted.contains(name) else { continue }
                var attributes: [String: String] = [:]
                while at < bytes.count, bytes[at] != 0x3E {
                    guard bytes[at] > 0x20, bytes[at] != 0x2F else {
                        at += 1
                        continue
                    }
                    let from = at
                    while at < bytes.count, bytes[at] > 0x20, bytes[at] != 0x3D, bytes[at] != 0x3E { at += 1 }
                    let key = String(decoding: bytes[from..<at], as: UTF8.self)
                    guard at + 1 < bytes.count, bytes[at] == 0x3D, bytes[at + 1] == 0x22, let close = bytes.find(0x22, from: at + 2) else {
                        attributes[key] = ""
                        continue
                    }
                    attributes[key] = String(decoding: bytes[(at + 2)..<close], as: UTF8.self).unescaped
                    at = close + 1
                }
                let text =
                    name == "textarea" && at < bytes.count ? bytes[(at + 1)..<(bytes.find(0x3C, from: at) ?? bytes.count)] : bytes[0..<0]
                tags.append(Tag(name: name, content: String(decoding: text, as: UTF8.self).unescaped, attributes: attributes))
            }
            return tags
        }
    }
}

extension Answer {
    /// The form of the page that is sent to an address.
    /// - Parameter name: a field that it has, where several go to one address.
    public func form(to action: String, with name: String? = nil) -> PageForm? {
        PageParts(text, at: action).forms.first { form in
            form.method == "POST" && form.action == action && (name == nil || form.fields.contains { $0.name == name })
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func find(_ byte: UInt8, from start: Int) -> Int? {
        guard start < count, let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start) else { return nil }
        return base.distance(to: found.assumingMemoryBound(to: UInt8.self))
    }
}

extension String {
    fileprivate var unescaped: String {
        guard contains("&") else { return self }
        return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#34;", "\""), ("&amp;", "&")].reduce(self) {
            $0.replacing($1.0, with: $1.1)
        }
    }
}
