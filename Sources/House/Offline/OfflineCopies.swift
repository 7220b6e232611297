import HTTPTypes
import Hummingbird
import Web

/// Which pages a browser saves: only those of a guest, and only on a device of their house.
enum OfflineCopies {
    /// Values for the scripts that save pages. `keeper` is the guest's number, or "none" where no copies may stay on this browser.
    static func keeper(of present: GuestPageVisitor?) -> Values {
        guard let guest = present?.guest, present?.session?.deviceID != nil else { return ["keeper": "none", "keep": ""] }
        return ["keeper": String(guest.id), "keep": ""]
    }

    static func home(_ person: GuestRequestContext, _ language: Language) -> String {
        let sentences = "/house/clock/sentences/\(language.rawValue)/\(person.preferences.number(.clockHours))"
        return "/house/list /house/list/shop /house/clock \(sentences) /house/help"
    }

    static func recipe(_ dish: Dish) -> String {
        let parts = ["utensils", "ingredients", "missing"].map { "\(dish.address)/\($0)" }
        let steps = dish.steps.indices.map { "\(dish.address)/steps/\($0 + 1)" } + ["\(dish.address)/end"]
        return (parts + steps).joined(separator: " ")
    }

    static func sheets(_ path: String, _ sheet: Pagination) -> String {
        (1...sheet.last).dropFirst().map { "\(path)?page=\($0)" }.joined(separator: " ")
    }
}

extension Request {
    /// Whether the browser only saves a copy; nothing then counts as seen.
    var isForKeeping: Bool { headers[.porticoKeep] == "yes" }
}

extension HTTPField.Name {
    static let porticoKeep = Self("Portico-Keep")!
    static let porticoKeeper = Self("Portico-Keeper")!
}
