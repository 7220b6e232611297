import Admin

/// How a question is answered.
enum QuestionFormat: String, Choice {
    /// One of its answers, below each other.
    case single
    /// Any number of its answers, below each other.
    case multiple
    /// One of its answers, as a row of a table whose columns are the answers.
    case singleAcross
    /// Any number of its answers, as a row of a table.
    case multipleAcross
    /// In the person's own words, a number or a day.
    case free

    var isSingle: Bool { self == .single || self == .singleAcross }
    var isMultiple: Bool { self == .multiple || self == .multipleAcross }
    var isAcross: Bool { self == .singleAcross || self == .multipleAcross }

    /// What the university's programs call it.
    var wireCode: String {
        switch self {
        case .single: "TL_DOM_DFS"
        case .multiple: "TL_DOM_DFM"
        case .singleAcross: "TL_DOM_OFS"
        case .multipleAcross: "TL_DOM_OFM"
        case .free: "TL_DOM_LIB"
        }
    }

    /// - Parameter wireCode: in any case; `TL_RSP_OFS` is a known slip for the question's format.
    init?(wireCode: String) {
        let code = wireCode.uppercased()
        guard let format = Self.allCases.first(where: { $0.wireCode == (code == "TL_RSP_OFS" ? "TL_DOM_OFS" : code) }) else { return nil }
        self = format
    }
}

/// What an answer is.
enum AnswerFormat: String, Choice {
    /// A text to read and to choose.
    case fixed
    case text, day, number

    var wireCode: String {
        switch self {
        case .fixed: "TL_RSP_TFB"
        case .text: "TL_RSP_ALF"
        case .day: "TL_RSP_DTA"
        case .number: "TL_RSP_NUM"
        }
    }

    /// - Parameter wireCode: in any case.
    init?(wireCode: String) {
        guard let format = Self.allCases.first(where: { $0.wireCode == wireCode.uppercased() }) else { return nil }
        self = format
    }
}

extension ElementKind {
    /// What the university's programs call it; the paragraph is cut to eight characters there.
    var wireCode: String {
        switch self {
        case .page: "Q_PAGINA"
        case .paragraph: "Q_PARAGR"
        case .question: "Q_DOMANDA"
        case .answer: "Q_RISPOSTA"
        }
    }

    /// - Parameter wireCode: in any case, the paragraph also written out.
    init?(wireCode: String) {
        let code = wireCode.uppercased()
        guard let kind = Self.allCases.first(where: { $0.wireCode == (code == "Q_PARAGRAFO" ? "Q_PARAGR" : code) }) else { return nil }
        self = kind
    }
}
