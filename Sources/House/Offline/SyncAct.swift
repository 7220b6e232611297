import Web

/// One thing that a guest did to his list, perhaps hours ago, with an id that his browser made: `{"id":"k3…","op":"purchase","item":7}`.
struct SyncAct: Decodable, Sendable {
    enum Kind: String, Decodable { case add, quantity, purchase, removal }

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
