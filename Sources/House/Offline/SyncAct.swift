import Admin
import Web

/// One thing that a guest did to his list, perhaps hours ago, with an id that his browser made: `{"id":"k3…","op":"purchase","item":7}`.
struct SyncAct: Sendable {
    enum Kind: String { case add, quantity, purchase, removal }

    let id: String
    let op: Kind
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

    /// What the form is remembered under, as in `ListChanges`.
    func formName(of guest: Int64) -> String? {
        form.map { "\(guest) \(op.rawValue) \((op == .add ? product : item) ?? 0) \($0)" }
    }

    /// Whether it can be remembered.
    var hasID: Bool { (1...100).contains(id.utf8.count) }
}

extension SyncAct {
    /// Nil when a value is missing or is not of its kind.
    init?(_ json: JSON) {
        guard let id = json["id"]?.text, let op = json["op"]?.text.flatMap(Kind.init(rawValue:)) else { return nil }
        (self.id, self.op) = (id, op)
        let numbers = ["item", "product", "quantity", "by"].map { (json[$0] ?? .null, json[$0]?.number) }
        let (form, bought) = (json["form"] ?? .null, json["bought"] ?? .null)
        guard numbers.allSatisfy({ $0.isNull || $1 != nil }), form.isNull || form.text != nil, bought.isNull || bought.flag != nil else {
            return nil
        }
        (item, product) = (numbers[0].1.map(Int64.init), numbers[1].1.map(Int64.init))
        (quantity, by) = (numbers[2].1, numbers[3].1)
        (self.form, self.bought) = (form.text, bought.flag)
    }
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
