import Accounts
import Admin
import Formats
import Foundation
import GRDB
import Hummingbird
import Web

/// A file with results. It holds only what the page of the part may show.
enum ResultFile: String, CaseIterable, Sendable {
    case wide = "answers-wide.csv"
    case labelled = "answers-labelled.csv"
    case workbook = "answers.xlsx"
    case long = "answers.csv"
    case r = "answers.R"
    case spss = "answers.sps"
    case statistics = "answers.sav"
    case json = "answers.json"
    case codebook = "codebook.csv"
    case figures = "figures.csv"
    case figuresWorkbook = "figures.xlsx"
    case figuresJSON = "figures.json"

    var key: String {
        switch self {
        case .wide: "wide"
        case .labelled: "labelled"
        case .workbook: "workbook"
        case .long: "long"
        case .r: "r"
        case .spss: "spss"
        case .statistics: "statistics"
        case .json: "json"
        case .codebook: "codebook"
        case .figures: "figures"
        case .figuresWorkbook: "figuresWorkbook"
        case .figuresJSON: "figuresJSON"
        }
    }

    private var hasRows: Bool {
        switch self {
        case .wide, .labelled, .workbook, .long, .json, .statistics: true
        case .r, .spss, .codebook, .figures, .figuresWorkbook, .figuresJSON: false
        }
    }

    private var type: String {
        switch self {
        case .wide, .labelled, .long, .codebook, .figures: "text/csv; charset=utf-8"
        case .workbook, .figuresWorkbook: WorkbookWriter.mediaType
        case .json, .figuresJSON: "application/json"
        case .r, .spss: "text/plain; charset=utf-8"
        case .statistics: StatisticsFile.mediaType
        }
    }

    fileprivate func bytes(_ export: ResultExport) throws -> [UInt8] {
        switch self {
        case .workbook: try export.workbook
        case .statistics: export.statistics
        case .figuresWorkbook: try export.figureWorkbook
        default: Array(text(export).utf8)
        }
    }

    private func text(_ export: ResultExport) -> String {
        switch self {
        case .workbook, .figuresWorkbook, .statistics: ""
        case .wide: CSV.mark + export.wideLines.joined()
        case .labelled: CSV.mark + export.labelledLines.joined()
        case .long: CSV.mark + export.longLines.joined()
        case .codebook: CSV.mark + ResultExport.codebook(export.outline, export.csv).joined()
        case .figures: CSV.mark + export.figureLines.joined()
        case .r: RSyntax(columns: export.columns.all, csv: export.csv, file: ResultFile.wide.rawValue, words: export.words).text
        case .spss:
            CSV.mark
                + SPSSSyntax(columns: export.columns.all, csv: export.csv, file: ResultFile.wide.rawValue, words: export.words).text
        case .json: export.answers.compact
        case .figuresJSON: export.figures.compact
        }
    }

    func note(_ asked: ResultPages.Asked, by actor: Actor, _ db: Database) throws {
        let object = (kind: Questionnaire.name, id: asked.heading.id, title: asked.heading.title)
        let detail = ["file": rawValue, "part": asked.path.joined(separator: ".")]
        try AuditEntry.write(db, "questionnaires.questionnaires.download", by: actor, on: object, detail: detail)
    }

    fileprivate func response(_ asked: ResultPages.Asked, _ csv: CSV, _ words: Words, _ db: Database) throws -> Response {
        let export = try ResultExport(asked, csv: csv, words, withRows: hasRows, db)
        let headers: HTTPFields = [
            .contentType: type, .cacheControl: "no-store", .contentDisposition: "attachment; filename=\"\(rawValue)\"",
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: try bytes(export))))
    }
}

struct ResultFilePages: Sendable {
    let results: ResultPages

    private var admin: AdminContext { results.admin }

    func addRoutes(to own: RouterGroup<SignedIn>) {
        for file in ResultFile.allCases {
            own.get(RouterPath(file.rawValue)) { try await download(file, $0, $1) }
        }
    }

    /// `language=en` sets the language of texts, `separator=comma` or `semicolon` the separator; both default to the reader's.
    private func download(_ file: ResultFile, _ request: Request, _ person: SignedIn) async throws -> Response {
        let csv = CSV(separator: Separator(request, person.language).rawValue)
        let words = admin.pages.templates.words(in: textLanguage(request, person.language))
        return try await admin.database.write { db in
            guard let asked = try results.find(request, person, db), asked.mayShow else { throw HTTPError(.notFound) }
            try file.note(asked, by: person.actor, db)
            return try file.response(asked, csv, words, db)
        }
    }

    private func textLanguage(_ request: Request, _ own: Language) -> Language {
        Language(rawValue: Form(query: request.uri.query ?? "")["language"]) ?? own
    }

    func values(_ asked: ResultPages.Asked, _ request: Request, _ words: Words) -> Values {
        let (separator, language) = (Separator(request, words.language), textLanguage(request, words.language))
        func choice(_ separator: Separator, _ language: Language) -> String { "&separator=\(separator)&language=\(language.rawValue)" }
        return [
            "isChoosing": ["separator", "language"].contains { !Form(query: request.uri.query ?? "")[$0].isEmpty },
            "files": ResultFile.allCases.map { file -> Values in
                [
                    "href": asked.address("/" + file.rawValue) + choice(separator, language), "name": file.rawValue,
                    "text": words("questionnaires.files.\(file.key)"),
                ]
            },
            "separators": Separator.allCases.map { one -> Values in
                [
                    "href": asked.address("") + choice(one, language) + "#files",
                    "label": words("questionnaires.files.separators.\(one)"), "isCurrent": one == separator,
                ]
            },
            "languages": (admin.site.languages.isEmpty ? [] : [admin.site.language] + admin.site.languages).map { one -> Values in
                [
                    "href": asked.address("") + choice(separator, one) + "#files",
                    "label": words("questionnaires.files.language", ["language": words.name(of: one, "translations.in")]),
                    "isCurrent": one == language,
                ]
            },
        ]
    }
}

private enum Separator: String, CaseIterable {
    case semicolon = ";"
    case comma = ","

    init(_ request: Request, _ language: Language) {
        let asked = Form(query: request.uri.query ?? "")["separator"]
        self = Self.allCases.first { "\($0)" == asked } ?? (language.columnSeparator == ";" ? .semicolon : .comma)
    }
}
