enum CampusAddress {
    static func of(_ kind: TargetKind, id: Int64, key: String) -> String? {
        switch kind {
        case .event: "/campus/events/\(id)"
        case .course: "/campus/courses/\(id)"
        case .degree: "/campus/degrees/\(id)"
        case .person: "/campus/people/\(id)"
        case .building: "/campus/buildings/\(id)"
        case .area: "/campus/areas/\(id)"
        case .faculty, .department: nil
        }
    }
}
