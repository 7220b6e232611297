import Admin

enum Topic: String, Choice {
    case teaching, yearEnd, mobility, competition, service

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

enum Repetition: String, Choice {
    case person, year, activity, mobility, competition
}

enum Opening: String, Choice {
    case closing, dates
}

enum HeaderAudience: String, Choice {
    case all, regular, beyond
}
