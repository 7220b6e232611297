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
            self.init(["\(path) is damaged (\(cause)): `portico check` says more, `portico restore` brings a backup back"])
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_IOERR:
            self.init(["\(path) cannot be read and written: do the folder and its files belong to the user that Portico runs as?"])
        case .SQLITE_FULL: self.init(["\(path) cannot grow: the disk is full"])
        case .SQLITE_BUSY, .SQLITE_LOCKED: self.init(["\(path) is held by another program: end that one first"])
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
        let what = failure.migration.map { "the migration «\($0)» failed" } ?? "what follows the migrations failed"
        self.init(["\(path) was not updated, and is as before: \(what) (\(failure.cause))"])
    }

    init?(_ error: IOError, listeningOn host: String, _ port: Int) {
        switch error.errnoCode {
        case EADDRINUSE:
            self.init([
                "PORTICO_PORT: something listens on \(host):\(port) already, perhaps another Portico; end it, or choose another port"
            ])
        case EACCES:
            self.init(["PORTICO_PORT: only the system may listen on \(port); choose a port above 1023, behind a reverse proxy"])
        case EADDRNOTAVAIL: self.init(["PORTICO_HOST: «\(host)» is no address of this machine"])
        default: return nil
        }
    }
}
