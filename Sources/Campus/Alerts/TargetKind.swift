/// What an alert can be about; without targets it is for the whole university.
enum TargetKind: String, CaseIterable, Sendable, Codable {
    case faculty, department, degree, course, person, event, building, area

    var table: String {
        switch self {
        case .faculty, .department, .degree, .course, .person: rawValue
        case .event: "campusEvent"
        case .building: "campusBuilding"
        case .area: "campusArea"
        }
    }

    var linkTable: String { "campusAlert" + rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    var nameColumn: String { self == .event ? "title" : "name" }
}
