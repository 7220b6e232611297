import Foundation

/// What comes first in the queue: what its reports weigh, times how far the fragment reaches, times how long it has waited.
enum Priority {
    /// What one report weighs.
    /// - Parameters:
    ///   - accuracy: of the reporter, see `Reporter`; who is unknown counts once.
    ///   - keeps: how often moderators have kept the same fragment. It never changes, so each time it halves what more reports weigh.
    static func weight(_ reason: Reason, accuracy: Double, keeps: Int) -> Double { reason.severity * 2 * accuracy / pow(2, Double(keeps)) }

    /// How many are likely to meet a fragment.
    /// - Parameters:
    ///   - beneath: the fragments that can be read only through it.
    ///   - votes: of its story's best branch.
    static func reach(beneath: Int, votes: Int, isOnBestBranch: Bool) -> Double {
        (1 + log2(Double(1 + beneath + votes))) * (isOnBestBranch ? 1 : 0.5)
    }

    /// What a case weighs now, for SQL with `:now`: what waits a day counts twice, so nothing waits for ever.
    static let score = "urgency * reach * (1 + max(0, julianday(:now) - julianday(openedAt)))"

    /// The order of the queue.
    static let order = "\(score) DESC, openedAt, id"

    /// What comes after the case `:after` in that order, for the end of a `WHERE`.
    static let rest = """
         AND (\(score) < (SELECT \(score) FROM moderationCase WHERE id = :after) OR \(score) = (SELECT \(score) FROM moderationCase
          WHERE id = :after) AND (openedAt, id) > (SELECT openedAt, id FROM moderationCase WHERE id = :after))
        """
}
