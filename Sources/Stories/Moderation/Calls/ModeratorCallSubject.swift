import GRDB

/// Something that moderators are called for: a case, an appeal, or reports of a face or name, named by the oldest of them.
struct ModeratorCallSubject: Equatable, Sendable {
    enum Kind: String, Sendable, DatabaseValueConvertible {
        case `case`, severe, appeal, profile, severeProfile

        var isSevere: Bool { self == .severe || self == .severeProfile }

        /// What is severe needs no second message when it is less severe later.
        var told: [Kind] {
            switch self {
            case .severe: [.severe, .case]
            case .severeProfile: [.severeProfile, .profile]
            case .case, .appeal, .profile: [self]
            }
        }
    }

    let kind: Kind
    let id: Int64
}

extension ModeratorCallSubject.Kind {
    /// SQL for the numbers of what waits. Narrow is what names one of the rules in `:rules`, separated by spaces.
    func open(of isNarrow: Bool) -> String {
        switch self {
        case .severe: "SELECT id FROM moderationCase WHERE state = 'open' AND isSevere = 1"
        case .case: "SELECT id FROM moderationCase WHERE state = 'open' AND isSevere = 0" + (isNarrow ? Self.caseOfRules : "")
        case .appeal: "SELECT appeal.id FROM appeal" + (isNarrow ? Self.appealOfRules : " WHERE state = 'open'")
        case .profile: Self.profiles + " HAVING max(\(Self.isSevere)) = 0" + (isNarrow ? " AND max(\(Self.isIn("reason")))" : "")
        case .severeProfile: Self.profiles + " HAVING max(\(Self.isSevere)) = 1"
        }
    }

    private static func isIn(_ column: String) -> String { "instr(' ' || :rules || ' ', ' ' || \(column) || ' ') > 0" }

    private static let isSevere: String = {
        let rules = Reason.allCases.filter(\.isSevere).map { "'\($0.rawValue)'" }
        return "reason IN (\(rules.joined(separator: ", ")))"
    }()
    private static let profiles = "SELECT min(id) AS id FROM profileReport WHERE outcome IS NULL GROUP BY subject, part"
    private static let appealOfRules = """
         JOIN decision ON decision.id = appeal.decision WHERE state = 'open' AND \(isIn("decision.reason"))
        """
    private static let caseOfRules = """
         AND (\(isIn("ifnull(asked, '-')"))
          OR EXISTS (SELECT 1 FROM fragmentReport WHERE caseID = moderationCase.id AND \(isIn("fragmentReport.reason")))
          OR EXISTS (SELECT 1 FROM decision WHERE caseID = moderationCase.id AND automatic IS NOT NULL AND undoneAt IS NULL
            AND \(isIn("decision.reason"))))
        """
}
