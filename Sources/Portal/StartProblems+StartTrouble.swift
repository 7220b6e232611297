import Accounts
import Foundation
import GRDB
import NIOCore
import Web

extension StartProblems {
    init?(_ error: DatabaseError, opening path: String) {
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT:
            // The last line is the cause; the one before names the database.
            let cause = error.message?.split(separator: "\n").last ?? "no database"
            self.init(
                "database.damaged", "{file} is damaged ({cause}): `portico check` says more, `portico restore` brings a backup back",
                ["file": path, "cause": String(cause)])
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_IOERR:
            self.init(
                "database.closed",
                "{file} cannot be read and written: do the folder and its files belong to the user that Portico runs as?", ["file": path])
        case .SQLITE_FULL: self.init("database.full", "{file} cannot grow: the disk is full", ["file": path])
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init("database.held", "{file} is held by another program: end that one first", ["file": path])
        default: return nil
        }
        isPassing = error.isPassing
        isWorthWaiting = [.SQLITE_FULL, .SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
    }

    init(_ failure: SchemaMigrator.Failure, updating path: String) {
        if let error = failure.cause as? DatabaseError, let known = StartProblems(error, opening: path) {
            self = known
            return
        }
        let values = ["file": path, "cause": "\(failure.cause)"]
        guard let migration = failure.migration else {
            self.init(
                "database.after", "{file} was not updated, and is as before: what follows the migrations failed ({cause})", values)
            return
        }
        self.init(
            "database.migration", "{file} was not updated, and is as before: the migration «{migration}» failed ({cause})",
            values.merging(["migration": migration]) { $1 })
    }

    init?(_ error: IOError, listeningOn host: String, _ port: Int) {
        switch error.errnoCode {
        case EADDRINUSE:
            self.init(
                "port.taken",
                "PORTICO_PORT: something listens on {host}:{port} already, perhaps another Portico; end it, or choose another port",
                ["host": host, "port": String(port)])
        case EACCES:
            self.init(
                "port.low", "PORTICO_PORT: only the system may listen on {port}; choose a port above 1023, behind a reverse proxy",
                ["port": String(port)])
        case EADDRNOTAVAIL: self.init("port.host", "PORTICO_HOST: «{host}» is no address of this machine", ["host": host])
        default: return nil
        }
    }

    /// A single problem: the key of its text below `start`, and the same in English.
    init(_ key: String, _ english: String, _ values: [String: String]) { self.init(all: [EarlyText(key, english, values)]) }
}
