import Foundation
import GRDB
import Web

extension Resource {
    /// Uses titles and shortened texts, such as `1,60 € → 1,80 €`, because log entries stay for ever and histories do not.
    static func changes(_ before: Self, _ after: Self, _ db: Database, words: Words, zone: TimeZone) throws -> [String: String] {
        var pointers = Pointers()
        let changed = fields.filter { !FieldDifference.isSame($0.kind, $0.pack(before), $0.pack(after)) }
        for field in changed {
            pointers.add(field.kind, field.pack(before))
            pointers.add(field.kind, field.pack(after))
        }
        let reading = try ValueReading(pointers, db, words, zone)
        var changes: [String: String] = [:]
        for field in changed {
            let (old, new) = (reading.text(field.kind, field.pack(before)), reading.text(field.kind, field.pack(after)))
            if old != new { changes[field.name] = "\(old.shortened) → \(new.shortened)" }
        }
        return changes
    }
}

extension String {
    fileprivate var shortened: String {
        unicodeScalars.count <= 200 ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(199))) + "…"
    }
}

struct RevisionChanges {
    struct Change {
        let name: String
        let old: String?
        let new: String?
    }

    let all: [Int64: [Change]]

    /// - Parameter revisions: newest first, followed by the predecessor of the last one, if there is one.
    init<R: Resource>(_ revisions: [Revision], of type: R.Type, _ db: Database, words: Words, zone: TimeZone) throws {
        var found: [(id: Int64, field: Field<R>, old: JSON, new: JSON)] = []
        var pointers = Pointers()
        let packed = revisions.map { PackedFields($0.fields) }
        for (index, revision) in revisions.dropLast().enumerated() {
            for field in R.fields where !packed[index].isSame(field.name, as: packed[index + 1]) {
                guard let new = packed[index][field.name], let old = packed[index + 1][field.name],
                    !FieldDifference.isSame(field.kind, old, new)
                else { continue }
                found.append((revision.id ?? 0, field, old, new))
                if Self.isShort(field.kind) {
                    pointers.add(field.kind, old)
                    pointers.add(field.kind, new)
                }
            }
        }
        let reading = try ValueReading(pointers, db, words, zone)
        all = Dictionary(grouping: found, by: \.id).mapValues { changes in
            changes.map { change in
                guard Self.isShort(change.field.kind) else { return Change(name: change.field.name, old: nil, new: nil) }
                let (old, new) = (reading.text(change.field.kind, change.old), reading.text(change.field.kind, change.new))
                let isShort = max(old.unicodeScalars.count, new.unicodeScalars.count) <= 60
                return Change(name: change.field.name, old: isShort ? old : nil, new: isShort ? new : nil)
            }
        }
    }

    private static func isShort(_ kind: any FieldType) -> Bool {
        !(kind is LongTextFieldType || kind is PictureFieldType || kind is any Composite)
    }
}
