/// Where a compilation lies among the parts that results are divided into. A part is a path of keys from the top down: `all`, a year, a
/// degree, an activity, of a questionnaire that is openly not anonymous a year of course and, where a question asks for it, those who attended.
enum ResultPlace {
    static let whole = ["all"]
    /// What the key of those who gave one answer on attendance begins with.
    static let group = "g"

    /// The smallest part. What is not known is a part of its own, so that the parts make up the whole.
    static func path(
        of tags: [(CompilationTag, String)], _ answers: [GivenAnswer], isAnonymous: Bool, _ outline: StructureOutline
    ) -> [String] {
        func key(_ mark: String, _ tag: CompilationTag) -> String { mark + (tags.first { $0.0 == tag }?.1 ?? "0") }
        var path = whole + [key("y", .academicYear), key("d", .degree), key("a", .activity)]
        if !isAnonymous { path.append(key("c", .yearOfCourse)) }
        if let question = outline.attendance {
            path.append(group + String(answers.first { $0.question == question.id }?.answer ?? 0))
        }
        return path
    }

    /// As it is kept beside a compilation: `y1.d3.a12.g45`.
    static func text(_ path: [String]) -> String { path.dropFirst().joined(separator: ".") }

    static func path(_ text: String) -> [String] { whole + text.split(separator: ".").map(String.init) }

    /// The texts of a part and of all parts inside it lie from the first up to before the second.
    static func range(_ path: [String]) -> (from: String, to: String) {
        let text = text(path)
        // After the point comes the slash; after every letter the tilde.
        return text.isEmpty ? ("", "~") : (text, text + "/")
    }
}

extension StructureOutline {
    /// The question that tells who attended: the first one marked so to which everybody gives one answer.
    var attendance: Question? { structure.questions.first { $0.tags.contains(.attendance) && $0.format.isSingle } }
}
