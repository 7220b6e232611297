import Accounts
import GRDB
import Synchronization
import Web

struct PageOutline: Sendable {
    let menu: MenuMarkup
    let lettersHTML: String
}

/// Caches outlines by permissions: building one takes about sixty texts and permission checks.
final class Outlines: Sendable {
    struct Key: Hashable {
        let grants: Grants
        let language: Language
        let systems: [String]
        /// Without a scope, the menu leads only to where one is made.
        let hasScope: Bool
    }

    private static let limit = 200
    private let known = Mutex<[Key: PageOutline]>([:])

    func outline(_ key: Key, _ make: () -> PageOutline) -> PageOutline {
        if let outline = known.withLock({ $0[key] }) { return outline }
        let outline = make()
        known.withLock { known in
            if known.count >= Self.limit { known.removeAll() }
            known[key] = outline
        }
        return outline
    }
}

extension AdminContext {
    func outline(_ person: SignedIn, _ words: Words, hasScope: Bool) -> PageOutline {
        // In development, pages show edited texts at once.
        if pages.templates.reloads { return makeOutline(person, words, hasScope: hasScope) }
        let key = Outlines.Key(
            grants: person.grants, language: words.language, systems: modulesOn.map { $0.name }, hasScope: hasScope)
        return outlines.outline(key) { makeOutline(person, words, hasScope: hasScope) }
    }

    private func makeOutline(_ person: SignedIn, _ words: Words, hasScope: Bool) -> PageOutline {
        // Built here, because a template would look up each letter three times.
        let missing = hasScope ? [] : Set(modulesOn.flatMap { $0.resources }.filter { $0.scope != nil }.map { $0.address })
        let letters = letters(person, words).filter { !missing.contains($0.act.address) }.map {
            "<a href=\"\($0.act.address.escapedForHTML())\" data-go=\"\($0.letter)\" tabindex=\"-1\" hidden>\($0.letter)</a>\n"
        }
        let menu = MenuMarkup(menu(person, words, hasScope: hasScope), assets: pages.assets)
        return PageOutline(menu: menu, lettersHTML: letters.joined())
    }

    /// Whether the back office holds something for a person besides their account.
    public func hasAdminPages(_ person: SignedIn, _ db: Database) throws -> Bool { try elsewhere(person, db) == nil }

    /// Where a person works for whom the back office holds nothing.
    func elsewhere(_ person: SignedIn, _ db: Database) throws -> String? {
        outline(person, words(person), hasScope: try !scopes(person, db).isEmpty).menu.menu.elsewhere
    }

    func mayChange(_ type: any Resource.Type, _ person: SignedIn) -> Bool {
        type.scope == nil ? person.grants.may(type.editing, in: nil) : person.grants.mayAnywhere(type.editing)
    }

    func maySee(_ type: any Resource.Type, _ person: SignedIn) -> Bool {
        type.scope == nil ? person.grants.may(type.seeing, in: nil) : person.grants.mayAnywhere(type.seeing)
    }
}
