import Hummingbird
import HummingbirdTesting
import Logging
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Stories

/// No body of the JSON interface ends the process, and none is answered with a 500: each address of the description, with a hostile value
/// in a parameter and in each member of what is sent.
@Suite struct HostileBodyTests {
    @Test func noProgramIsAnsweredWithAFault() async throws {
        let site = try await TestSite.demonstration()
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        let (words, trace) = (site.portal.admin.pages.templates.words(in: .english), Trace("bodies"))
        let operations = DescribedOperation.all(of: APIDescription(admin: site.portal.admin, words: words).document)
        var (failures, done, refused): ([String], Int, Int) = ([], 0, 0)
        // What an account may call so often in five minutes is counted anew by each router.
        for start in stride(from: 0, to: operations.count, by: 150) {
            let part = operations[start..<min(start + 150, operations.count)]
            let found = try await Application(router: site.portal.router(), logger: logger).test(.router) { client in
                let walker = try await Walker("admin", client, site, trace)
                var chance = SeededRandomGenerator(seed: Fuzzing.seed &+ UInt64(start))
                var tooMany = 0
                for operation in part {
                    for (address, body) in operation.requests(&chance, isWhole: Fuzzing.isWhole) {
                        let answer = try await walker.call(operation.method, address, body)
                        tooMany += answer.status == 429 ? 1 : 0
                    }
                }
                return (failures: walker.failures, done: walker.count, refused: tooMany)
            }
            failures += found.failures
            done += found.done
            refused += found.refused
        }
        #expect(failures.isEmpty, "seed \(Fuzzing.seed), \(failures.count):\n\(failures.prefix(40).joined(separator: "\n"))")
        #expect(operations.count > 400)
        #expect(done > operations.count)
        // Where everything is tried the limits answer in the end.
        #expect(Fuzzing.isWhole || refused * 10 < done, "\(refused) of \(done) were too many")
    }
}

extension HostileBodyTests {
    /// The programs of before send JSON of their own: actions by name, and answers to questionnaires.
    @Test func noProgramOfBeforeIsAnsweredWithAFault() async throws {
        let site = try await TestSite.demonstration()
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        let names = ServiceAction.all.keys.sorted() + OutsideAction.all.keys.sorted()
        let offer =
            try await site.value(
                "SELECT min(offer.id) FROM offer JOIN student ON student.id = offer.student WHERE student.account = 'student'",
                as: String.self) ?? "1"
        let wire = site.patterns.filter { $0.path.hasPrefix("/ws") && $0.method != "GET" }
        let found = try await Application(router: site.portal.router(), logger: logger).test(.router) { client in
            let trace = Trace("batches")
            let writer = try await Walker("writer", client, site, trace)
            let student = try await Walker("student", client, site, trace)
            for (turn, value) in Hostile.json.enumerated() {
                let data = Self.members.map { "\"\($0)\":\(value)" }.joined(separator: ",")
                // Few at once, so that one which ends the account takes little from the others.
                for start in stride(from: 0, to: names.count, by: 15) where Fuzzing.isWhole || (start / 15 + turn).isMultiple(of: 2) {
                    let actions = names[start..<min(start + 15, names.count)].map { "{\"action\":\"\($0)\",\"data\":{\(data)}}" }
                    let who = "\"username\":\"marea@example.org\",\"password\":\"\(TestSite.password)\""
                    _ = try await writer.call("POST", "/api", "{\(who),\"actions\":[\(actions.joined(separator: ","))]}")
                }
                _ = try await writer.call("POST", "/api", value)
                _ = try await writer.call("POST", "/api", "{\"actions\":\(value)}")
                let item = "{\"DOMANDA_ID\":\(value),\"RISPOSTA_ID\":\(value),\"VALORE\":\(value)}"
                for pattern in wire {
                    let address = pattern.filled { part, _ in part.replacing(#/\{\w+\}/#) { _ in "1" } }
                    for (named, version) in [("\"\(offer)\"", value), (value, "1")] {
                        let body =
                            "{\"OFFERTA_ID\":\(named),\"QUESTIONARIO_ID\":\(version),\"VERSIONE\":\(version),\"NONCE\":\"n\",\"RISPOSTE\":[\(item)]}"
                        _ = try await student.call(pattern.method, address, body)
                    }
                }
            }
            return writer.failures + student.failures
        }
        #expect(found.isEmpty, "\(found.count):\n\(found.prefix(40).joined(separator: "\n"))")
        #expect(names.count > 30)
        #expect(!wire.isEmpty)
    }

    private static let members = [
        "id_user", "id_parent", "id_post", "up_to_id", "limit", "cursor", "title", "text_content", "email", "q", "reason", "photo", "key",
        "token",
    ]
}

/// What the description says of one address and method.
private struct DescribedOperation {
    let method: String
    private let path: String
    private let parameters: [(name: String, isInPath: Bool)]
    /// A body that may be right, with its members; nil where none is sent.
    private let body: [(key: String, value: JSON)]?

    static func all(of document: JSON) -> [Self] {
        guard case .object(let paths)? = document["paths"] else { return [] }
        return paths.flatMap { path, methods -> [Self] in
            guard case .object(let members) = methods, !path.hasSuffix("/events") else { return [] }
            let shared = parameters(methods["parameters"], document)
            return members.compactMap { method, operation in
                guard ["get", "post", "put", "patch", "delete"].contains(method) else { return nil }
                let content = operation["requestBody"].map { resolved($0, document) }?["content"]
                var body: [(key: String, value: JSON)]?
                if case .object(let types)? = content, let type = types.first?.value {
                    let example = type["example"] ?? type["schema"].map { make($0, document) } ?? .object([])
                    if case .object(let pairs) = example { body = pairs }
                    if case .object(let known)? = type["schema"].map({ resolved($0, document) })?["properties"] {
                        body =
                            (body ?? [])
                            + known.filter { name, _ in body?.contains { $0.key == name } != true }
                            .map { ($0.key, make($0.value, document)) }
                    }
                }
                return Self(
                    method: method.uppercased(), path: path,
                    parameters: shared + parameters(operation["parameters"], document), body: body)
            }
        }
    }

    /// One hostile value in turn in each place, or every value in every place.
    func requests(_ chance: inout SeededRandomGenerator, isWhole: Bool) -> [(address: String, body: String?)] {
        let sent = body.map { JSON.object($0).compact }
        var requests: [(address: String, body: String?)] = [(address([:]), sent)]
        for parameter in isWhole ? parameters : parameters.randomElement(using: &chance).map({ [$0] }) ?? [] {
            for value in isWhole ? Hostile.all : [Hostile.all.randomElement(using: &chance) ?? ""] {
                requests.append((address([parameter.name: String(value.prefix(2_000))]), sent))
            }
        }
        guard let body else { return requests }
        for place in isWhole ? Array(body.indices) : body.indices.randomElement(using: &chance).map({ [$0] }) ?? [] {
            for value in isWhole ? Hostile.json : [Hostile.json.randomElement(using: &chance) ?? ""] {
                let members = body.indices.map { "\"\(body[$0].key)\":" + ($0 == place ? value : body[$0].value.compact) }
                requests.append((address([:]), "{\(members.joined(separator: ","))}"))
            }
        }
        requests.append((address([:]), Hostile.json.randomElement(using: &chance)))
        return requests
    }

    private func address(_ values: [String: String]) -> String {
        var address = path
        for parameter in parameters where parameter.isInPath {
            address = address.replacing("{\(parameter.name)}", with: (values[parameter.name] ?? "1").addressEscaped)
        }
        let query = parameters.filter { !$0.isInPath && values[$0.name] != nil }.map { ($0.name, values[$0.name] ?? "") }
        return query.isEmpty ? address : address + "?" + Walker.query(query)
    }

    private static func parameters(_ listed: JSON?, _ document: JSON) -> [(name: String, isInPath: Bool)] {
        (listed?.list ?? []).map { resolved($0, document) }.compactMap { parameter in
            guard let place = parameter["in"]?.text, ["path", "query"].contains(place) else { return nil }
            return parameter["name"]?.text.map { ($0, place == "path") }
        }
    }

    private static func resolved(_ schema: JSON, _ document: JSON) -> JSON {
        guard let reference = schema["$ref"]?.text else { return schema }
        return reference.split(separator: "/").dropFirst().reduce(JSON?.some(document)) { $0?[String($1)] } ?? .null
    }

    /// A value that a schema allows, more or less.
    private static func make(_ schema: JSON, _ document: JSON, depth: Int = 0) -> JSON {
        let schema = resolved(schema, document)
        if let example = schema["example"] ?? schema["default"] ?? schema["const"] ?? schema["enum"]?.list?.first { return example }
        if let first = schema["anyOf"]?.list?.first ?? schema["oneOf"]?.list?.first { return make(first, document, depth: depth + 1) }
        switch schema["type"]?.text ?? schema["type"]?.list?.first?.text {
        case "integer", "number": return schema["minimum"] ?? .number(1)
        case "boolean": return .flag(true)
        case "array": return .list(depth > 3 ? [] : schema["items"].map { [make($0, document, depth: depth + 1)] } ?? [])
        case "object":
            guard depth < 4, case .object(let known)? = schema["properties"] else { return .object([]) }
            return .object(known.map { ($0.key, make($0.value, document, depth: depth + 1)) })
        default: return .text(schema["format"]?.text == "date-time" ? "2026-11-22T07:30:00Z" : "x")
        }
    }
}
