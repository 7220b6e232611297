import Admin
import Foundation
import GRDB
import Web

extension Portal {
    /// Tells the administrators what the parent process noted about crashes, and puts aside the jobs that were in hand.
    public func noteCrashes() async throws {
        let path = configuration.data + "/" + Supervision.crashFile
        guard let file = FileHandle(forReadingAtPath: path) else { return }
        defer { try? file.close() }
        let size = try file.seekToEnd()
        // Of a very long list the end is new.
        try file.seek(toOffset: size > 32_768 ? size - 32_768 : 0)
        let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        let count = try await database.write { try CrashNotes.take(text, $0) }
        if count > 0 { logger.warning("crashes of the server since the last start: \(count)") }
    }
}
