struct CheckReport: Sendable, Equatable {
    let faults: [Fault]
    let paths: Paths

    init(_ outline: StructureOutline, _ heading: Heading) {
        let paths = Paths(outline)
        self.paths = paths
        let all =
            HeadingCheck.faults(heading) + LabelCheck.faults(outline.structure, heading.dictionary)
            + StructureCheck.faults(outline.structure) + QuestionCheck.faults(outline.structure)
            + PipingCheck.faults(outline) + (heading.isAnonymous ? HeadingCheck.names(outline.structure) : [])
            + ConditionCheck.faults(outline) + StyleCheck.faults(outline.structure) + ConditionCheck.doubts(outline, paths)
        faults = all.filter(\.kind.isError) + all.filter { !$0.kind.isError }
    }

    var errors: [Fault] { faults.filter(\.kind.isError) }
    var warnings: [Fault] { faults.filter { !$0.kind.isError } }
    var isClean: Bool { errors.isEmpty }
}

struct Heading: Sendable, Equatable {
    var code = ""
    var context = ""
    var isAnonymous = true
    var isCodeTaken = false
    var tags: [CompilationTag] = []
    var dictionary: [String: TagKind] = [:]
}

enum CompilationTag: String, Sendable, CaseIterable {
    case activity, course, degree, academicYear, teacher, competition
    /// These tags describe the person.
    case student, yearOfCourse, mobility

    var isIdentifying: Bool {
        switch self {
        case .student, .yearOfCourse, .mobility: true
        default: false
        }
    }
}

enum HeadingCheck {
    static func faults(_ heading: Heading) -> [Fault] {
        var faults: [Fault] = []
        if heading.code.isEmpty { faults.append(Fault(kind: .noCode, element: nil)) }
        if heading.isCodeTaken { faults.append(Fault(kind: .codeTwice, element: nil, values: ["code": heading.code])) }
        if heading.context.isEmpty { faults.append(Fault(kind: .noContext, element: nil)) }
        if heading.isAnonymous {
            faults += heading.tags.filter(\.isIdentifying).map {
                Fault(kind: .namesTheAnonymous, element: nil, values: ["tag": $0.rawValue])
            }
        }
        return faults
    }

    /// An address names its writer, and so does most of what is in files.
    static func names(_ structure: Structure) -> [Fault] {
        let kinds: [(AnswerFormat, FaultKind)] = [(.email, .emailOfAnonymous), (.file, .fileOfAnonymous)]
        return kinds.flatMap { format, kind in
            structure.questions.filter { $0.answers.contains { $0.format == format } }.map { Fault(kind: kind, element: $0.id) }
        }
    }
}
