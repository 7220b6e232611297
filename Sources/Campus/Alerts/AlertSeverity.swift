import Admin

/// How much an alert asks of people.
enum AlertSeverity: String, Choice {
    /// Good to know.
    case info
    /// Changes somebody's plans.
    case warning
    /// Something must be done now. A second person publishes it.
    case emergency

    /// The urgency, severity and certainty that CAP asks for.
    var cap: (urgency: String, severity: String, certainty: String) {
        switch self {
        case .info: ("Future", "Minor", "Observed")
        case .warning: ("Expected", "Moderate", "Likely")
        case .emergency: ("Immediate", "Severe", "Observed")
        }
    }
}
