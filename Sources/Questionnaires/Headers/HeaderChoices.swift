import Admin

/// What a questionnaire is about.
enum Topic: String, Choice {
    case teaching, yearEnd, mobility, competition, service

    /// What the university's programs call it.
    var wireCode: String {
        switch self {
        case .teaching: "VAL_DID"
        case .yearEnd: "FINE_ANNO"
        case .mobility: "ERASMUS"
        case .competition: "CONCORSO"
        case .service: "SERVIZI"
        }
    }
}

/// What somebody fills it in once for.
enum Repetition: String, Choice {
    case person, year, activity, mobility, competition
}

/// When it begins: at the official closing of each activity, or by its own dates.
enum Opening: String, Choice {
    case closing, dates
}

/// Which students, beside degree and year.
enum HeaderAudience: String, Choice {
    case all, regular, beyond
}
