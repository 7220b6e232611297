import Foundation
import Web

/// Reads LDIF (RFC 2849), as `ldapsearch` writes what a directory holds: an entry is a row, an attribute a column.
///
/// Of an attribute that some entry has more than once there are two columns: the first value, and all of them as a list of titles.
/// Values that are no text (pictures, certificates) and those that lie in another file are left out.
struct LDIFReader {
    private(set) var columns: [String] = []
    private(set) var rows: [FileTable.Row] = []

    private struct Entry {
        let number: Int
        var values: [(attribute: String, text: String)] = []
    }

    /// Whether it begins as LDIF does, after comments.
    static func fits(_ text: [UInt8]) -> Bool {
        for line in text.prefix(20_000).split(separator: 0x0A, omittingEmptySubsequences: true) {
            let start = String(decoding: line.prefix(10), as: UTF8.self).trimmingSpaces().lowercased()
            // A line that begins with a space goes on with the one before.
            if line.first == 0x20 || start.isEmpty || start.hasPrefix("#") { continue }
            return start.hasPrefix("dn:") || start.hasPrefix("version:")
        }
        return false
    }

    /// - Parameter text: UTF-8.
    /// - Throws: `FileRefusal`.
    init(_ text: [UInt8]) throws {
        var entries: [Entry] = []
        var entry: Entry?
        for line in Self.lines(text) {
            if line.bytes.isEmpty {
                if let entry { entries.append(entry) }
                entry = nil
            } else if let (attribute, value) = try Self.attribute(line) {
                if entry == nil { entry = Entry(number: entries.count + 1) }
                guard attribute != "changetype" || value == "add" else { throw FileRefusal("changes") }
                if let value { entry?.values.append((attribute, value)) }
            }
        }
        if let entry { entries.append(entry) }
        // What ldapsearch says at the end (`result: 0 Success`) is the entry of nobody.
        try table(entries.filter { $0.values.contains { $0.attribute == "dn" } })
    }

    // MARK: Lines

    /// Lines put together again, without comments; an empty one ends an entry.
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
        // Only now: comments are folded too.
        return lines.filter { $0.bytes.first != UInt8(ascii: "#") }
    }

    /// The name of a line, in the letters of the first that had it, and its value; nil for a line that says nothing of an entry.
    private static func attribute(_ line: (number: Int, bytes: [UInt8])) throws -> (String, String?)? {
        guard let colon = line.bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
            throw FileRefusal("ldif", ["row": String(line.number)])
        }
        let name = String(decoding: line.bytes[..<colon], as: UTF8.self).trimmingSpaces().lowercased()
        if name == "version" { return nil }
        let rest = line.bytes[(colon + 1)...]
        switch rest.first {
        // The address of a file: whatever it names is not read.
        case UInt8(ascii: "<"): return (name, nil)
        case UInt8(ascii: ":"): return (name, try base64(rest.dropFirst(), line.number, isText: !name.hasSuffix(";binary")))
        default: return (name, try checked(Array(rest.drop { $0 == 0x20 }), line.number))
        }
    }

    private static func base64(_ text: ArraySlice<UInt8>, _ number: Int, isText: Bool) throws -> String? {
        guard let data = Data(base64Encoded: String(decoding: text, as: UTF8.self).trimmingSpaces()) else {
            throw FileRefusal("base64", ["row": String(number)])
        }
        // In the letters that the directory was filled in with; what is no text in any is none.
        guard isText, let bytes = try? TextDecoding.utf8([UInt8](data)) else { return nil }
        return try checked(bytes, number)
    }

    private static func checked(_ bytes: [UInt8], _ number: Int) throws -> String {
        guard bytes.count <= CSVReader.cellBytes else { throw FileRefusal("cell", ["row": String(number)]) }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Columns

    /// The column of all the values of an attribute.
    static func all(_ attribute: String) -> String { attribute + " (*)" }
    /// The column of sign-in names as keys: `mario.rossi` is `mario-rossi`.
    static let keys = "uid (a-z)"

    private mutating func table(_ entries: [Entry]) throws {
        var (order, repeated): ([String], Set<String>) = ([], [])
        var known: Set<String> = []
        for entry in entries {
            var own: Set<String> = []
            // The classes say what an entry may have, and nothing of whom it is about.
            for (name, _) in entry.values where name != "objectclass" && name != "changetype" {
                if known.insert(name).inserted { order.append(name) }
                if !own.insert(name).inserted { repeated.insert(name) }
            }
        }
        let isKeyed = entries.contains { entry in entry.values.contains { $0.attribute == "uid" && $0.text != $0.text.slug } }
        // Before the names themselves, so that it and not they is taken for the key.
        columns = (isKeyed ? [Self.keys] : []) + order.flatMap { repeated.contains($0) ? Self.pair($0, $0, Self.all($0)) : [$0] }
        guard columns.count <= CSVReader.columns else { throw FileRefusal("columns", ["limit": String(CSVReader.columns)]) }
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

    /// The first value of an attribute and all of them; these before it where a field is likely to have room for them.
    private static func pair(_ attribute: String, _ first: String, _ all: String) -> [String] {
        several.contains(attribute) ? [all, first] : [first, all]
    }

    /// An address may carry its label behind a space (RFC 2079).
    private static func plain(_ text: String, of attribute: String) -> String {
        attribute == "labeleduri" ? String(text.prefix { $0 != " " }) : text
    }

    // MARK: Meanings

    /// The fields that hold what directories have, by the attribute's name (RFC 4519, RFC 2798, and what Active Directory calls it); the
    /// first that a record has. Never the account: whose record something is is said by hand.
    static func field<R: Resource>(of column: String, in type: R.Type) -> String? {
        let name = column.lowercased()
        if [keys, "uid", "samaccountname"].contains(name) { return ImportMapping.key }
        if let attribute = several.first(where: { all($0) == name }) {
            return meanings[attribute]?.first { R.field($0)?.kind is LongTextFieldType }
        }
        return meanings[name]?.first { R.field($0) != nil }
    }

    /// What people have several of; all go where a field has room for lines.
    private static let several = ["mail", "telephonenumber"]

    private static let meanings: [String: [String]] = [
        "cn": ["name"], "sn": ["surname"], "surname": ["surname"], "givenname": ["givenName"], "mail": ["email"],
        "telephonenumber": ["phone"], "facsimiletelephonenumber": ["fax"], "title": ["position"], "ou": ["department", "name"],
        "department": ["department"], "employeenumber": ["code"], "roomnumber": ["office"], "physicaldeliveryofficename": ["office"],
        "labeleduri": ["website"], "wwwhomepage": ["website"], "description": ["about", "note"], "street": ["street"],
        "postalcode": ["zip"], "l": ["city"],
    ]
}
