import Formats
import Foundation
import Web

/// Reads LDIF (RFC 2849). A repeated attribute gets two columns: first value and all. Binary and external values are left out.
struct LDIFReader {
    private(set) var columns: [String] = []
    private(set) var rows: [FileTable.Row] = []

    private struct Entry {
        let number: Int
        var values: [(attribute: String, text: String)] = []
    }

    static func fits(_ text: [UInt8]) -> Bool {
        for line in text.prefix(20_000).split(separator: 0x0A, omittingEmptySubsequences: true) {
            let start = String(decoding: line.prefix(10), as: UTF8.self).trimmingSpaces().lowercased()
            // A line that begins with a space continues the previous one.
            if line.first == 0x20 || start.isEmpty || start.hasPrefix("#") { continue }
            return start.hasPrefix("dn:") || start.hasPrefix("version:")
        }
        return false
    }

    init(_ text: [UInt8]) throws {
        var entries: [Entry] = []
        var entry: Entry?
        for line in Self.lines(text) {
            if line.bytes.isEmpty {
                if let entry { entries.append(entry) }
                entry = nil
            } else if let (attribute, value) = try Self.attribute(line) {
                if entry == nil { entry = Entry(number: entries.count + 1) }
                guard attribute != "changetype" || value == "add" else { throw ImportRefusal("changes") }
                if let value { entry?.values.append((attribute, value)) }
            }
        }
        if let entry { entries.append(entry) }
        // The final `result: 0 Success` of `ldapsearch` is not an entry.
        try table(entries.filter { $0.values.contains { $0.attribute == "dn" } })
    }

    private static func lines(_ text: [UInt8]) -> [(number: Int, bytes: [UInt8])] {
        var lines: [(number: Int, bytes: [UInt8])] = []
        for (index, part) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let line = part.last == 0x0D ? part.dropLast() : part
            if line.first == 0x20, let last = lines.indices.last, !lines[last].bytes.isEmpty {
                lines[last].bytes += line.dropFirst()
            } else {
                lines.append((index + 1, Array(line)))
            }
        }
        // After unfolding, because comments are folded too.
        return lines.filter { $0.bytes.first != UInt8(ascii: "#") }
    }

    /// The attribute, spelled as at its first use, and its value; nil for a line without entry data.
    private static func attribute(_ line: (number: Int, bytes: [UInt8])) throws -> (String, String?)? {
        guard let colon = line.bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
            throw ImportRefusal("ldif", ["row": String(line.number)])
        }
        let name = String(decoding: line.bytes[..<colon], as: UTF8.self).trimmingSpaces().lowercased()
        if name == "version" { return nil }
        let rest = line.bytes[(colon + 1)...]
        switch rest.first {
        // A URL of a value: never read.
        case UInt8(ascii: "<"): return (name, nil)
        case UInt8(ascii: ":"): return (name, try base64(rest.dropFirst(), line.number, isText: !name.hasSuffix(";binary")))
        default: return (name, try checked(Array(rest.drop { $0 == 0x20 }), line.number))
        }
    }

    private static func base64(_ text: ArraySlice<UInt8>, _ number: Int, isText: Bool) throws -> String? {
        guard let data = Data(base64Encoded: String(decoding: text, as: UTF8.self).trimmingSpaces()) else {
            throw ImportRefusal("base64", ["row": String(number)])
        }
        guard isText, let bytes = try? TextDecoding.utf8([UInt8](data)) else { return nil }
        return try checked(bytes, number)
    }

    private static func checked(_ bytes: [UInt8], _ number: Int) throws -> String {
        guard bytes.count <= CSVReader.cellBytes else { throw ImportRefusal("cell", ["row": String(number)]) }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func all(_ attribute: String) -> String { attribute + " (*)" }
    /// The column of sign-in names as keys: `mario.rossi` becomes `mario-rossi`.
    static let keys = "uid (a-z)"

    private mutating func table(_ entries: [Entry]) throws {
        var (order, repeated): ([String], Set<String>) = ([], [])
        var known: Set<String> = []
        for entry in entries {
            var own: Set<String> = []
            // Object classes describe the schema, not the person.
            for (name, _) in entry.values where name != "objectclass" && name != "changetype" {
                if known.insert(name).inserted { order.append(name) }
                if !own.insert(name).inserted { repeated.insert(name) }
            }
        }
        let isKeyed = entries.contains { entry in entry.values.contains { $0.attribute == "uid" && $0.text != $0.text.slug } }
        // Before the names themselves, so that it becomes the key.
        columns = (isKeyed ? [Self.keys] : []) + order.flatMap { repeated.contains($0) ? Self.pair($0, $0, Self.all($0)) : [$0] }
        guard columns.count <= CSVReader.columns else { throw ImportRefusal("columns", ["limit": String(CSVReader.columns)]) }
        rows = entries.map { entry in
            let values = Dictionary(grouping: entry.values, by: \.attribute).mapValues { $0.map(\.text) }
            let cells = order.flatMap { name -> [String] in
                let all = values[name] ?? []
                let first = Self.plain(all.first ?? "", of: name)
                return repeated.contains(name) ? Self.pair(name, first, TitleList.text(all)) : [first]
            }
            let key = isKeyed ? [values["uid"]?.first.map(\.slug) ?? ""] : []
            return FileTable.Row(number: entry.number, values: (key + cells).map(FileTable.Value.cell))
        }
    }

    private static func pair(_ attribute: String, _ first: String, _ all: String) -> [String] {
        several.contains(attribute) ? [all, first] : [first, all]
    }

    /// A URI may have a label after a space (RFC 2079).
    private static func plain(_ text: String, of attribute: String) -> String {
        attribute == "labeleduri" ? String(text.prefix { $0 != " " }) : text
    }

    /// Maps attributes (RFC 4519, RFC 2798, Active Directory) to the first matching field; never to the account, which is set by hand.
    static func field<R: Resource>(of column: String, in type: R.Type) -> String? {
        let name = column.lowercased()
        if [keys, "uid", "samaccountname"].contains(name) { return ImportMapping.key }
        if let attribute = several.first(where: { all($0) == name }) {
            return meanings[attribute]?.first { R.field($0)?.kind is LongTextFieldType }
        }
        return meanings[name]?.first { R.field($0) != nil }
    }

    /// Attributes with several values per person; all are imported into multi-line fields.
    private static let several = ["mail", "telephonenumber"]

    private static let meanings: [String: [String]] = [
        "cn": ["name"], "sn": ["surname"], "surname": ["surname"], "givenname": ["givenName"], "mail": ["email"],
        "telephonenumber": ["phone"], "facsimiletelephonenumber": ["fax"], "title": ["position"], "ou": ["department", "name"],
        "department": ["department"], "employeenumber": ["code"], "roomnumber": ["office"], "physicaldeliveryofficename": ["office"],
        "labeleduri": ["website"], "wwwhomepage": ["website"], "description": ["about", "note"], "street": ["street"],
        "postalcode": ["zip"], "l": ["city"],
    ]
}
