import Admin
import Foundation
import GRDB
import Web

extension Portal {
    /// Notifies administrators of recorded crashes and sets aside the jobs that were running.
    public func noteCrashes() async throws {
        let path = configuration.data + "/" + Supervision.crashFile
        guard let file = FileHandle(forReadingAtPath: path) else { return }
        defer { try? file.close() }
        let size = try file.seekToEnd()
        try file.seek(toOffset: size > 32_768 ? size - 32_768 : 0)
        let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        let count = try await database.write { try CrashNotes.take(text, $0) }
        if count > 0 { logger.warning("crashes of the server since the last start: \(count)") }
    }
}
