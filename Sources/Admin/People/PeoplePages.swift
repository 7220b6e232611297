import Accounts
import GRDB
import Hummingbird
import Web

struct PeoplePages: Sendable {
    let admin: AdminContext
    static let address = "/admin/people"

    func addRoutes(to people: RouterGroup<SignedIn>, proof: RecentProof) {
        let acts = people.group().add(middleware: proof)
        people.get("", use: index)
        acts.post("", use: create)
        people.get("new", use: blank)
        acts.post("bulk", use: bulk)
        people.get("trash", use: trash)
        acts.post("trash", use: changeTrash)
        people.get("demo", use: demo)
        acts.post("demo/removal", use: removeDemo)
        AdminForm.addRoutes(.people, to: people, admin)
        people.get("{id}", use: edit)
        acts.post("{id}", use: save)
        people.get("{id}/deletion", use: askDeletion)
        acts.post("{id}/deletion", use: delete)
        people.get("{id}/erasure", use: askErasure)
        acts.post("{id}/erasure", use: erase)
        acts.post("{id}/link", use: makeLink)
        acts.post("{id}/sessions/ending", use: endSessions)
        people.get("{id}/access", use: access)
        people.get("{id}/factors", use: factors)
        acts.post("{id}/factors/removal", use: resetFactors)
        acts.post("{id}/devices/removal", use: forgetDevices)
    }

    func id(_ person: SignedIn) throws -> Int64 {
        guard let id = person.parameters.recordID("id") else { throw HTTPError(.notFound) }
        return id
    }

    func find(_ db: Database, _ id: Int64) throws -> PersonDraft {
        guard let draft = try PersonDraft.find(db, id) else { throw HTTPError(.notFound) }
        return draft
    }

    static func address(_ id: Int64) -> String { "\(address)/\(id)" }

    func change(
        _ person: SignedIn, _ id: Int64, _ act: @escaping @Sendable (Database, PersonDraft) throws -> Flash
    ) async throws -> Flash {
        do {
            return try await admin.database.write { db in
                let draft = try find(db, id)
                guard try person.grants.cover(draft.assignments(of: id), of: admin.roles(db)) else { throw PersonRefusal.tooPowerful }
                return try act(db, draft)
            }
        } catch let refusal as PersonRefusal {
            return Flash(sentence(refusal, admin.words(person)), kind: .bad)
        }
    }

    func sentence(_ refusal: PersonRefusal, _ words: Words) -> String { words("admin.people.refused.\(refusal.rawValue)") }
}
