import Formats
import Foundation
import Web

/// Reads LDIF (RFC 2849) entry by entry. A repeated attribute gets two columns: first value and all. Photos come along; passwords, other binary
/// and external values are left out, and so are groups and machines.
struct LDIFReader {
    private(set) var columns: [String] = []
    private var entries: LDIFEntries
    private var order: [String] = []
    private var repeated: Set<String> = []
    private var isKeyed = false
    /// The attributes that are never shown.
    private(set) var secrets: [String] = []

    static func fits(_ text: [UInt8]) -> Bool {
        for line in text.prefix(20_000).split(separator: 0x0A, omittingEmptySubsequences: true) {
            let start = String(decoding: line.prefix(10), as: UTF8.self).trimmingSpaces().lowercased()
            // A line that begins with a space continues the previous one.
            if line.first == 0x20 || start.isEmpty || start.hasPrefix("#") { continue }
            return start.hasPrefix("dn:") || start.hasPrefix("version:")
        }
        return false
    }

    /// Goes through the text once to find the columns.
    init(_ text: [UInt8]) throws {
        entries = LDIFEntries(text)
        var known: Set<String> = []
        var reading = entries
        var hasOthers = false
        while let entry = try reading.next() {
            if LDIFSchema.otherClass(of: entry.all("objectclass")) != nil {
                hasOthers = true
                continue
            }
            var own: Set<String> = []
            // Object classes describe the schema, not the person.
            for (name, value) in entry.values where name != "objectclass" && name != "changetype" {
                if known.insert(name).inserted {
                    order.append(name)
                    guard order.count <= CSVReader.columns else { throw ImportRefusal("columns", ["limit": String(CSVReader.columns)]) }
                }
                if !own.insert(name).inserted { repeated.insert(name) }
                if name == "uid", value != value.slug { isKeyed = true }
            }
            for (name, _) in entry.pictures where known.insert(name).inserted { order.append(name) }
            for name in entry.secrets where !secrets.contains(name) { secrets.append(name) }
        }
        if order.isEmpty, hasOthers { order = ["dn"] }
        // Before the names themselves, so that it becomes the key.
        columns = (isKeyed ? [Self.keys] : []) + order.flatMap { repeated.contains($0) ? Self.pair($0, $0, Self.all($0)) : [$0] }
        guard columns.count <= CSVReader.columns else { throw ImportRefusal("columns", ["limit": String(CSVReader.columns)]) }
    }

    mutating func next() throws -> ImportItem<FileTable.Row>? {
        guard let entry = try entries.next() else { return nil }
        let place = ImportPlace(.element, entry.number)
        if let kind = LDIFSchema.otherClass(of: entry.all("objectclass")) {
            let name = entry.all("cn").first ?? entry.all("dn").first ?? ""
            return ImportItem(place, nil, [ImportRemark("directoryOther", ["name": name, "kind": kind])])
        }
        let values = Dictionary(grouping: entry.values, by: \.attribute).mapValues { $0.map(\.text) }
        let cells = order.flatMap { name -> [String] in
            let all = values[name] ?? []
            let first = Self.plain(all.first ?? "", of: name)
            return repeated.contains(name) ? Self.pair(name, first, TitleList.text(all)) : [first]
        }
        let key = isKeyed ? [values["uid"]?.first.map(\.slug) ?? ""] : []
        let row = FileTable.Row(number: entry.number, values: (key + cells).map(FileTable.Value.cell))
        let title = values["uid"]?.first ?? values["cn"]?.first ?? String(entry.number)
        let pictures = entry.pictures.map { ($0.attribute, ImportPicture("\(title).jpg", $0.bytes)) }
        return ImportItem(place, row, pictures: Dictionary(pictures) { first, _ in first })
    }

    static func all(_ attribute: String) -> String { attribute + " (*)" }
    /// The column of sign-in names as keys: `mario.rossi` becomes `mario-rossi`.
    static let keys = "uid (a-z)"

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
        "postalcode": ["zip"], "l": ["city"], "jpegphoto": ["picture"], "thumbnailphoto": ["picture"], "photo": ["picture"],
    ]
}
