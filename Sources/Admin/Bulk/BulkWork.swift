import Accounts
import Foundation
import GRDB
import Web

/// Runs an act record by record; a refused record does not stop the others.
struct BulkWork<R: Resource> {
    let change: BulkChange
    let resources: Resources
    let context: FormContext
    let actor: Actor
    var readers: [Words] = []
    private let packed: JSON

    init(_ change: BulkChange, _ resources: Resources, _ context: FormContext, by actor: Actor) {
        (self.change, self.resources, self.context, self.actor) = (change, resources, context, actor)
        packed = change.packed
    }

    private var db: Database { context.db }

    func run(_ records: [(id: Int64, version: Int)]) throws -> (changed: Int, skipped: [Skipped]) {
        let used = try used(among: records.map(\.id))
        var changed = 0
        var skipped: [Skipped] = []
        for (id, version) in records {
            if change.verb == .undo {
                if let skip = try undo(id) { skipped.append(skip) } else { changed += 1 }
                continue
            }
            guard var record = try R.fetch(db, id: id) else {
                skipped.append(Skipped(id: id, title: "#\(id)", why: .gone))
                continue
            }
            let title = record.titleText
            if let (why, sentence) = try apply(&record, version, isUsed: used.contains(id)) {
                var skip = Skipped(id: id, title: title, why: why, sentence: sentence)
                if sentence != nil, !readers.isEmpty { (skip.sentence, skip.sentences) = (nil, try refusals(of: record)) }
                skipped.append(skip)
            } else {
                changed += 1
            }
        }
        return (changed, skipped)
    }

    /// One query for all records: a query for each would take longer than the act.
    private func used(among ids: [Int64]) throws -> Set<Int64> {
        guard change.verb == .delete else { return [] }
        let list = ids.map(String.init).joined(separator: ",")
        let sql = "SELECT target.id FROM \(R.table) target WHERE target.id IN (\(list)) AND \(resources.isUsed(R.table))"
        return try Int64.fetchSet(db, sql: sql)
    }

    private func apply(_ record: inout R, _ version: Int, isUsed: Bool) throws -> (BulkSkip, String?)? {
        guard record.stamp.version == version else { return (.changed, nil) }
        guard (record.stamp.deletedAt != nil) == (change.verb == .restore) else { return (.changed, nil) }
        switch change.verb {
        case .publish, .unpublish:
            guard let field = Listing<R>.publication, field.isOn(record) != (change.verb == .publish) else { return (.already, nil) }
            try record.setPublished(change.verb == .publish, db, by: actor)
        case .delete:
            if isUsed { return (.inUse, nil) }
            try record.move(toTrash: true, db, by: actor)
        case .restore: return try saving(&record) { try $0.move(toTrash: false, db, by: actor) }
        case .set, .add, .remove:
            guard change.fill(&record, packed) else { return (.already, nil) }
            if let sentence = try Self.refusal(of: record, context) { return (.refused, sentence) }
            return try saving(&record) { try $0.update(db, by: actor, words: context.words, zone: context.zone) }
        case .undo: break
        }
        return nil
    }

    private func undo(_ id: Int64) throws -> Skipped? {
        // The `+` forces the record's index: with the act's index every record would read the whole act.
        let sql = "SELECT * FROM revision WHERE kind = ? AND recordID = ? AND +actID = ? ORDER BY id DESC LIMIT 1"
        let statement = try db.cachedStatement(sql: sql)
        guard let revision = try Revision.fetchOne(statement, arguments: [R.name, id, change.act]) else {
            return Skipped(id: id, title: "#\(id)", why: .gone)
        }
        switch try R.undo(revision, db, by: actor, words: context.words, zone: context.zone) {
        case .changedSince: return Skipped(id: id, title: revision.title, why: .changed)
        case .impossible: return Skipped(id: id, title: revision.title, why: .taken)
        default: return nil
        }
    }

    private func saving(_ record: inout R, _ save: (inout R) throws -> Void) throws -> (BulkSkip, String?)? {
        do {
            try db.inSavepoint {
                try save(&record)
                return .commit
            }
            return nil
        } catch WriteRefusal.titleTaken {
            return (.taken, nil)
        } catch is WriteRefusal {
            return (.changed, nil)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return (change.verb == .restore ? .taken : .refused, nil)
        }
    }

    private func refusals(of record: R) throws -> [String: String] {
        var (sentences, context): ([String: String], FormContext) = ([:], self.context)
        for words in readers {
            context.words = words
            sentences[words.language.rawValue] = try Self.refusal(of: record, context)
        }
        return sentences
    }

    static func refusal(of record: R, _ context: FormContext) throws -> String? {
        var errors = FieldErrors()
        try record.check(Entry(name: "", form: nil, context: context, texts: R.name), errors: &errors)
        return errors.all.first?.sentence
    }
}
