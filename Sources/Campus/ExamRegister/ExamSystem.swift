import Admin
import Foundation
import Web

/// The university's own system of exams, where there is one: lists, signing up and the record book by JSON over HTTP. Nothing of it is kept.
public struct ExamSystem: Sendable {
    enum Failure: String, Error { case name, `private`, connection, time, size, status, clear, unread, refused }

    private let address: String
    private let token: String?
    private var patience = Duration.seconds(8)

    private static let longest = 1 << 20

    /// - Parameter address: that of the interface, without a slash at its end.
    public init(address: String, token: String?) { (self.address, self.token) = (address, token) }

    /// The exams and marks of a student, who is known there by the name with which they sign in here.
    func book(of student: String, neighbours: Set<String>) async throws(Failure) -> ExternalBook {
        try Self.check(student)
        let exams = try await read("students/\(student.queryEscaped)/exams", neighbours)
        let marks = try await read("students/\(student.queryEscaped)/record-book", neighbours)
        guard let book = ExternalBook(exams: exams, marks: marks) else { throw .unread }
        return book
    }

    func signUp(_ student: String, for exam: String, neighbours: Set<String>) async throws(Failure) -> ExamEntry.Outcome {
        try await act("PUT", student, exam, neighbours, done: .signedUp)
    }

    func withdraw(_ student: String, from exam: String, neighbours: Set<String>) async throws(Failure) -> ExamEntry.Outcome {
        try await act("DELETE", student, exam, neighbours, done: .withdrawn)
    }

    private var headers: [(String, String)] {
        [("Accept", "application/json"), ("User-Agent", "Portico-Exams")] + (token.map { [("Authorization", "Bearer \($0)")] } ?? [])
    }

    /// Follows no redirects: the token is for this host only.
    private func read(_ path: String, _ neighbours: Set<String>) async throws(Failure) -> JSON {
        let caller = try outgoing(neighbours)
        let document = await caller.read(
            "\(address)/\(path)", asking: headers, limit: Self.longest, patience: patience, follows: false)
        try Self.check(document.status, document.error)
        guard let found = try? JSON(parsing: document.bytes) else { throw .unread }
        return found
    }

    private func act(
        _ method: String, _ student: String, _ exam: String, _ neighbours: Set<String>, done: ExamEntry.Outcome
    ) async throws(Failure) -> ExamEntry.Outcome {
        try Self.check(student)
        let caller = try outgoing(neighbours)
        let answer = await caller.call(method, headers, to: "\(address)/students/\(student.queryEscaped)/exams/\(exam)")
        switch answer.status {
        case 404, 410: return .missing
        case 409:
            let reason = (try? JSON(parsing: answer.text.utf8))?["reason"]?.text ?? ""
            return ExamEntry.Outcome(rawValue: reason).flatMap { [.already, .closed, .full].contains($0) ? $0 : nil } ?? .closed
        default:
            try Self.check(answer.status, answer.error)
            return done
        }
    }

    private func outgoing(_ neighbours: Set<String>) throws(Failure) -> Outgoing {
        let url = Outgoing.url(address)
        // A token and marks do not travel in clear, except to a host that the owner named.
        guard url?.scheme == "https" || url?.host.map(neighbours.contains) == true else { throw .clear }
        return Outgoing(allowsPrivate: false, neighbours: neighbours)
    }

    /// A name such as `..` would lead to another address.
    private static func check(_ student: String) throws(Failure) {
        guard ExternalBook.isID(student) else { throw .unread }
    }

    private static func check(_ status: Int?, _ error: String?) throws(Failure) {
        if [401, 403].contains(status) { throw .refused }
        if let error { throw Failure(rawValue: error) ?? .connection }
        guard let status, (200..<300).contains(status) else { throw .status }
    }
}
