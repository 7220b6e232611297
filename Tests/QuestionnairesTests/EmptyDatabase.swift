import GRDB
import Portal

/// A database with every table and nothing in them. In a file of its own: the portal has a `Version` too.
func emptyDatabase() throws -> DatabaseQueue { try Store.inMemory() }
