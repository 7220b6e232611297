import Foundation
import Web

/// The state of a list. It is all in the address, so a list can be saved and shared.
struct ListQuery: Equatable, Sendable {
    var search = ""
    /// The chosen filters: a name with values separated by commas, or `price.from` and `price.to` with the input.
    var chosen: [(name: String, value: String)] = []
    /// A field name, with `-` for descending; empty for the resource's own order.
    var sort = ""
    var page = 1
    var size = defaultSize
    /// Column names separated by commas, if the address sets them; otherwise the person's own.
    var columns = ""
    var layout = ListLayout.table
    var isPanelOpen = false
    let isClumsy: Bool

    static let defaultSize = 50
    /// In characters.
    static let longestSearch = 200
    static let sizes = [25, 50, 100, 200]

    init(_ form: Form, filters: [String], sortable: [String]) {
        search = String(form["q"].prefix(Self.longestSearch))
        chosen = filters.compactMap { name in
            let values = form.all(name).map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
            return values.isEmpty ? nil : (name, String(values.joined(separator: ",").prefix(1000)))
        }
        let asked = form["sort"]
        sort = sortable.contains(asked.hasPrefix("-") ? String(asked.dropFirst()) : asked) ? asked : ""
        page = min(max(form.number("page", in: .positions) ?? 1, 1), 1_000_000)
        size = form.number("size", in: .whole).flatMap { Self.sizes.contains($0) ? $0 : nil } ?? Self.defaultSize
        columns = String(form.all("columns").joined(separator: ",").prefix(500))
        layout = ListLayout(rawValue: form["layout"]) ?? .table
        isPanelOpen = form["panel"] == "filters"
        isClumsy = form.values.contains { $0.value.count > 1 || $0.value == [""] }
    }

    var isFiltered: Bool { !search.isEmpty || !chosen.isEmpty }
    /// For the head of a list; nil where nothing is chosen.
    var chosenCount: String? { chosen.isEmpty ? nil : String(chosen.count) }

    func values(_ name: String) -> [String] {
        chosen.first { $0.name == name }.map { $0.value.split(separator: ",").map(String.init) } ?? []
    }

    func address(_ path: String, page: Int = 1) -> String {
        var pairs = chosen
        if !search.isEmpty { pairs.insert(("q", search), at: 0) }
        pairs += hidden.map { ($0.name, $0.value) }
        if page > 1 { pairs.append(("page", String(page))) }
        return path.appendingQuery(pairs)
    }

    var hidden: [(name: String, value: String)] {
        let all: [(name: String, value: String)] = [
            ("sort", sort), ("size", size == Self.defaultSize ? "" : String(size)), ("columns", columns),
            ("layout", layout == .table ? "" : layout.rawValue),
        ]
        return all.filter { !$0.value.isEmpty }
    }

    func without(_ name: String) -> ListQuery {
        var query = self
        query.chosen.removeAll { $0.name == name || $0.name == name + ".from" || $0.name == name + ".to" }
        return query
    }

    func without(_ value: String, in name: String) -> ListQuery {
        var query = self
        guard let index = chosen.firstIndex(where: { $0.name == name }) else { return self }
        let rest = values(name).filter { $0 != value }
        if rest.isEmpty { query.chosen.remove(at: index) } else { query.chosen[index].value = rest.joined(separator: ",") }
        return query
    }

    var cleared: ListQuery {
        var query = self
        (query.chosen, query.search) = ([], "")
        return query
    }

    func shown(as layout: ListLayout) -> ListQuery {
        var query = self
        query.layout = layout
        return query
    }

    func sorted(by sort: String) -> ListQuery {
        var query = self
        query.sort = sort
        return query
    }

    static func == (a: Self, b: Self) -> Bool { a.address("") == b.address("") && a.page == b.page }
}

enum ListLayout: String, CaseIterable, Sendable {
    case table, grid, map
}

extension String {
    public func appendingQuery(_ pairs: [(name: String, value: String)]) -> String {
        guard !pairs.isEmpty else { return self }
        return self + (utf8.contains(UInt8(ascii: "?")) ? "&" : "?")
            + pairs.map { "\($0.name.queryEscaped)=\($0.value.queryEscaped)" }.joined(separator: "&")
    }

    /// Percent-encoded for a query name or value. Unreserved characters (RFC 3986) stay, and the comma, which separates values.
    public var queryEscaped: String {
        var text = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
                UInt8(ascii: ","):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}

extension ListQuery {
    init<R: Resource>(_ type: R.Type, back: String, ofTrash: Bool = false) {
        let filters = ofTrash ? Filter<R>.namesOfTrash : Filter<R>.names
        self.init(Form(query: String(back.drop { $0 == "?" })), filters: filters, sortable: ListOutline<R>.shared.sortable)
    }
}
