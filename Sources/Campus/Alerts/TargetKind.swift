import Admin
import Registry

/// What an alert can be about; without targets it is for the whole university.
enum TargetKind: String, CaseIterable, Sendable, Codable {
    case faculty, department, degree, course, person, event, building, area

    var resource: any Resource.Type {
        switch self {
        case .faculty: Faculty.self
        case .department: Department.self
        case .degree: Degree.self
        case .course: Course.self
        case .person: Person.self
        case .event: Event.self
        case .building: Building.self
        case .area: Area.self
        }
    }

    var table: String { resource.table }

    var linkTable: String { "campusAlert" + rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    var nameColumn: String { self == .event ? "title" : "name" }
}
