import Admin

enum Topic: String, Choice {
    case teaching, yearEnd, mobility, competition, service

    var uniwebCode: String {
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

extension HeaderAudience {
    /// Whether a row of `questionnaire` is for a row of `student`.
    static let includes = """
        (questionnaire.courseYear IS NULL OR questionnaire.courseYear = student.courseYear)
          AND (audience = 'all' OR audience = student.standing)
          AND (NOT EXISTS (SELECT 1 FROM questionnaireDegree WHERE questionnaire = questionnaire.id)
            OR student.degree IN (SELECT questionnaireDegree.degree FROM questionnaireDegree WHERE questionnaire = questionnaire.id))
        """
}
