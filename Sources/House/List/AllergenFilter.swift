import Hummingbird
import Web

/// The allergens that a guest leaves out of the products, as the address says. It is kept nowhere, because it may be about their health.
struct AllergenFilter: Sendable {
    private let chosen: [Allergen]
    private let path: String
    private let search: String

    init(_ request: Request) {
        let query = Form(query: request.uri.query ?? "")
        let named = query.all("without")
        chosen = Allergen.allCases.filter { $0 != .noneOfThese && named.contains($0.rawValue) }
        (path, search) = (request.uri.path, query["q"])
    }

    /// Leaves out products without stated allergens too: what they contain is unknown.
    func admits(_ product: Product) -> Bool {
        chosen.isEmpty || !product.allergens.isEmpty && !product.allergens.contains(where: chosen.contains)
    }

    /// Returns the choices for these products; false if they state no allergen.
    func values(_ products: [Product], _ words: Words) -> any Sendable {
        let stated = Set(products.flatMap(\.allergens)).subtracting([.noneOfThese])
        let offered = Allergen.allCases.filter { stated.contains($0) || chosen.contains($0) }
        guard !offered.isEmpty else { return false }
        let unstated = products.count { $0.allergens.isEmpty }
        return [
            "choices": offered.map { choice($0, words) }, "allHref": address([]),
            "only": chosen.isEmpty ? false : words("living.without.only", ["names": names(words)]),
            "unstated": chosen.isEmpty || unstated == 0 ? false : words("living.without.unstated", count: unstated),
        ] as Values
    }

    /// The sentence for when no product is left; nil without a choice.
    func none(_ words: Words) -> String? { chosen.isEmpty ? nil : words("living.without.none", ["names": names(words)]) }

    private func choice(_ allergen: Allergen, _ words: Words) -> Values {
        let isChosen = chosen.contains(allergen)
        let rest = isChosen ? chosen.filter { $0 != allergen } : chosen + [allergen]
        return [
            "icon": allergen.icon, "label": words("living.without.choice", ["name": allergen.name(words).lowercased()]),
            "isChosen": isChosen, "href": address(rest),
        ]
    }

    private func names(_ words: Words) -> String { chosen.map { $0.name(words).lowercased() }.joined(separator: ", ") }

    private func address(_ allergens: [Allergen]) -> String {
        let pairs = (search.isEmpty ? [] : [("q", search)]) + allergens.map { ("without", $0.rawValue) }
        return path + (pairs.isEmpty ? "" : "?") + pairs.map { "\($0.0)=\($0.1.queryEscaped)" }.joined(separator: "&")
    }
}
