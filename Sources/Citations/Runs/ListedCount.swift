/// How often a work is cited by one list; nil when the list does not say it.
struct ListedCount: Codable, Sendable, Equatable {
    let list: String
    var citations: Int?
}
