import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

extension AuditPages {
    /// `GET /admin/audit/download`: streams the filtered list as CSV.
    @Sendable func download(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await catchUp(request)
        let words = admin.words(person)
        let (query, reading) = try await admin.database.write { db -> (AuditQuery, AuditReading) in
            let asked = try self.query(request, person, db)
            // The log records who took a copy of it.
            try AuditEntry.write(db, "audit.download", by: person.actor, detail: ["rows": String(try asked.count(db))])
            return (asked, try AuditReading(admin, db, words))
        }
        let columns = ["number", "when", "who", "act", "kind", "object", "scope", "detail", "address", "request"]
        let csv = CSV(separator: words.language.columnSeparator)
        let database = admin.database
        let body = ResponseBody { writer in
            try await writer.write(ByteBuffer(string: CSV.mark + csv.line(columns.map { words("admin.audit.columns.\($0)") })))
            var last: Int64?
            while true {
                let before = last
                let entries = try await database.read { try query.entries($0, before: before, limit: 1_000) }
                guard let end = entries.last else { break }
                last = end.id
                try await writer.write(ByteBuffer(string: entries.map { csv.line(cells($0, reading, query.zone)) }.joined()))
            }
            try await writer.finish(nil)
        }
        let day = CivilTime(.now, in: query.zone).inputValue.prefix(10)
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"\(words("admin.audit.file"))-\(day).csv\"",
            ], body: body)
    }

    private func cells(_ entry: AuditEntry, _ reading: AuditReading, _ zone: TimeZone) -> [String] {
        [
            String(entry.id), CivilTime(entry.at, in: zone).inputValue.replacing("T", with: " "), reading.who(entry), reading.act(entry),
            entry.objectKind.map(reading.kind) ?? "", entry.objectTitle ?? "", reading.place(entry), reading.detail(entry), entry.address,
            entry.requestID,
        ]
    }
}
