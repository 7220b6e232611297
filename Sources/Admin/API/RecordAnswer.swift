import Foundation
import GRDB

enum RecordAnswer {
    /// Members of answers only; in requests they are ignored.
    static let ownNames: Set<String> = ["id", "key", "scope", "version", "createdAt", "updatedAt", "pictures"]

    static func json<R: Resource>(of records: [R], _ db: Database) throws -> [JSON] {
        let packed = records.map(\.packed)
        guard holdsPictures(R.self) else { return zip(records, packed).map { json(of: $0, $1, nil) } }
        let ids = zip(records, packed).map { _, packed in pictures(R.fields, packed) }
        let files = try files(of: Set(ids.joined()), db)
        return zip(records, zip(packed, ids)).map { record, rest in
            var seen: Set<Int64> = []
            let found = rest.1.filter { seen.insert($0).inserted }.compactMap { id -> (key: String, value: JSON)? in
                files[id].map { (String(id), addresses(of: $0)) }
            }
            return json(of: record, rest.0, .object(found))
        }
    }

    static func json<R: Resource>(of record: R, _ packed: JSON, _ pictures: JSON?) -> JSON {
        let stamp = record.stamp
        var pairs: [(key: String, value: JSON)] = [("id", .number(Int(stamp.id ?? 0))), ("key", .text(stamp.key))]
        if R.scope != nil { pairs.append(("scope", stamp.scopeID.map { .number(Int($0)) } ?? .null)) }
        pairs += [
            ("version", .number(stamp.version)), ("createdAt", .text(MomentFieldType.iso(stamp.createdAt))),
            ("updatedAt", .text(MomentFieldType.iso(stamp.updatedAt))),
        ]
        if case .object(let fields) = packed { pairs += fields }
        if let pictures { pairs.append(("pictures", pictures)) }
        return .object(pairs)
    }

    static func addresses(of file: String) -> JSON {
        .object(PictureSize.allCases.map { ("\($0)", .text(Picture.address(file: file, $0))) })
    }

    private static func files(of ids: Set<Int64>, _ db: Database) throws -> [Int64: String] {
        guard !ids.isEmpty else { return [:] }
        let list = ids.sorted().map(String.init).joined(separator: ",")
        let rows = try Row.fetchAll(db, sql: "SELECT id, file FROM picture WHERE id IN (\(list))")
        return Dictionary(rows.map { ($0[0], $0[1]) }) { $1 }
    }

    static func holdsPictures<R: Resource>(_ type: R.Type) -> Bool {
        R.fields.contains { ($0.kind as? any Picturing)?.holdsPictures ?? false }
    }

    fileprivate static func pictures<Record>(_ fields: [Field<Record>], _ packed: JSON) -> [Int64] {
        fields.flatMap { field in packed[field.name].flatMap { (field.kind as? any Picturing)?.pictures(in: $0) } ?? [] }
    }
}

private protocol Picturing {
    var holdsPictures: Bool { get }
    func pictures(in packed: JSON) -> [Int64]
}

extension PictureFieldType: Picturing {
    fileprivate var holdsPictures: Bool { true }
    fileprivate func pictures(in packed: JSON) -> [Int64] { packed.number.map { [Int64($0)] } ?? [] }
}

extension ChildrenFieldType: Picturing {
    fileprivate var holdsPictures: Bool { C.fields.contains { ($0.kind as? any Picturing)?.holdsPictures ?? false } }
    fileprivate func pictures(in packed: JSON) -> [Int64] { (packed.list ?? []).flatMap { RecordAnswer.pictures(C.fields, $0) } }
}
