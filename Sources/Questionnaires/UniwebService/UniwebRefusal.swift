import Admin
import Hummingbird
import Web

/// An error in the format of the university's programs (M6): an object with `ERRORE`; also identified by its status.
struct UniwebRefusal: HTTPResponseError {
    enum Code: String {
        case NON_AUTENTICATO, NON_AUTORIZZATO, NON_TROVATO, GIA_COMPILATO, VERSIONE_SUPERATA, NON_DISPONIBILE, RICHIESTA_MALFORMATA
        case VALIDAZIONE, TROPPE_RICHIESTE, INTERNO, FILE_NON_AMMESSO

        var status: HTTPResponse.Status {
            switch self {
            case .NON_AUTENTICATO: .unauthorized
            case .NON_AUTORIZZATO: .forbidden
            case .NON_TROVATO: .notFound
            case .GIA_COMPILATO, .VERSIONE_SUPERATA, .NON_DISPONIBILE: .conflict
            case .RICHIESTA_MALFORMATA: .badRequest
            case .VALIDAZIONE: .unprocessableContent
            case .TROPPE_RICHIESTE: .tooManyRequests
            case .INTERNO: .internalServerError
            case .FILE_NON_AMMESSO: .unsupportedMediaType
            }
        }

        init(_ status: HTTPResponse.Status) {
            self =
                switch status.code {
                case 401: .NON_AUTENTICATO
                case 403: .NON_AUTORIZZATO
                case 404, 405: .NON_TROVATO
                case 429: .TROPPE_RICHIESTE
                case 500...: .INTERNO
                default: .RICHIESTA_MALFORMATA
                }
        }
    }

    let code: Code
    var fields: [(question: Int64, refusal: ReplyRefusal)] = []
    /// The part of the message that is missing or of another type, such as `RISPOSTE[2].DOMANDA_ID`.
    var field: String?
    /// What is wrong in a configuration.
    var mistakes: [ElementReading.Mistake] = []

    static func malformed(_ field: String) -> UniwebRefusal { UniwebRefusal(code: .RICHIESTA_MALFORMATA, field: field) }

    var status: HTTPResponse.Status { code.status }

    func response(from request: Request, context: some RequestContext) -> Response { Response(status: status) }

    func response(_ words: Words) -> Response {
        let drawing = QuestionDrawing(words: words, replies: Replies(), refusals: [:], gap: .none)
        var error: [(key: String, value: JSON)] = [
            ("COD", .text(code.rawValue)), ("DES", .text(words("questionnaires.wire.\(code.rawValue)"))),
        ]
        if !fields.isEmpty {
            error.append(
                (
                    "CAMPI",
                    .list(
                        fields.map { field in
                            .object([
                                ("DOMANDA_ID", .number(Int(field.question))), ("COD", .text(field.refusal.uniwebCode)),
                                ("DES", .text(drawing.sentence(field.refusal))),
                            ])
                        })
                ))
        }
        if let field {
            let said = JSON.object([("CAMPO", .text(field)), ("DES", .text(words("questionnaires.wire.field", ["name": field])))])
            error.append(("CAMPI", .list([said])))
        }
        if !mistakes.isEmpty {
            let said = mistakes.map { mistake -> JSON in
                let text = words("questionnaires.exchange.refused.\(mistake.key)", mistake.values(words))
                return .object([("CAMPO", mistake.about.isEmpty ? .null : .text(mistake.about)), ("DES", .text(text))])
            }
            error.append(("CAMPI", .list(said)))
        }
        return UniwebAnswer.response(.object([("ERRORE", .object(error))]), status: status)
    }
}

extension ReplyRefusal {
    var uniwebCode: String {
        switch self {
        case .missing: "OBBLIGATORIA"
        case .several: "TROPPE_RISPOSTE"
        case .foreign: "ESTRANEA"
        case .otherBlank: "TESTO_MANCANTE"
        case .tooLong: "TROPPO_LUNGA"
        case .notANumber: "NON_NUMERO"
        case .tooManyDecimals: "TROPPI_DECIMALI"
        case .tooSmall: "TROPPO_PICCOLO"
        case .tooGreat: "TROPPO_GRANDE"
        case .notADay: "NON_DATA"
        case .tooEarly: "TROPPO_PRESTO"
        case .tooLate: "TROPPO_TARDI"
        case .notATime: "NON_ORA"
        case .notADateTime: "NON_DATA_ORA"
        case .notBefore: "TROPPO_PRESTO"
        case .notAfter: "TROPPO_TARDI"
        case .notAnEmail: "NON_EMAIL"
        case .notAFile: "NON_FILE"
        case .rankTwice, .rankGap: "POSTO_ERRATO"
        case .rankMissing: "OBBLIGATORIA"
        case .unfit: "NON_LEGGIBILE"
        }
    }
}

enum UniwebAnswer {
    static func response(_ json: JSON, status: HTTPResponse.Status = .ok) -> Response {
        let headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"]
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: json.compact)))
    }
}

/// Converts every error below `/ws` to the format of the calling programs, including errors outside the handlers.
public struct UniwebErrors: RouterMiddleware, ErrorFrame {
    public typealias Context = Visitor

    private let pages: Pages

    public init(pages: Pages) { self.pages = pages }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let refusal as UniwebRefusal {
            return refusal.response(pages.words(for: context))
        }
    }

    public func errorPage(_ status: HTTPResponse.Status, _ request: Request, _ visitor: Visitor) -> Response? {
        var visitor = visitor
        // As in `Callers`: what a program asks for comes before its account's language.
        if let asked = request.headers[.acceptLanguage].flatMap({ Language(acceptLanguage: $0) }) { visitor.language = asked }
        var response = UniwebRefusal(code: .init(status)).response(pages.words(for: visitor))
        response.status = status
        return response
    }
}
