/// What students call the same thing, in Italian and English; folded, one word each.
enum SearchSynonyms {
    static let exams = ["esame", "appello", "exam", "examination", "sessione"]
    static let officeHours = ["ricevimento", "ricevimenti", "office", "hours"]

    static let groups: [[String]] = [
        exams,
        ["mensa", "mense", "canteen", "cafeteria", "refectory", "ristorazione"],
        ["wifi", "wireless", "eduroam", "rete", "network"],
        ["ricevimento", "office"],
        ["orario", "timetable", "schedule"],
        ["segreteria", "secretary", "secretariat", "office"],
        ["tirocinio", "tirocini", "stage", "internship", "traineeship"],
        ["borsa", "scholarship", "grant"],
        ["biblioteca", "library"],
        ["tasse", "tassa", "fee", "fees", "rata", "contributi"],
        ["aula", "aule", "room", "classroom"],
        ["docente", "professore", "professoressa", "prof", "lecturer", "teacher", "professor"],
        ["lezione", "lecture", "lesson", "class"],
        ["laurea", "graduation", "degree"],
        ["iscrizione", "iscriversi", "enrolment", "enrollment", "registration", "register", "prenotazione"],
        ["erasmus", "estero", "abroad", "exchange", "mobilita", "mobility"],
        ["evento", "event"],
        ["corso", "insegnamento", "course"],
        ["emergenza", "emergency"],
        ["alloggio", "housing", "dormitory", "residenza"],
        ["sport", "palestra", "gym"],
    ]

    /// Words that say nothing about what is searched.
    static let small: Set<String> = [
        "a", "ad", "al", "alla", "an", "and", "at", "che", "come", "con", "da", "dei", "del", "dell", "della", "delle", "dello", "di", "do",
        "dove", "e", "for", "from", "gli", "how", "i", "il", "in", "is", "la", "le", "lo", "mio", "my", "nel", "nella", "next", "of", "on",
        "per", "prossima", "prossimo", "quando", "su", "sul", "sulla", "the", "to", "un", "una", "what", "when", "where", "with",
    ]
}
