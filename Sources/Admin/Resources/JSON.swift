import Foundation
import GRDB
import Web

/// A JSON value. Written objects keep the order of their keys, so the output is reproducible.
public indirect enum JSON: Sendable {
    case null
    case text(String)
    case number(Int)
    case decimal(Double)
    case flag(Bool)
    case list([JSON])
    case object([(key: String, value: JSON)])

    public subscript(key: String) -> JSON? {
        get { if case .object(let pairs) = self { pairs.first { $0.key == key }?.value } else { nil } }
        set {
            guard case .object(var pairs) = self, let newValue else { return }
            if let index = pairs.firstIndex(where: { $0.key == key }) {
                pairs[index].value = newValue
            } else {
                pairs.append((key, newValue))
            }
            self = .object(pairs)
        }
    }

    public var text: String? { if case .text(let text) = self { text } else { nil } }
    public var number: Int? { if case .number(let number) = self { number } else { nil } }
    public var list: [JSON]? { if case .list(let items) = self { items } else { nil } }
    public var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    public var isNull: Bool { if case .null = self { true } else { false } }
    var isBlank: Bool { isNull || text?.isEmpty ?? list?.isEmpty ?? false }

    /// The value with all texts cleaned like form input.
    public var cleaned: JSON {
        switch self {
        case .text(let text): .text(TypedText.clean(Array(text.utf8)))
        case .list(let items): .list(items.map(\.cleaned))
        case .object(let pairs): .object(pairs.map { ($0.key, $0.value.cleaned) })
        case .number, .decimal, .flag, .null: self
        }
    }

    var typed: String? {
        switch self {
        case .text(let text): TypedText.clean(Array(text.utf8))
        case .number(let number): String(number)
        case .decimal(let number): String(number)
        case .flag(let flag): flag ? "yes" : nil
        case .null, .list, .object: nil
        }
    }
}

extension JSON: Equatable {
    /// Compares objects regardless of key order.
    public static func == (a: JSON, b: JSON) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.text(let a), .text(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.decimal(let a), .decimal(let b)): a == b
        case (.number(let a), .decimal(let b)), (.decimal(let b), .number(let a)): Double(a) == b
        case (.flag(let a), .flag(let b)): a == b
        case (.list(let a), .list(let b)): a == b
        case (.object(let a), .object(let b)):
            Dictionary(a.map { ($0.key, $0.value) }) { $1 } == Dictionary(b.map { ($0.key, $0.value) }) { $1 }
        default: false
        }
    }
}

extension JSON {
    public static func values(_ members: KeyValuePairs<String, JSON>) -> JSON { .object(members.map { ($0.key, $0.value) }) }

    public static func id(_ id: Int64) -> JSON { .number(Int(id)) }
    public static func optional(_ text: String?) -> JSON { text.map(JSON.text) ?? .null }
    public static func optional(_ number: Int?) -> JSON { number.map(JSON.number) ?? .null }
    public static func optional(_ number: Double?) -> JSON { number.map(JSON.decimal) ?? .null }
    public static func moment(_ date: Date?) -> JSON { date.map { .text(MomentFieldType.iso($0)) } ?? .null }
}

extension JSON {
    public init(_ stored: DatabaseValue) {
        self =
            switch stored.storage {
            case .null: .null
            case .int64(let number): .number(Int(number))
            case .double(let number): .decimal(number)
            case .string(let text): .text(text)
            case .blob(let bytes): .text(bytes.base64EncodedString())
            }
    }

    public var databaseValue: DatabaseValue {
        switch self {
        case .null, .list, .object: .null
        case .text(let text): text.databaseValue
        case .number(let number): number.databaseValue
        case .decimal(let number): number.databaseValue
        case .flag(let flag): flag.databaseValue
        }
    }
}

extension JSON: Decodable {
    /// Parses trusted JSON, of this program or a file; use `JSONReader.read(body:)` for requests. Throws `JSONReader.Mistake`.
    public init(parsing bytes: some Sequence<UInt8>) throws {
        self = try JSONReader.read(Array(bytes), limits: .file)
    }

    public init(from decoder: any Decoder) throws {
        if let pairs = try? decoder.container(keyedBy: Key.self) {
            self = .object(try pairs.allKeys.map { ($0.stringValue, try pairs.decode(JSON.self, forKey: $0)) })
        } else if var items = try? decoder.unkeyedContainer() {
            var list: [JSON] = []
            while !items.isAtEnd { list.append(try items.decode(JSON.self)) }
            self = .list(list)
        } else {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if let flag = try? value.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? value.decode(Int.self), ClosedRange.whole.contains(number) {
                self = .number(number)
            } else if let number = try? value.decode(Double.self) {
                self = .decimal(number)
            } else {
                self = .text(try value.decode(String.self))
            }
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension JSON {
    func written(_ indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .list(let items) where !items.isEmpty:
            return "[\n" + items.map { inner + $0.written(inner) }.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let pairs) where !pairs.isEmpty:
            return "{\n" + pairs.map { "\(inner)\($0.key.quotedForJSON): \($0.value.written(inner))" }.joined(separator: ",\n")
                + "\n\(indent)}"
        default: return compact
        }
    }

    public var compact: String {
        var written: [UInt8] = []
        append(to: &written)
        return String(decoding: written, as: UTF8.self)
    }

    private func append(to written: inout [UInt8]) {
        switch self {
        case .null: written += "null".utf8
        case .text(let text): text.appendForJSON(to: &written)
        case .number(let number): written += String(number).utf8
        // JSON has no NaN or infinity.
        case .decimal(let number): written += (number.isFinite ? "\(number)" : "null").utf8
        case .flag(let flag): written += (flag ? "true" : "false").utf8
        case .list(let items):
            written.append(UInt8(ascii: "["))
            for (index, item) in items.enumerated() {
                if index > 0 { written.append(UInt8(ascii: ",")) }
                item.append(to: &written)
            }
            written.append(UInt8(ascii: "]"))
        case .object(let pairs):
            written.append(UInt8(ascii: "{"))
            for (index, pair) in pairs.enumerated() {
                if index > 0 { written.append(UInt8(ascii: ",")) }
                pair.key.appendForJSON(to: &written)
                written.append(UInt8(ascii: ":"))
                pair.value.append(to: &written)
            }
            written.append(UInt8(ascii: "}"))
        }
    }
}
