import AdminTestSupport
import Foundation
import GRDB
import Synchronization
import Testing

@testable import Admin

@Suite struct OutboxTests {
    private func script(_ text: String, in folder: TemporaryFolder) throws -> String {
        let path = folder.path + "/mail.sh"
        try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return path
    }

    private let message = MailMessage(from: "a@b.it", to: "c@d.it", subject: "Ciao", body: "Testo", date: .now, identity: "1")

    @Test(.timeLimit(.minutes(1))) func aProgramThatHangsIsEnded() throws {
        let folder = try TemporaryFolder()
        let transport = MailTransport(command: try script("exec sleep 600", in: folder), folder: "")
        #expect(throws: MailTransport.Failure.self) { try transport.send(message, patience: 0.1) }
    }

    @Test func aProgramLearnsNothingOfOurSurroundings() throws {
        let folder = try TemporaryFolder()
        setenv("PORTICO_METRICS_TOKEN", "a-secret-of-the-program", 1)
        defer { unsetenv("PORTICO_METRICS_TOKEN") }
        try MailTransport(command: try script("env > \(folder.path)/env; cat > /dev/null", in: folder), folder: "").send(message)
        let told = try String(contentsOfFile: folder.path + "/env", encoding: .utf8)
        #expect(told.contains("PATH="))
        #expect(!told.contains("PORTICO"))
    }

    @Test func severalPlacesTakeEachMessageOnce() async throws {
        let shelf = Mutex<[[Mail]]>([])
        let database = try await SampleSite().database
        try await database.write { db in
            for number in 0..<200 {
                try Mail.enqueue(to: "\(number)@example.org", of: "sample", subject: "", body: "x", at: .now - 5, db)
            }
        }
        let queue = MailQueue { limit in
            let taken = try await database.write { try Mail.take(limit, at: .now, $0) }
            shelf.withLock { $0.append(taken) }
            return taken
        }
        let seen = try await withThrowingTaskGroup(of: [Int64].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var ids: [Int64] = []
                    while let mail = try await queue.next() { ids.append(mail.id) }
                    return ids
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(seen.count == 200)
        #expect(Set(seen).count == 200)
    }

    @Test func anAlertIsTakenByItsOwnWay() async throws {
        let database = try await SampleSite().database
        try await database.write { db in
            try Mail.enqueue(to: "a@example.org", of: "other", subject: "Avviso", body: "x", isUrgent: true, at: .now - 5, db)
            try Mail.enqueue(to: "b@example.org", of: "sample", subject: "Altro", body: "x", at: .now - 5, db)
            #expect(try Mail.take(urgent: true, at: .now, db).map(\.subject) == ["Avviso"])
            #expect(try Mail.take(at: .now, db).map(\.subject) == ["Altro"])
        }
    }
}
