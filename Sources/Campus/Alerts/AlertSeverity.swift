import Admin

enum AlertSeverity: String, Choice {
    case info
    case warning
    /// Needs immediate action. Only a second person may publish it.
    case emergency

    var cap: (urgency: String, severity: String, certainty: String) {
        switch self {
        case .info: ("Future", "Minor", "Observed")
        case .warning: ("Expected", "Moderate", "Likely")
        case .emergency: ("Immediate", "Severe", "Observed")
        }
    }
}
