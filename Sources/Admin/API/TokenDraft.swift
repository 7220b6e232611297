import Accounts
import Foundation
import GRDB
import Web

struct TokenDraft: Sendable {
    var name = ""
    var access = TokenAccess.read
    var areas: [String] = []
    var scope = ""
    var life = TokenLifetime.ninety

    static let texts = "api.tokens"

    static func fields(_ admin: AdminContext, _ person: SignedIn, _ context: FormContext) throws -> [Field<TokenDraft>] {
        let scopes = try admin.scopes(person, context.db).map { NamedOption(value: String($0.id), label: $0.title) }
        var fields: [Field<TokenDraft>] = [
            .title("name", \.name),
            .choice("access", \.access, texts: "api.tokens.accesses"),
            Field("areas", \.areas, NamedOptionsFieldType(options: areas(admin, person, context.words))),
        ]
        if !scopes.isEmpty { fields.append(Field("scope", \.scope, NamedOptionFieldType(options: scopes))) }
        fields.append(.choice("life", \.life, texts: "api.tokens.lives"))
        return fields
    }

    static func areas(_ admin: AdminContext, _ person: SignedIn, _ words: Words) -> [NamedOption] {
        let systems = admin.modulesOn.flatMap { module -> [NamedOption] in
            let resources = module.resources.filter { admin.maySee($0, person) }
            let rights = module.rights.filter { person.grants.mayAnywhere($0) }
            guard !resources.isEmpty || !rights.isEmpty else { return [] }
            return [NamedOption(value: "\(module.name).*", label: words("api.tokens.whole", ["system": words("\(module.name).name")]))]
                + resources.map { NamedOption(value: "\($0.name).*", label: words("\($0.name).many")) }
                + rights.map { NamedOption(value: $0.rawValue, label: words("permissions.\($0.rawValue)")) }
        }
        let media = NamedOption(value: "media.*", label: words("admin.menu.pictures"))
        return systems + (person.grants.mayAnywhere("media.edit") ? [media] : [])
    }
}

enum TokenAccess: String, Choice {
    case read, write
}

/// In days.
enum TokenLifetime: String, Choice {
    case week = "7"
    case thirty = "30"
    case ninety = "90"
    case year = "365"

    var seconds: TimeInterval { (TimeInterval(rawValue) ?? 90) * 86_400 }
}
