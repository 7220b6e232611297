import Admin
import Foundation
import Hummingbird
import Web

/// The pieces for a price, typed or known from a product or a list, and the change counted step by step.
struct PricePages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("euro/pieces", use: pieces)
        router.get("euro/change", use: change)
    }

    /// Leads from a price of a page to its pieces; nil where the educator hides prices or money, or the price cannot be shown.
    static func address(_ cents: Int?, unknown: Int = 0, from page: String, _ person: GuestRequestContext) -> String? {
        guard let cents, (1...MoneyPages.limit).contains(cents) else { return nil }
        guard person.preferences.isOn(.showPrice), person.preferences.isOn(.showEuro) else { return nil }
        return "/house/euro/pieces?cents=\(cents)" + (unknown > 0 ? "&unknown=\(unknown)" : "") + "&from=\(page)"
    }

    @Sendable private func pieces(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let words = guests.words(person)
        let query = Form(query: request.uri.query ?? "")
        let typed = query["amount"]
        let known = typed.isEmpty ? query.number("cents", in: 1...MoneyPages.limit) : nil
        let cents = known ?? Self.cents(typed)
        let from = Self.from(query)
        let unknown = known == nil ? 0 : query.number("unknown", in: .whole) ?? 0
        let purse = try await guests.database.read { try Purse.of(person.guest.id, $0) }
        let pieces = cents.map(Denomination.pieces(for:)) ?? []
        let isWrong = cents == nil && !typed.isEmpty
        var values: Values = [
            "amount": known.map(words.language.amount(cents:)) ?? typed, "wrong": isWrong ? words("money.wrong") : false,
            "pieces": pieces.map { $0.values(words) }, "from": from ?? false,
            "count": pieces.isEmpty ? false : words("money.count", count: pieces.count), "change": false, "purse": false,
            "unknown": unknown > 0 ? words("living.list.unknown", count: unknown) : false,
        ]
        if let cents, pieces.count > 1, let one = Denomination.enough(for: cents) {
            values["change"] = words("money.change", ["piece": one.name(words), "change": MoneyPages.formatted(one.cents - cents, words)])
            values["one"] = one.values(words)
            values["counting"] = Self.counting(cents, one.cents, from)
        }
        if let cents, !purse.pieces.isEmpty { values["purse"] = Self.purseValues(purse, cents, from, words) }
        let title = cents.map { words("money.piecesFor", ["amount": MoneyPages.formatted($0, words)]) } ?? words("money.pieces")
        return try guests.page(
            "house/money/pieces", title, back: from ?? "/house/euro", values, for: person.visitor, request,
            status: isWrong ? .unprocessableContent : .ok)
    }

    private static func purseValues(_ purse: Purse, _ price: Int, _ from: String?, _ words: Words) -> Values {
        guard let given = purse.payment(for: price) else {
            let missing = [
                "have": MoneyPages.formatted(purse.cents, words), "missing": MoneyPages.formatted(price - purse.cents, words),
            ]
            return ["given": [Values](), "text": words("money.missing", missing), "counting": false, "paid": false, "isTooMuch": false]
        }
        let sum = Purse(given).cents
        let back = words("money.giveBack", ["change": MoneyPages.formatted(sum - price, words)])
        let left = purse.after(giving: given, for: price)
        return [
            "given": given.map { $0.values(words) }, "text": sum > price ? back : words("money.exactly"),
            "counting": sum > price ? counting(price, sum, from) : false, "isTooMuch": left == nil,
            "paid": left.map { "/house/euro/purse?have=\($0.text)" } ?? false,
        ]
    }

    private static func counting(_ price: Int, _ given: Int, _ from: String?, step: Int = 0) -> String {
        "/house/euro/change?price=\(price)&give=\(given)&step=\(step)" + (from.map { "&from=\($0)" } ?? "")
    }

    private static func from(_ query: Form) -> String? {
        SafePath.local(query["from"]).flatMap { $0.hasPrefix("/house/") ? $0 : nil }
    }

    /// As at a counter: from the price up to what was given, one piece at each step.
    @Sendable private func change(_ request: Request, _ person: GuestRequestContext) throws -> Response {
        let words = guests.words(person)
        let query = Form(query: request.uri.query ?? "")
        let from = Self.from(query)
        guard let price = query.number("price", in: 1...MoneyPages.limit), let given = query.number("give", in: 1...Self.mostGiven),
            given > price
        else { throw HTTPError(.notFound) }
        let pieces = Array(Denomination.pieces(for: given - price).reversed())
        guard let step = query.number("step", in: 0...pieces.count) else { throw HTTPError(.notFound) }
        let counted = pieces.prefix(step)
        let sum = price + counted.reduce(0) { $0 + $1.cents }
        let said = { MoneyPages.formatted($0, words) }
        let start = ["price": said(price), "given": said(given), "change": said(given - price)]
        let text = counted.last.map { words("money.counting.step", ["piece": $0.name(words), "sum": said(sum)]) }
        let values: Values = [
            "text": text ?? words("money.counting.start", start),
            "piece": counted.last.map { $0.values(words) } ?? false,
            "counted": counted.dropLast().map { $0.values(words) },
            "end": step == pieces.count ? words("money.counting.end", start) : false,
            "where": words("money.counting.where", ["step": words.language.number(step), "count": words.language.number(pieces.count)]),
            "before": step > 0 ? Self.counting(price, given, from, step: step - 1) : false,
            "next": step < pieces.count ? Self.counting(price, given, from, step: step + 1) : false,
        ]
        let back = "/house/euro/pieces?cents=\(price)" + (from.map { "&from=\($0)" } ?? "")
        return try guests.page("house/money/change", words("money.counting.title"), back: back, values, for: person.visitor, request)
    }

    /// The largest note above the largest price.
    private static let mostGiven = MoneyPages.limit + 50_000

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
}
