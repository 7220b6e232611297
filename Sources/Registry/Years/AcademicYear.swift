import Admin
import Foundation

/// An academic year, such as `2025/2026`.
public struct AcademicYear: Resource {
    public var stamp = RecordMetadata()
    public var name = ""
    public var begins: Date?
    public var ends: Date?

    public init() {}

    public static let system = Registry.name
    public static let path = "academic-years"
    public static let table = "academicYear"
    public static let icon = "calendar"
    public static let columns = ["begins", "ends"]
    public static let order = "-name"
    public static let fields: [Field<AcademicYear>] = [
        .title("name", \.name, limit: 40),
        .moment("begins", \.begins),
        .moment("ends", \.ends),
    ]

    public func check(_ entry: Entry, errors: inout FieldErrors) throws {
        if let begins, let ends, ends < begins { errors.add("ends", entry.context.words("registry.refused.order")) }
    }
}
