import Admin
import Hummingbird
import Web

/// The files of the pages, for programs.
extension CitationRoute {
    static let exports: [CitationRoute] = ExportedRun.Format.allCases.map { format in
        .init(
            method: .get, path: "runs/{id}/exports/\(format.file)", name: "\(format.rawValue)File",
            answer: format == .json ? .type("object") : Shape.text, answerType: format.type, problems: [409],
            handle: .caller { _, caller, service in
                let exported = try await service.desk.database.read { db in
                    let found = try RunAnswer(caller, Citations.seeing, db)
                    let findings = try found.findings(service, db)
                    return try ExportedRun(found.run, found.outcome, findings, db)
                }
                return exported.file(format, caller.language)
            })
    }
}
