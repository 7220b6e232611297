import Accounts
import Admin
import GRDB
import Hummingbird
import Web

/// Copies another house's catalogue. Nothing is written without a preview.
struct CataloguePages: Sendable {
    let admin: AdminContext

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("houses/{id}/catalogue", use: show)
        router.post("houses/{id}/catalogue", use: take)
    }

    static func address(of house: Int64) -> String { "/admin/house/houses/\(house)/catalogue" }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let from = Form(query: request.uri.query ?? "")["from"]
        return try await admin.page(person, request) { db, context in
            let words = context.words
            let (house, others) = try houses(person, db)
            let chosen = others.first { String($0.id) == from }
            let outlook = try chosen.map { try CatalogueCopy(source: $0.id, target: house.id).outlook(db) } ?? []
            let new = outlook.reduce(0) { $0 + $1.new }
            // Educators may edit a house but not list houses.
            let mayList = person.grants.may("house.houses.see", in: nil)
            let crumbs: [Values] = mayList ? [["label": words("house.houses.many"), "href": Household.address]] : []
            let values: Values = [
                "title": words("house.catalogue.title"), "address": Self.address(of: house.id), "isAlone": others.isEmpty,
                "into": words("house.catalogue.into", ["house": house.name]),
                "houses": others.map { ["value": String($0.id), "label": $0.name, "isChosen": $0.id == chosen?.id] as Values },
                "from": chosen.map { ["value": String($0.id), "name": words("house.catalogue.outlook", ["house": $0.name])] as Values }
                    ?? false,
                "rows": outlook.map {
                    ["name": words("\($0.kind).many"), "new": words.language.number($0.new), "there": words.language.number($0.there)]
                        as Values
                },
                "take": new > 0 ? words("house.catalogue.take", count: new) : false,
                "breadcrumbs": crumbs,
            ]
            return ("house/houses/catalogue", values)
        }
    }

    @Sendable func take(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = admin.pages.words(for: person.visitor)
        let address = try await admin.database.write { db in
            let (house, others) = try houses(person, db)
            guard let source = others.first(where: { String($0.id) == form["from"] }) else { throw HTTPError(.notFound) }
            let count = try CatalogueCopy(source: source.id, target: house.id).make(db, by: person.actor)
            let detail = ["from": source.name, "records": String(count)]
            try AuditEntry.write(
                db, "house.houses.catalogue", by: person.actor, on: (Household.name, house.id, house.name), scope: house.id, detail: detail)
            let text = words("house.catalogue.taken", count: count)
            try person.session.setFlash(db, Flash(text, kind: count == 0 ? .info : .good))
            return Self.address(of: house.id)
        }
        return .redirect(to: address)
    }

    private typealias Named = (id: Int64, name: String)

    private func houses(_ person: SignedIn, _ db: Database) throws -> (house: Named, others: [Named]) {
        let sql = "SELECT id, name FROM house WHERE \(Household.notTrashed) ORDER BY folded"
        let all: [Named] = try Row.fetchAll(db, sql: sql).map { ($0["id"], $0["name"]) }
        let keeps = { (verb: String, house: Int64) in
            ["products", "recipes"].allSatisfy { person.grants.may(Permission(rawValue: "house.\($0).\(verb)"), in: house) }
        }
        guard let house = all.first(where: { String($0.id) == person.parameters.get("id") }), keeps("edit", house.id) else {
            throw HTTPError(.notFound)
        }
        return (house, all.filter { $0.id != house.id && keeps("see", $0.id) })
    }
}
