import HTTPTypes
import Hummingbird
import Web

// Which pages a browser may keep for when there is no network, and for whom: those of a guest on a device of his house, and no others.

extension GuestPages {
    /// What a page says of itself to the scripts that keep it.
    /// - Returns: `keeper`, the number of the guest whose page it is, or "none" where nobody's copies may stay on this browser.
    static func keeping(_ present: GuestPageVisitor?) -> Values {
        guard let guest = present?.guest, present?.session?.deviceID != nil else { return ["keeper": "none", "keep": ""] }
        return ["keeper": String(guest.id), "keep": ""]
    }

    /// What is kept as soon as somebody is in.
    func homeCopies(_ person: GuestRequestContext) -> String {
        let language = pages.words(for: person.visitor).language.rawValue
        let sentences = "/house/clock/sentences/\(language)/\(person.preferences.number(.clockHours))"
        return "/house/list /house/list/shop /house/clock \(sentences) /house/help"
    }

    /// A whole recipe, once it was opened.
    static func recipeCopies(_ dish: Dish) -> String {
        let parts = ["utensils", "ingredients", "missing"].map { "\(dish.address)/\($0)" }
        let steps = dish.steps.indices.map { "\(dish.address)/steps/\($0 + 1)" } + ["\(dish.address)/end"]
        return (parts + steps).joined(separator: " ")
    }

    /// The addresses of the further sheets of a page, which are kept with it.
    static func sheets(_ path: String, _ sheet: Pagination) -> String {
        (1...sheet.last).dropFirst().map { "\(path)?page=\($0)" }.joined(separator: " ")
    }
}

extension Request {
    /// A browser's own copy for later: nobody sees it now, so nothing counts as shown.
    var isForKeeping: Bool { headers[.porticoKeep] == "yes" }
}

extension HTTPField.Name {
    static let porticoKeep = Self("Portico-Keep")!
    static let porticoKeeper = Self("Portico-Keeper")!
}
