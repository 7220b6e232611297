import GRDB
import Web

extension Resource {
    static func fileColumns(_ words: Words) -> [String] {
        [words("files.key")] + fields.map { words.label(of: $0.name, name) } + [words("files.version")]
    }

    func cells(_ spelling: CellSpelling) throws -> [String] {
        [stamp.key] + (try Self.fields.map { try $0.kind.spelled($0.pack(self), spelling) }) + [fileVersion]
    }

    func document(_ names: FileNames) throws -> JSON {
        .object(
            [("key", .text(stamp.key))]
                + (try Self.fields.map { field -> (key: String, value: JSON) in
                    (field.name, try field.kind.named(field.pack(self), names))
                }) + [(ImportMapping.version, .text(fileVersion))])
    }

    /// The version in files. It includes a hash of the content, because another site may use the same number.
    var fileVersion: String {
        let mark = packed.compact.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "v\(stamp.version)-\(String(mark >> 16, radix: 36))"
    }

    func atFileVersion(_ text: String, _ db: Database) throws -> Self? {
        let number = text.dropFirst().prefix { $0 != "-" }
        guard text.hasPrefix("v"), let was = try atVersion(Int(number), db), was.fileVersion == text else { return nil }
        return was
    }
}
