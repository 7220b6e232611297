import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// A purse to fill. What is counted is in the address; only what the guest keeps is stored.
struct PursePages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("euro/purse", use: purse)
        router.post("euro/purse", use: keep)
    }

    @Sendable private func purse(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let words = guests.words(person)
        let query = Form(query: request.uri.query ?? "")
        let kept = try await guests.database.read { try Purse.of(person.guest.id, $0) }
        let have = query.has("have") ? Purse(query["have"]) : kept
        let isKept = have.sorted == kept.sorted
        let page = ["coins", "euros", "notes"].contains(query["page"]) ? query["page"] : "euros"
        let address: (Purse, String) -> String = { "/house/euro/purse?have=\($0.text)&page=\($1)" }
        let choices = Denomination.all.filter { Self.page(of: $0) == page }.map { piece -> Values in
            let own: Values = [
                "href": address(have.isFull ? have : Purse(have.pieces + [piece]), page) + "#d\(piece.cents)", "cents": String(piece.cents),
                "add": words("money.add", ["piece": piece.name(words)]),
            ]
            return piece.values(words).merging(own) { $1 }
        }
        let pages = ["coins", "euros", "notes"].map { name -> Values in
            ["label": words("money.pages.\(name)"), "href": address(have, name), "isCurrent": name == page]
        }
        let total = have.cents
        let isEmpty = have.pieces.isEmpty
        let values: Values = [
            "have": have.sorted.map { $0.values(words) }, "isEmpty": isEmpty,
            "total": isEmpty ? words("money.nothingYet") : words("money.total", ["amount": MoneyPages.formatted(total, words)]),
            "choices": choices, "pages": pages, "isFull": have.isFull,
            "undo": isEmpty ? false : address(Purse(have.pieces.dropLast()), page),
            "again": isEmpty ? false : address(Purse([]), page),
            "buy": total > 0 && total <= MoneyPages.limit ? "/house/euro/\(total)/products" : false,
            "offer": isKept ? false : ["have": have.text] as Values, "isKept": isKept && !isEmpty,
        ]
        return try guests.page("house/money/purse", words("money.purse"), back: "/house/euro", values, for: person.visitor, request)
    }

    /// The undo of the message keeps what was there before.
    @Sendable private func keep(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let purse = Purse(try await Form.read(request)["have"])
        let words = guests.words(person)
        let amount = MoneyPages.formatted(purse.cents, words)
        let text = purse.pieces.isEmpty ? words("money.emptyPurse") : words("money.keptNow", ["amount": amount])
        try await guests.database.write { db in
            let before = try Purse.of(person.guest.id, db)
            try purse.keep(for: person.guest.id, db)
            try Message(text, undo: "/house/euro/purse", undoValue: before.text, undoName: "have").show(to: person, db)
        }
        return .redirect(to: "/house/euro/purse")
    }

    private static func page(of piece: Denomination) -> String {
        piece.cents < 100 ? "coins" : piece.cents <= 2000 ? "euros" : "notes"
    }
}
