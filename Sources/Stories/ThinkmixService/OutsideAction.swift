import Accounts
import Admin
import Crypto
import Foundation
import GRDB
import Web

/// An action that needs more than one transaction, such as password hashing, photo processing or mail.
struct OutsideAction: Sendable {
    struct Place: Sendable {
        let pages: StoryPages
        let visitor: Visitor

        var database: any DatabaseWriter { pages.database }
        var words: Words { pages.pages.words(for: visitor) }

        /// Throws `tooFast` when the writer has requested enough links.
        func sendLink(_ purpose: WriterLink.Purpose, to email: String?, of writer: Writer) async throws {
            let isSent = try await database.write { db in
                try WriterLink.sendAgain(
                    purpose, to: writer, email: email, origin: pages.admin.mailOrigin(db), words: words, at: .now, db)
            }
            if !isSent { throw StoryRefusal.tooFast(seconds: 3600) }
        }

        /// Actions that cost work or send messages are counted by network, as on the pages.
        func count() async throws {
            let (name, network) = ("stories service " + visitor.client.network, visitor.client.network)
            let verdict = try await database.write { try Attempts.begin(name, from: network, at: .now, $0) }
            if case .wait(let seconds, _) = verdict { throw StoryRefusal.tooFast(seconds: seconds) }
        }
    }

    let needsWriter: Bool
    let run: @Sendable (ServiceAction.Call, Place) async throws -> JSON

    static let all: [String: OutsideAction] = entering.merging(own) { $1 }.merging(pictured) { $1 }

    private static let entering: [String: OutsideAction] = [
        "registrazione": .init(needsWriter: false) { call, place in
            guard try await place.database.read({ try StorySettings.current($0) }).isOpen else {
                throw ServiceAction.Problem.refused(code: 18, "registration_closed")
            }
            try await place.count()
            var registration = call.registration
            registration.language = place.visitor.language
            let refusal = try await place.pages.writers.register(
                registration, password: call.exact("password"), again: call.exact("password_confirm"),
                words: place.words)
            if let refusal { throw call.problem(refusal.problems, refusal.password) }
            // A number would reveal whether the address is known; the writer learns it by signing in.
            return .object([("id", .null)])
        },
        "password_dimenticata": .init(needsWriter: false) { call, place in
            try await place.count()
            try await place.pages.writers.sendRecovery(to: call.text("email"), words: place.words)
            return .flag(true)
        },
        "reimposta_password": .init(needsWriter: false) { call, place in
            let found = try await place.database.read { db -> (Token, Writer)? in
                guard let token = Token(sent: call.text("token")), let link = try WriterLink.find(token, [.reset], at: call.now, db),
                    let writer = try Writer.find(link.writer, db)
                else { return nil }
                return (token, writer)
            }
            guard let (token, writer) = found else { throw StoryRefusal.notFound }
            let (password, again) = (call.exact("password"), call.exact("confirm"))
            if let problem = place.pages.writers.passwordProblem(password, again: again, of: writer) { throw call.problem([:], problem) }
            guard try await place.pages.writers.reset(token, of: writer, to: password) else { throw StoryRefusal.notFound }
            return .flag(true)
        },
        "reinvia_verifica": .init(needsWriter: true) { call, place in
            let writer = try await call.writer(in: place)
            if writer.verifiedAt == nil { try await place.sendLink(.verify, to: nil, of: writer) }
            return .flag(true)
        },
    ]

    private static let own: [String: OutsideAction] = [
        "modifica_dati": .init(needsWriter: true) { call, place in
            let (me, zone, given) = (try call.me(), place.pages.admin.site.zone, call)
            let answer = try await place.database.write { db -> (JSON, [String: Registration.Problem]) in
                guard let writer = try Writer.find(me, db) else { throw StoryRefusal.loginNeeded }
                // A name is public, so a suspended writer must not change it to keep speaking.
                if let suspension = try Suspension.active(of: me, at: given.now, db) {
                    throw StoryRefusal.suspended(until: suspension.until)
                }
                var changed = Registration(writer)
                given.change(&changed)
                changed.language = Language(rawValue: writer.language) ?? .italian
                let problems = try changed.problems(for: me, at: given.now, in: zone, db)
                guard problems.isEmpty else { return (.null, problems) }
                try changed.update(me, db)
                return (PostElement.person(try Writer.find(me, db) ?? writer), [:])
            }
            guard answer.1.isEmpty else { throw call.problem(answer.1, nil) }
            return answer.0
        },
        // The new address takes effect when its link is used, as on the page.
        "cambia_email": .init(needsWriter: true) { call, place in
            let (writer, email) = (try await call.writer(in: place), call.text("email"))
            let problem = try await place.database.read { try Registration.emailProblem(email, writer.id, $0) }
            if let problem, problem != .taken { throw call.problem(["email": problem], nil) }
            guard try await place.pages.writers.isPassword(call.exact("password"), of: writer, place.visitor) else {
                throw ServiceAction.Problem.refused(code: 4, "bad_credentials")
            }
            try await place.sendLink(.change, to: email, of: writer)
            return .flag(true)
        },
        "cambia_password": .init(needsWriter: true) { call, place in
            let writer = try await call.writer(in: place)
            guard try await place.pages.writers.isPassword(call.exact("old"), of: writer, place.visitor) else {
                throw ServiceAction.Problem.refused(code: 4, "bad_credentials")
            }
            let (password, again) = (call.exact("new"), call.exact("new_confirm"))
            if let problem = place.pages.writers.passwordProblem(password, again: again, of: writer) { throw call.problem([:], problem) }
            try await place.pages.writers.setPassword(password, of: writer.id, keeping: call.session)
            return .flag(true)
        },
        "cancella_account": .init(needsWriter: true) { call, place in
            let writer = try await call.writer(in: place)
            guard call.data["confirm"] == .flag(true) else { throw ServiceAction.Problem.fieldMissing("confirm") }
            guard try await place.pages.writers.isPassword(call.exact("password"), of: writer, place.visitor) else {
                throw ServiceAction.Problem.refused(code: 4, "bad_credentials")
            }
            try await place.database.write { try Writer.erase(writer.id, at: .now, $0) }
            return .flag(true)
        },
        "paesi": .init(needsWriter: false) { _, place in
            let codes = try await place.database.read { try StorySettings.current($0).openCountries }
            return .list(
                Country.sortedByName(place.words, among: codes).map { .object([("id", .text($0.code)), ("name", .text($0.name))]) })
        },
        "documento": .init(needsWriter: false) { call, place in
            let names: [String: StoryDocument] = [
                "privacy": .privacy, "condizioni": .terms, "regole": .rules, "aiuto": .help, "ringraziamenti": .thanks,
            ]
            guard let document = names[call.text("name")] else { throw ServiceAction.Problem.fieldInvalid("name") }
            let edition = try await place.database.read { try DocumentEdition.find(document, $0) }
            let text = edition?.text(in: place.visitor.language) ?? document.markdown(place.words, place.pages.admin.site.name)
            return .object([("text", .text(text)), ("version", .number(edition?.number ?? 1))])
        },
    ]
}

extension ServiceAction.Call {
    func exact(_ name: String) -> String { data[name]?.text ?? "" }

    private func agrees(_ name: String) -> Bool { data[name] == .flag(true) }

    var registration: Registration {
        var registration = Registration()
        (registration.email, registration.nickname) = (text("email"), text("nickname"))
        (registration.acceptsPrivacy, registration.acceptsTerms) = (agrees("privacy_accepted"), agrees("terms_accepted"))
        change(&registration)
        return registration
    }

    func change(_ registration: inout Registration) {
        func take(_ name: String, _ path: WritableKeyPath<Registration, String>) {
            guard let value = data[name] else { return }
            registration[keyPath: path] = value.number.map(String.init) ?? text(name)
        }
        take("first_name", \.firstName)
        take("last_name", \.lastName)
        take("nickname", \.nickname)
        take("birth_year", \.birthYear)
        take("sex", \.sex)
        take("country", \.country)
        if agrees("is_adult") { registration.isAdult = true }
    }

    func writer(in place: OutsideAction.Place) async throws -> Writer {
        let me = try me()
        guard let writer = try await place.database.read({ try Writer.find(me, $0) }) else { throw StoryRefusal.loginNeeded }
        return writer
    }

    func problem(_ problems: [String: Registration.Problem], _ password: PasswordRules.Problem?) -> ServiceAction.Problem {
        if let (field, problem) = problems.min(by: { $0.key < $1.key }) {
            switch problem {
            case .taken: return .refused(code: field == "email" ? 13 : 14, "\(field)_taken")
            case .underAge: return .refused(code: 15, "under_age")
            case .notAccepted: return .refused(code: 16, "terms_not_accepted")
            case .missing: return .fieldMissing(field)
            case .tooLong, .malformed, .marks, .hidden, .direction, .unbalanced, .unknown: return .fieldInvalid(field)
            }
        }
        return password == .different ? .refused(code: 17, "password_mismatch") : .fieldInvalid("password")
    }
}
