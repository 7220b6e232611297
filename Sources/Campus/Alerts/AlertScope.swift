import Foundation
import GRDB
import Registry
import Web

/// Whom a list or feed of alerts is for: `for=everybody`, or `faculty=`, `department=`, `degree=`, `course=` with what is for everybody.
struct AlertScope: Sendable {
    /// SQL on the bulletin `b`.
    let condition: String
    let arguments: StatementArguments
    let query: [(name: String, value: String)]

    static let kinds: [TargetKind] = [.faculty, .department, .degree, .course]

    init(_ form: Form) {
        if form["for"] == "everybody" {
            (condition, arguments, query) = (AlertAudience.everybody, [:], [(name: "for", value: "everybody")])
            return
        }
        guard let chosen = Self.kinds.lazy.compactMap({ kind in form.recordID(kind.rawValue).map { (kind, $0) } }).first else {
            (condition, arguments, query) = ("1", [:], [])
            return
        }
        let (kind, id) = chosen
        let touched = Self.inside(kind).map { "t.kind = '\($0.kind.rawValue)' AND t.objectID IN (\($0.sql))" }
        condition = """
            (\(AlertAudience.everybody) OR EXISTS (
              SELECT 1 FROM campusBulletinTarget t WHERE t.bulletin = b.id AND (\(touched.joined(separator: " OR ")))))
            """
        (arguments, query) = (["scope": id], [(name: kind.rawValue, value: String(id))])
    }

    /// The things of the university that `:scope` is, holds or belongs to.
    private static func inside(_ kind: TargetKind) -> [(kind: TargetKind, sql: String)] {
        switch kind {
        case .faculty:
            [
                (.faculty, "SELECT :scope"), (.department, "SELECT id FROM department WHERE faculty = :scope"),
                (.degree, "SELECT d.id FROM degree d JOIN department p ON p.id = d.department WHERE p.faculty = :scope"),
            ]
        case .department: [(.department, "SELECT :scope"), (.degree, "SELECT id FROM degree WHERE department = :scope")]
        case .degree:
            [
                (.degree, "SELECT :scope"), (.course, "SELECT course FROM courseOfDegree WHERE degree = :scope"),
                (.department, "SELECT department FROM degree WHERE id = :scope"),
                (.faculty, "SELECT p.faculty FROM degree d JOIN department p ON p.id = d.department WHERE d.id = :scope"),
            ]
        default:
            [
                (.course, "SELECT :scope"),
                (
                    .person,
                    "SELECT h.person FROM activityTeacher h JOIN activity y ON y.id = h.activity WHERE y.course = :scope"
                ),
            ]
        }
    }
}
