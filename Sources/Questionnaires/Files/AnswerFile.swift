import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

/// A file as an answer of a named questionnaire: it belongs to its student's offer until it is sent, and to the compilation from then on.
enum AnswerFile {
    static let bytes = 5 << 20
    /// Files that wait to be sent, of one offer; an older one is forgotten.
    static let most = 20

    /// Returns what the reply keeps of it.
    static func add(_ name: String, _ bytes: Data, to offer: String, now: Date, _ db: Database) throws -> FileReference {
        let clean = name.harmlessFileName
        let reference = FileReference(id: Token().text, name: clean.isEmpty ? "file" : clean)
        try db.execute(
            sql: "INSERT INTO answerFile (id, offer, name, bytes, day) VALUES (?, ?, ?, ?, ?)",
            arguments: [reference.id, offer, reference.name, bytes, FillingDraft.day(now)])
        try db.execute(
            sql: """
                DELETE FROM answerFile WHERE offer = ?1
                  AND id NOT IN (SELECT id FROM answerFile WHERE offer = ?1 ORDER BY rowid DESC LIMIT ?2)
                """, arguments: [offer, most])
        return reference
    }

    static func isThere(_ reference: FileReference, of offer: String, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM answerFile WHERE id = ? AND offer = ? AND name = ?)"
        return try Bool.fetchOne(db, sql: sql, arguments: [reference.id, offer, reference.name]) ?? false
    }

    static func contents(_ id: String, of offer: String, _ db: Database) throws -> Data? {
        try Data.fetchOne(db, sql: "SELECT bytes FROM answerFile WHERE id = ? AND offer = ?", arguments: [id, offer])
    }

    /// Files of answers that were sent.
    static func count(of version: Int64, _ db: Database) throws -> Int {
        let sql = "SELECT count(*) FROM answerFile JOIN compilation ON compilation.id = answerFile.compilation WHERE version = ?"
        return try Int.fetchOne(db, sql: sql, arguments: [version]) ?? 0
    }

    static func remove(_ id: String, of offer: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM answerFile WHERE id = ? AND offer = ?", arguments: [id, offer])
    }

    static func send(_ references: [FileReference], of offer: String, in compilation: String, _ db: Database) throws {
        for reference in references {
            try db.execute(
                sql: "UPDATE answerFile SET offer = NULL, compilation = ? WHERE id = ? AND offer = ?",
                arguments: [compilation, reference.id, offer])
        }
    }

    /// What was never sent, and what was sent by students who are gone.
    static func sweep(now: Date, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM answerFile WHERE offer IS NOT NULL AND offer NOT IN (SELECT offer FROM filling) AND day < ?",
            arguments: [FillingDraft.day(now - 2 * 86_400)])
        try db.execute(
            sql: """
                DELETE FROM answerFile WHERE compilation IS NOT NULL
                  AND compilation NOT IN (SELECT id FROM compilation WHERE student IS NOT NULL)
                """)
    }

    /// A download, whatever is inside.
    static func response(_ name: String, _ bytes: Data) -> Response {
        let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_")
        let escaped = name.addingPercentEncoding(withAllowedCharacters: plain) ?? "file"
        let headers: HTTPFields = [
            .contentType: "application/octet-stream", .cacheControl: "no-store",
            .contentDisposition: "attachment; filename*=UTF-8''\(escaped)",
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension Compilation {
    func namingFiles(_ outline: StructureOutline) -> Compilation {
        Compilation(
            id: id,
            answers: answers.map { given in
                guard outline.answers[given.answer]?.format == .file, let file = given.value.flatMap({ FileReference($0) }) else {
                    return given
                }
                return GivenAnswer(question: given.question, answer: given.answer, value: file.name)
            })
    }
}
