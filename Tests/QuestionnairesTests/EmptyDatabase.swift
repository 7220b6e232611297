import GRDB
import Portal

/// Made once, and copied for each test.
private let schema = Result { try Store.inMemory() }

/// A database with every table and nothing in them. In a file of its own: the portal has a `QuestionnaireVersion` too.
func emptyDatabase() throws -> DatabaseQueue {
    let database = try DatabaseQueue(configuration: Store.settings)
    try schema.get().backup(to: database)
    return database
}
