import Foundation

/// The order of the queue: severe cases first, then the weight of reports, times the fragment's reach, times the waiting time.
enum Priority {
    /// The weight of one report. `accuracy` is the reporter's, see `Reporter`; an unknown reporter counts once. `keeps` counts decisions to
    /// keep the fragment; each halves the weight of new reports, because a fragment never changes.
    static func weight(_ reason: Reason, accuracy: Double, keeps: Int) -> Double { reason.severity * 2 * accuracy / pow(2, Double(keeps)) }

    /// How many readers may meet a fragment. `beneath` counts fragments readable only through it; `votes` are the best branch's.
    static func reach(beneath: Int, votes: Int, isOnBestBranch: Bool) -> Double {
        (1 + log2(Double(1 + beneath + votes))) * (isOnBestBranch ? 1 : 0.5)
    }

    /// Days after which a case's score rises no more.
    static let longestWait = 14

    /// A case's present score, for SQL with `:now`. A day of waiting doubles it; after two weeks only weight and reach count.
    static let score = "urgency * reach * (1 + min(\(longestWait), max(0, julianday(:now) - julianday(openedAt))))"

    static let order = "isSevere DESC, \(score) DESC, openedAt, id"

    /// The cases after `:after` in that order, for the end of a `WHERE`.
    static let rest: String = {
        let last = { (what: String) in "(SELECT \(what) FROM moderationCase WHERE id = :after)" }
        return """
             AND (isSevere < \(last("isSevere")) OR isSevere = \(last("isSevere")) AND (\(score) < \(last(score))
              OR \(score) = \(last(score)) AND (openedAt, id) > \(last("openedAt, id"))))
            """
    }()
}
