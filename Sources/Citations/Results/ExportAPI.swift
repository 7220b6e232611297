import Admin
import Hummingbird
import Web

enum ExportAPI {
    static let routes: [CitationRoute] = ExportedRun.Format.allCases.map { format in
        CitationRoute(
            .get, "runs/{id}/exports/\(format.file)", "\(format.rawValue)File",
            .caller { _, caller, service in
                let exported = try await service.admin.database.read { db in
                    let found = try RunAnswer(caller, Citations.seeing, db)
                    let findings = try found.findings(service, db)
                    return try ExportedRun(found.run, found.outcome, findings, db)
                }
                return exported.file(format, caller.language)
            }
        ) {
            ($0.answer, $0.answerType, $0.problems) = (format == .json ? .type("object") : Shape.text, format.type, [409])
        }
    }
}
