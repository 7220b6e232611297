import Admin
import Crypto
import Foundation
import Web

/// One change of the list by a guest, perhaps hours old, with an id from the browser: `{"id":"k3…","op":"purchase","item":7}`.
struct SyncAct: Sendable {
    enum Kind: String { case add, quantity, purchase, removal }

    let id: String
    /// Nil for an unknown or unreadable act.
    let op: Kind?
    /// The token of the form that was tried first; prevents a repeat when only the answer was lost.
    var form: String?
    var item: Int64?
    var product: Int64?
    /// The pieces that `add` adds, or that `quantity` sets.
    var quantity: Int?
    var by: Int?
    /// Nil marks as bought.
    var bought: Bool?

    func formName(of guest: Int64) -> String? {
        guard let form, let op else { return nil }
        let act =
            switch op {
            case .add: ListAct.add(product ?? 0, quantity: quantity ?? 1)
            case .quantity: ListAct.quantity(item ?? 0, quantity, by: by)
            case .purchase: ListAct.purchase(item ?? 0, bought: bought != false)
            case .removal: ListAct.removal(item ?? 0)
            }
        return "\(guest) \(act) \(form)"
    }

    var hasID: Bool { (1...100).contains(id.utf8.count) }

    var hash: Data {
        let numbers = [item, product, quantity.map(Int64.init), by.map(Int64.init)].map { $0.map(String.init) ?? "" }
        let said = [op?.rawValue ?? ""] + numbers + [bought == false ? "no" : ""]
        return Data(SHA256.hash(data: Data(said.joined(separator: " ").utf8)))
    }
}

extension SyncAct {
    /// An unreadable act keeps its id, so that it gets an answer.
    init(_ json: JSON) {
        id = json["id"]?.text ?? ""
        form = json["form"]?.text
        (item, product) = (json["item"]?.number.map(Int64.init), json["product"]?.number.map(Int64.init))
        (quantity, by, bought) = (json["quantity"]?.number, json["by"]?.number, json["bought"]?.flag)
        let isWhole = ["item", "product", "quantity", "by"].allSatisfy { json[$0].map { $0.isNull || $0.number != nil } ?? true }
        let isFlag = json["bought"].map { $0.isNull || $0.flag != nil } ?? true
        op = isWhole && isFlag ? json["op"]?.text.flatMap(Kind.init) : nil
    }
}

enum ListAct {
    static func add(_ product: Int64, quantity: Int) -> String { "add \(product) \(quantity)" }
    static func quantity(_ item: Int64, _ quantity: Int?, by: Int?) -> String {
        "quantity \(item) " + (quantity.map { "to \($0)" } ?? "by \(by ?? 0)")
    }
    static func purchase(_ item: Int64, bought: Bool) -> String { "purchase \(item) \(bought ? "yes" : "no")" }
    static func withdrawal(_ item: Int64, _ pieces: Int) -> String { "withdrawal \(item) \(pieces)" }
    static func removal(_ item: Int64) -> String { "removal \(item)" }
}

struct SyncAnswer: Codable, Equatable, Sendable {
    enum State: String, Codable { case done, already, refused }
    enum Reason: String, Codable, CaseIterable { case gone, takenOut, isBought, isFinished, unclear }

    let id: String
    var state: State
    var reason: Reason?
    var name = ""

    /// The reason for the guest: "The educator has taken rice out of the list."
    func localized(_ words: Words) -> String? {
        reason.map { words("living.offline.refused.\(name.isEmpty ? "unnamed" : $0.rawValue)", ["name": name]) }
    }
}
