import Hummingbird
import Logging
import Web

struct CampusQuery: Sendable {
    let rendering: RenderContext
    let query: Form
    let origin: String
    let name: String
    let files: AlertFiles
    let logger: Logger

    /// Nil without the parameter. An invalid number is refused, because an unfiltered list would look like an answer.
    func number(_ name: String) throws -> Int64? {
        guard !query[name].isEmpty else { return nil }
        guard let number = query.recordID(name) else { throw HTTPError(.badRequest) }
        return number
    }
}
