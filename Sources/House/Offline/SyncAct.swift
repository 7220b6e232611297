import Admin
import Crypto
import Foundation
import Web

/// One thing that a guest did to their list, perhaps hours ago, with an id that their browser made: `{"id":"k3…","op":"purchase","item":7}`.
struct SyncAct: Sendable {
    enum Kind: String { case add, quantity, purchase, removal }

    let id: String
    /// nil for an act that this server does not know, or that cannot be read.
    let op: Kind?
    /// The token of the form that was tried before: when only its answer got lost, the act is not done again.
    var form: String?
    /// The row of the list; for all but `add`.
    var item: Int64?
    /// What `add` puts into the list.
    var product: Int64?
    /// Pieces: of `add`, or to which `quantity` sets the row.
    var quantity: Int?
    /// How many more or fewer, where `quantity` is not given.
    var by: Int?
    /// `purchase` without it marks as bought.
    var bought: Bool?

    /// What the form is remembered under.
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

    /// Whether it can be remembered.
    var hasID: Bool { (1...100).contains(id.utf8.count) }

    /// What identifies what it does, so that an id that comes again with another act is found out.
    var hash: Data {
        let numbers = [item, product, quantity.map(Int64.init), by.map(Int64.init)].map { $0.map(String.init) ?? "" }
        let said = [op?.rawValue ?? ""] + numbers + [bought == false ? "no" : ""]
        return Data(SHA256.hash(data: Data(said.joined(separator: " ").utf8)))
    }
}

extension SyncAct {
    /// Reads what was sent. An act that cannot be read keeps its id, so that it is answered like every other.
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

/// The names under which an act on the list is remembered, so that a form that comes twice is done once: what it does is part of the name.
enum ListAct {
    static func add(_ product: Int64, quantity: Int) -> String { "add \(product) \(quantity)" }
    static func quantity(_ item: Int64, _ quantity: Int?, by: Int?) -> String {
        "quantity \(item) " + (quantity.map { "to \($0)" } ?? "by \(by ?? 0)")
    }
    static func purchase(_ item: Int64, bought: Bool) -> String { "purchase \(item) \(bought ? "yes" : "no")" }
    static func withdrawal(_ item: Int64, _ pieces: Int) -> String { "withdrawal \(item) \(pieces)" }
    static func removal(_ item: Int64) -> String { "removal \(item)" }
}

/// What became of it.
struct SyncAnswer: Codable, Equatable, Sendable {
    enum State: String, Codable { case done, already, refused }
    enum Reason: String, Codable, CaseIterable { case gone, takenOut, isBought, isFinished, unclear }

    let id: String
    var state: State
    var reason: Reason?
    /// The product's name, for the sentence.
    var name = ""

    /// Why it was not done, for the guest: "The educator has taken rice out of the list."
    func said(_ words: Words) -> String? {
        reason.map { words("living.offline.refused.\(name.isEmpty ? "unnamed" : $0.rawValue)", ["name": name]) }
    }
}
