import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct ShoppingListPages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("list", use: show)
        router.get("list/items/{id}", use: showItem)
        router.get("list/shop", use: shopPage)
        router.get("list/shops", use: shopsNear)
        router.get("list/money", use: money)
        router.get("list/print", use: print)
    }

    @Sendable private func show(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        try await listPage("house/list/index", person.listTitle, back: "/house/shopping", person, request)
    }

    @Sendable private func shopPage(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        try await listPage("house/list/shop", "living.shop.title", back: "/house/list", person, request)
    }

    @Sendable private func print(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        try await listPage("house/list/print", person.listTitle, back: "/house/list", person, request)
    }

    private func listPage(_ template: String, _ title: String, back: String, _ person: GuestRequestContext, _ request: Request) async throws
        -> Response
    {
        let words = guests.words(person)
        let guest = person.guest.id
        let kept = template == "house/list/print" ? nil : KeptRows(request)
        let (all, said, short) = try await guests.database.read { db in
            let list = try ShoppingList.existing(person, db)
            let rows = try ShoppingListRow.all(of: list, in: person.language, keeping: kept?.ids ?? [], db)
            let short = try ShoppingList.short(of: list, in: person.guest.houseID, language: person.language, db)
            return (rows, try Notice.aboutList(for: guest, db), short)
        }
        var person = person
        // Without a notice, the request is for a saved copy or nothing waits.
        if let said, person.notice != nil {
            let next = try await guests.database.write { db in
                try Notice.answer(said, "update", by: guest, at: .now, db)
                return try Notice.waiting(for: guest, db)
            }
            person.visitor.show(next)
        }
        let rows = all.filter { !$0.isOut }
        let open = rows.filter { !$0.isBought }
        let sheet = Pagination(all.count, request)
        let fresh =
            template == "house/list/print" ? rows[...] : rows.dropFirst((sheet.number - 1) * Pagination.size).prefix(Pagination.size)
        let places: (open: [ShoppingListRow], bought: [ShoppingListRow]) = kept?.visible(of: all) ?? ([], [])
        let isKept = !places.open.isEmpty || !places.bought.isEmpty
        let shown = isKept ? places : (open: fresh.filter { !$0.isBought }, bought: fresh.filter(\.isBought))
        let asked = ConfirmationPrompt.of(request)
        let drawn: ([ShoppingListRow]) -> [Values] = { rows in
            rows.map { $0.values(words, isDirect: person.preferences.isOn(.directBought)).merging(["isAsked": $0.id == asked]) { $1 } }
        }
        let here = KeptRows.without(ConfirmationPrompt.without(request.uri.description))
        let stay = KeptRows.keeping(shown.open, shown.bought, on: here)
        let isFinished = open.isEmpty && !rows.isEmpty
        let estimate = Estimate(rows)
        var values: Values = [
            "open": drawn(shown.open), "bought": drawn(shown.bought), "hasBought": rows.count > open.count,
            "isEmpty": rows.isEmpty && !isKept, "hasAny": !rows.isEmpty || isKept, "isFinished": isFinished,
            "left": words("living.shop.left", count: open.count), "leftRoom": words("living.shop.left", count: 99),
            "total": person.preferences.isOn(.showPrice) && !open.isEmpty ? estimate.localized(words) : false,
            "moneyHref": PricePages.address(estimate.cents, unknown: estimate.unknown, from: request.uri.path, person) ?? false,
            "hasMoney": person.preferences.isOn(.showPrice), "here": here, "stay": stay,
            "keep": "/house/list /house/list/shop " + OfflineCopies.sheets(request.uri.path, sheet),
            "near": person.preferences.isOn(.nearShop) && !rows.isEmpty,
            "short": short.isEmpty ? false : words("living.pantry.add", count: short.count),
            "shortNames": short.map(\.name).joined(separator: ", "),
        ]
        if let row = rows.first(where: { $0.id == asked }) {
            values["question"] = ConfirmationPrompt.question(row.id, row.name, on: stay, words)
        }
        values.merge(sheet.values(words)) { $1 }
        // Rows that moved into a freed place on this sheet appear before the next sheet.
        let seen = Set((shown.open + shown.bought).map(\.id))
        if isKept, fresh.contains(where: { !seen.contains($0.id) }) {
            values["next"] = "\(request.uri.path)?page=\(sheet.number)"
        }
        return try guests.page(template, words(title), back: back, values, for: person.visitor, request)
    }

    @Sendable private func showItem(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        let words = guests.words(person)
        let row = try await guests.database.read { db in
            try ShoppingListRow.all(of: try ShoppingList.existing(person, db), in: person.language, db).first { $0.id == id }
        }
        guard let row else { throw HTTPError(.notFound) }
        try await person.note(.details, request, guests.database)
        var values = row.values(words, isDirect: true)
        values["picture"] = row.file.map { Picture.address(file: $0, .large) } ?? false
        return try guests.page("house/list/item", row.name, back: "/house/list/shop", values, for: person.visitor, request)
    }

    @Sendable private func money(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let words = guests.words(person)
        let (estimate, purse) = try await guests.database.read { db in
            (Estimate(try ShoppingListRow.all(of: try ShoppingList.existing(person, db), db)), try Purse.of(person.guest.id, db))
        }
        let notes = [500, 1000, 2000, 5000, 10_000]
        let query = Form(query: request.uri.query ?? "")
        let isOwn = query["have"] == "purse" && !purse.pieces.isEmpty
        let have = isOwn ? purse.cents : query.number("have", in: .whole).flatMap { notes.contains($0) ? $0 : nil }
        var answer: any Sendable = false
        if let have {
            let rest = have - estimate.cents
            let key = rest < 0 ? "less" : estimate.unknown > 0 ? "maybe" : "enough"
            answer =
                ["text": words("living.money.\(key)", ["money": words.language.money(cents: max(rest, -rest))]), "isEnough": rest >= 0]
                as Values
        }
        var choices = notes.map { note -> Values in
            let label = words("living.money.note", ["euro": String(note / 100)])
            return ["cents": String(note), "label": label, "isChosen": !isOwn && have == note]
        }
        if !purse.pieces.isEmpty {
            let label = words("money.mine", ["amount": MoneyPages.formatted(purse.cents, words)])
            choices.insert(["cents": "purse", "label": label, "isChosen": isOwn], at: 0)
        }
        let values: Values = [
            "total": estimate.localized(words), "answer": answer, "notes": choices,
            "moneyHref": PricePages.address(estimate.cents, unknown: estimate.unknown, from: "/house/list/money", person) ?? false,
        ]
        return try guests.page("house/list/money", words("living.money.title"), back: "/house/list", values, for: person.visitor, request)
    }

    /// The page itself compares distances; the guest's position is never sent.
    @Sendable private func shopsNear(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let shops = try await guests.database.read { try NearShop.all(for: person, $0) }
        let headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"]
        return Response(
            status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(["shops": shops]))))
    }
}

extension Visitor {
    fileprivate mutating func show(_ notice: Notice?) {
        guard var present = person as? GuestPageVisitor else { return }
        present.notice = notice
        person = present
    }
}

extension GuestRequestContext {
    fileprivate var listTitle: String { listOwner == nil ? "living.list.ofHouse" : "living.list.own" }
}
