/// What an alert can be about. One about nothing of these is for the whole university.
enum TargetKind: String, CaseIterable, Sendable, Codable {
    case faculty, department, degree, course, person, event, building, area

    /// Where the things themselves are kept.
    var table: String {
        switch self {
        case .faculty, .department, .degree, .course, .person: rawValue
        case .event: "campusEvent"
        case .building: "campusBuilding"
        case .area: "campusArea"
        }
    }

    /// Where an alert's things of this kind are kept, as pairs.
    var linkTable: String { "campusAlert" + rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    /// The column with the name that people know.
    var nameColumn: String { self == .event ? "title" : "name" }
}
