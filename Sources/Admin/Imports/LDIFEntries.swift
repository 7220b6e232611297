import Formats
import Foundation
import Web

struct LDIFEntries {
    struct Entry {
        let number: Int
        var values: [(attribute: String, text: String)] = []
        var pictures: [(attribute: String, bytes: Data)] = []
        /// The names of what is never shown.
        var secrets: [String] = []

        func all(_ attribute: String) -> [String] { values.filter { $0.attribute == attribute }.map(\.text) }
    }

    private enum Value {
        case text(String)
        case picture(Data)
        case secret
        /// A URL of a value, or bytes that are no text.
        case none
    }

    private let text: [UInt8]
    private var at = 0
    private var line = 0
    private var number = 0

    init(_ text: [UInt8]) { self.text = text }

    /// What has no name of its own is no entry: the final `result: 0 Success` of `ldapsearch`.
    mutating func next() throws -> Entry? {
        while let entry = try block() {
            number += 1
            if entry.values.contains(where: { $0.attribute == "dn" }) { return entry }
        }
        return nil
    }

    /// The lines up to the next empty one that say anything.
    private mutating func block() throws -> Entry? {
        var entry: Entry?
        while let bytes = unfolded() {
            if bytes.isEmpty {
                if let entry { return entry }
                // After unfolding, because comments are folded too.
            } else if bytes.first != UInt8(ascii: "#"), let (attribute, value) = try Self.attribute(bytes, line) {
                if entry == nil { entry = Entry(number: number + 1) }
                if attribute == "changetype" {
                    guard case .text("add") = value else { throw ImportRefusal("changes") }
                }
                switch value {
                case .text(let text): entry?.values.append((attribute, text))
                case .picture(let bytes): entry?.pictures.append((attribute, bytes))
                case .secret: entry?.secrets.append(attribute)
                case .none: break
                }
            }
        }
        return entry
    }

    /// A line with those that continue it; `line` is then its first number.
    private mutating func unfolded() -> [UInt8]? {
        guard at < text.count else { return nil }
        line += lines
        lines = 1
        var bytes = Array(physical())
        while !bytes.isEmpty, at < text.count, text[at] == 0x20 {
            bytes += physical().dropFirst()
            lines += 1
        }
        return bytes
    }

    /// How many lines the last one took.
    private var lines = 1

    private mutating func physical() -> ArraySlice<UInt8> {
        let end = text[at...].firstIndex(of: 0x0A) ?? text.endIndex
        let line = text[at..<end]
        at = min(end + 1, text.endIndex)
        return line.last == 0x0D ? line.dropLast() : line
    }

    /// The attribute, spelled as at its first use, and its value; nil for a line without entry data.
    private static func attribute(_ bytes: [UInt8], _ number: Int) throws -> (String, Value)? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
            throw ImportRefusal("ldif", ["row": String(number)])
        }
        let name = String(decoding: bytes[..<colon], as: UTF8.self).trimmingSpaces().lowercased()
        if name == "version" { return nil }
        if LDIFSchema.isSecret(name) { return (name, .secret) }
        let rest = bytes[(colon + 1)...]
        switch rest.first {
        // A URL of a value: never read.
        case UInt8(ascii: "<"): return (name, .none)
        case UInt8(ascii: ":"): return (name, try base64(rest.dropFirst(), number, name))
        default: return (name, .text(try checked(Array(rest.drop { $0 == 0x20 }), number)))
        }
    }

    private static func base64(_ text: ArraySlice<UInt8>, _ number: Int, _ attribute: String) throws -> Value {
        guard let data = Data(base64Encoded: String(decoding: text, as: UTF8.self).trimmingSpaces()) else {
            throw ImportRefusal("base64", ["row": String(number)])
        }
        if LDIFSchema.isPicture(attribute) { return .picture(data) }
        guard !attribute.hasSuffix(";binary"), let bytes = try? TextDecoding.utf8([UInt8](data)) else { return .none }
        return .text(try checked(bytes, number))
    }

    private static func checked(_ bytes: [UInt8], _ number: Int) throws -> String {
        guard bytes.count <= CSVReader.cellBytes else { throw ImportRefusal("cell", ["row": String(number)]) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
