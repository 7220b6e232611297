/// The position of a compilation in the subdivision of results. A path of keys: `all`, year, degree, activity. A questionnaire that is
/// openly not anonymous adds the year of course; an attendance question adds a group.
enum ResultPlace {
    static let whole = ["all"]
    static let group = "g"

    /// Unknown values form their own part, so that the parts add up to the whole.
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

    /// The stored form: `y1.d3.a12.g45`.
    static func text(_ path: [String]) -> String { path.dropFirst().joined(separator: ".") }

    static func path(_ text: String) -> [String] { whole + text.split(separator: ".").map(String.init) }

    /// Half-open range of the stored texts of a part and its subparts.
    static func range(_ path: [String]) -> (from: String, to: String) {
        let text = text(path)
        // `/` follows `.` in ASCII, and `~` follows every letter.
        return text.isEmpty ? ("", "~") : (text, text + "/")
    }
}

extension StructureOutline {
    var attendance: Question? { structure.questions.first { $0.tags.contains(.attendance) && $0.format.isSingle } }
}
