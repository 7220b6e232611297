import Accounts
import Admin
import GRDB
import Hummingbird
import Web

struct RunContext: Sendable {
    let admin: AdminContext
    let live: LiveSources

    func find(_ person: SignedIn, _ permission: Permission, _ db: Database) throws -> (run: Run, id: Int64) {
        guard let id = person.parameters.recordID("id") else { throw HTTPError(.notFound) }
        return (try Run.find(db, person.grants, permission, id), id)
    }

    func mayEdit(_ run: Int64, _ person: SignedIn, _ db: Database) throws -> Bool {
        try person.grants.may(Citations.editing, in: nil) && Run.isOpen(run, Citations.editing, person.grants, db)
    }

    func findWork(_ person: SignedIn, _ permission: Permission, _ db: Database) throws -> (
        run: Run, id: Int64, findings: Findings, index: Int
    ) {
        let (run, id) = try find(person, permission, db)
        guard let outcome = try Outcome.of(id, db), let work = person.parameters.recordID("work") else {
            throw HTTPError(.notFound)
        }
        let findings = try Findings(outcome, year: year(db), db)
        guard let index = findings.works.firstIndex(where: { $0.id == work }) else { throw HTTPError(.notFound) }
        return (run, id, findings, index)
    }

    func year(_ db: Database) throws -> Int { CivilTime(try db.transactionDate, in: admin.site.zone).year }

    func tell(
        _ act: Int64?, _ key: String, _ title: String, _ run: Int64, _ person: SignedIn, _ words: Words, _ db: Database
    ) throws {
        guard let outcome = try Outcome.of(run, db) else { return }
        let h = try Findings(outcome, year: year(db), db).certainty.localized(words)
        let undo = act.map {
            Flash.Undo(action: "\(Run.address)/\(run)/decisions/\($0)/undoing", label: words("citations.log.undo"), fields: [])
        }
        try person.session.setFlash(db, Flash(words(key, ["title": title, "h": h]), undo: undo))
    }

    /// `acts` of one decision about several works; `isNothing` when none was chosen.
    func announce(
        _ acts: [Int64], isNothing: Bool, _ run: Int64, _ person: SignedIn, _ words: Words, _ db: Database
    ) throws {
        guard let first = acts.first, let outcome = try Outcome.of(run, db) else {
            let key = isNothing ? "citations.decide.noneChosen" : "citations.decide.nothingNew"
            return try person.session.setFlash(db, Flash(words(key), kind: .info))
        }
        let h = try Findings(outcome, year: year(db), db).certainty.localized(words)
        let way = acts.count > 1 ? "batches" : "decisions"
        let undo = Flash.Undo(action: "\(Run.address)/\(run)/\(way)/\(first)/undoing", label: words("citations.log.undo"), fields: [])
        try person.session.setFlash(db, Flash(words("citations.decide.manyDone", ["h": h], count: acts.count), undo: undo))
    }
}
