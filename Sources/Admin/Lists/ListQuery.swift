import Foundation
import Web

/// What a list was asked for; all of it stands in the address, so a list can be kept and sent.
struct ListQuery: Equatable, Sendable {
    var search = ""
    /// Chosen filters: the field's name and the value.
    var chosen: [(name: String, value: String)] = []
    /// A field's name, with `-` in front for descending; empty for the resource's own order.
    var sort = ""
    var page = 1
    var size = defaultSize

    static let defaultSize = 50
    /// Characters.
    static let longestSearch = 200
    static let sizes = [25, 50, 100, 200]

    init(_ form: Form, filters: [String], sortable: [String]) {
        search = String(form["q"].prefix(Self.longestSearch))
        chosen = filters.compactMap { name in form[name].isEmpty ? nil : (name, form[name]) }
        let asked = form["sort"]
        sort = sortable.contains(asked.hasPrefix("-") ? String(asked.dropFirst()) : asked) ? asked : ""
        page = min(max(Int(form["page"]) ?? 1, 1), 1_000_000)
        size = Int(form["size"]).flatMap { Self.sizes.contains($0) ? $0 : nil } ?? Self.defaultSize
    }

    var isFiltered: Bool { !search.isEmpty || !chosen.isEmpty }

    /// The part of an address after `?`, with what stands at its default left out; empty when nothing is left.
    func address(_ path: String, page: Int = 1) -> String {
        var pairs = chosen
        if !search.isEmpty { pairs.insert(("q", search), at: 0) }
        pairs += hidden.map { ($0.name, $0.value) }
        if page > 1 { pairs.append(("page", String(page))) }
        return path.appendingQuery(pairs)
    }

    /// What a search form must carry along besides its own inputs.
    var hidden: [(name: String, value: String)] {
        (sort.isEmpty ? [] : [("sort", sort)]) + (size == Self.defaultSize ? [] : [("size", String(size))])
    }

    func without(_ name: String) -> ListQuery {
        var query = self
        query.chosen.removeAll { $0.name == name }
        return query
    }

    func sorted(by sort: String) -> ListQuery {
        var query = self
        query.sort = sort
        return query
    }

    static func == (a: Self, b: Self) -> Bool { a.address("") == b.address("") && a.page == b.page }
}

extension String {
    /// The address with a query made of these pairs.
    public func appendingQuery(_ pairs: [(name: String, value: String)]) -> String {
        guard !pairs.isEmpty else { return self }
        return self + "?" + pairs.map { "\($0.name.queryEscaped)=\($0.value.queryEscaped)" }.joined(separator: "&")
    }

    /// Percent-encoded for a name or value of a query (RFC 3986, unreserved characters stay).
    public var queryEscaped: String {
        var text = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}
