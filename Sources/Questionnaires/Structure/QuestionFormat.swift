import Admin

enum QuestionFormat: String, Choice {
    case single
    case multiple
    case singleAcross
    case multipleAcross
    case free

    var isSingle: Bool { self == .single || self == .singleAcross }
    var isMultiple: Bool { self == .multiple || self == .multipleAcross }
    var isAcross: Bool { self == .singleAcross || self == .multipleAcross }

    var uniwebCode: String {
        switch self {
        case .single: "TL_DOM_DFS"
        case .multiple: "TL_DOM_DFM"
        case .singleAcross: "TL_DOM_OFS"
        case .multipleAcross: "TL_DOM_OFM"
        case .free: "TL_DOM_LIB"
        }
    }

    /// - Parameter uniwebCode: ignoring case; `TL_RSP_OFS` is a known misspelling of the question's format.
    init?(uniwebCode: String) {
        let code = uniwebCode.uppercased()
        guard let format = Self.allCases.first(where: { $0.uniwebCode == (code == "TL_RSP_OFS" ? "TL_DOM_OFS" : code) }) else { return nil }
        self = format
    }
}

enum AnswerFormat: String, Choice {
    case fixed
    case text, day, number
    case time, dateTime, email, file

    /// The format in the database and for programs of the university, which know four.
    var base: AnswerFormat {
        switch self {
        case .fixed, .text, .day, .number: self
        case .time, .dateTime, .email, .file: .text
        }
    }

    var isCounted: Bool { [.number, .day, .time, .dateTime].contains(self) }

    /// Most Unicode scalars of a value without a limit of its own.
    var longest: Int {
        switch self {
        case .fixed, .text: Answer.longest
        case .number: 40
        case .day: 10
        case .time: 5
        case .dateTime: 16
        case .email: EmailText.longest
        case .file: FileReference.longest
        }
    }

    var uniwebCode: String {
        switch self {
        case .fixed: "TL_RSP_TFB"
        case .text, .time, .dateTime, .email, .file: "TL_RSP_ALF"
        case .day: "TL_RSP_DTA"
        case .number: "TL_RSP_NUM"
        }
    }

    init?(uniwebCode: String) {
        guard let format = Self.allCases.first(where: { $0.uniwebCode == uniwebCode.uppercased() }) else { return nil }
        self = format
    }
}

extension ElementKind {
    /// The code of the university's programs, which cut the paragraph's to eight characters.
    var uniwebCode: String {
        switch self {
        case .page: "Q_PAGINA"
        case .paragraph: "Q_PARAGR"
        case .question: "Q_DOMANDA"
        case .answer: "Q_RISPOSTA"
        }
    }

    /// - Parameter uniwebCode: ignoring case; the paragraph's may also be written in full.
    init?(uniwebCode: String) {
        let code = uniwebCode.uppercased()
        guard let kind = Self.allCases.first(where: { $0.uniwebCode == (code == "Q_PARAGRAFO" ? "Q_PARAGR" : code) }) else { return nil }
        self = kind
    }
}
