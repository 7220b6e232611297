import Admin
import Foundation
import Hummingbird
import Web

/// The pieces for a price, and a purse to fill. Nothing is stored; the state is in the address.
struct PursePages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("euro/pieces", use: pieces)
        router.get("euro/purse", use: purse)
    }

    @Sendable private func pieces(_ request: Request, _ person: GuestRequestContext) throws -> Response {
        let words = guests.words(person)
        let typed = Form(query: request.uri.query ?? "")["amount"]
        let cents = Self.cents(typed)
        let pieces = cents.map(Denomination.pieces(for:)) ?? []
        var values: Values = [
            "amount": typed, "wrong": typed.isEmpty || cents != nil ? false : words("money.wrong"),
            "pieces": pieces.map { $0.values(words) },
            "count": pieces.isEmpty ? false : words("money.count", count: pieces.count), "change": false,
        ]
        if let cents, pieces.count > 1, let one = Denomination.enough(for: cents) {
            values["change"] = words("money.change", ["piece": one.name(words), "change": MoneyPages.said(one.cents - cents, words)])
            values["one"] = one.values(words)
        }
        let title = cents.map { words("money.piecesFor", ["amount": MoneyPages.said($0, words)]) } ?? words("money.pieces")
        return try guests.page(
            "house/money/pieces", title, back: "/house/euro", values, for: person.visitor, request,
            status: typed.isEmpty || cents != nil ? .ok : .unprocessableContent)
    }

    /// Parses a typed price: `3,50`, `3.5`, `3`, `3,50 €`. Returns nil for an invalid one or one over the limit.
    static func cents(_ typed: String) -> Int? {
        let text = typed.replacing("€", with: "").trimmingSpaces().replacing(",", with: ".")
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let euro = whole(parts[0]) else { return nil }
        var cents = euro * 100
        if parts.count == 2 {
            guard (1...2).contains(parts[1].utf8.count), let fraction = whole(parts[1]) else { return nil }
            cents += parts[1].utf8.count == 1 ? fraction * 10 : fraction
        }
        return (1...MoneyPages.limit).contains(cents) ? cents : nil
    }

    private static func whole(_ digits: Substring) -> Int? {
        guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(digits, in: .whole)
    }

    private static let most = 40

    @Sendable private func purse(_ request: Request, _ person: GuestRequestContext) throws -> Response {
        let words = guests.words(person)
        let query = Form(query: request.uri.query ?? "")
        let have = query["have"].split(separator: ".").prefix(Self.most).compactMap { Int($0, in: .whole).flatMap(Denomination.of) }
        let total = have.reduce(0) { $0 + $1.cents }
        let page = ["coins", "euros", "notes"].contains(query["page"]) ? query["page"] : "euros"
        let isFull = have.count == Self.most
        let address: ([Denomination], String) -> String = { pieces, page in
            "/house/euro/purse?have=" + pieces.map { String($0.cents) }.joined(separator: ".") + "&page=\(page)"
        }
        let choices = Denomination.all.filter { Self.page(of: $0) == page }.map { piece -> Values in
            let own: Values = [
                "href": address(isFull ? have : have + [piece], page) + "#d\(piece.cents)", "cents": String(piece.cents),
                "add": words("money.add", ["piece": piece.name(words)]),
            ]
            return piece.values(words, scale: page == "coins" ? Denomination.coinScale : Denomination.scale).merging(own) { $1 }
        }
        let pages = ["coins", "euros", "notes"].map { name -> Values in
            ["label": words("money.pages.\(name)"), "href": address(have, name), "isCurrent": name == page]
        }
        let values: Values = [
            "have": have.sorted { $0.cents > $1.cents }.map { $0.values(words) }, "isEmpty": have.isEmpty,
            "total": have.isEmpty ? words("money.nothingYet") : words("money.total", ["amount": MoneyPages.said(total, words)]),
            "choices": choices, "pages": pages, "isFull": isFull,
            "undo": have.isEmpty ? false : address(have.dropLast(), page), "again": have.isEmpty ? false : "/house/euro/purse",
            "buy": total > 0 && total <= MoneyPages.limit ? "/house/euro/\(total)/products" : false,
        ]
        return try guests.page("house/money/purse", words("money.purse"), back: "/house/euro", values, for: person.visitor, request)
    }

    private static func page(of piece: Denomination) -> String {
        piece.cents < 100 ? "coins" : piece.cents <= 2000 ? "euros" : "notes"
    }
}
