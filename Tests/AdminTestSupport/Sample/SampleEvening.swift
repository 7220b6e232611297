import Admin
import Foundation

/// A reading in the evening; belongs to no library.
struct SampleEvening: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var starts = Date(timeIntervalSince1970: 1_800_000_000)
    var ends: Date?
    var website = ""
    var text = ""

    static let system = Sample.name
    static let path = "evenings"
    static let table = "evening"
    static let icon = "calendar"
    static let columns = ["starts"]
    static let order = "-starts"
    static let fields: [Field<SampleEvening>] = [
        .title("name", \.name),
        .moment("starts", \.starts),
        .moment("ends", \.ends),
        .url("website", \.website),
        .markdown("text", \.text),
    ]

    func check(_ entry: Entry, errors: inout FieldErrors) {
        if let ends, ends <= starts { errors.add("ends", entry.refusal("moment")) }
    }
}
