import Accounts
import Hummingbird
import Web

/// The page of keyboard shortcuts, with a switch for single keys: speech input or a tremor can trigger them by accident (WCAG 2.1.4).
struct KeysPages: Sendable {
    let admin: AdminContext
    static let address = "/admin/keys"

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("keys", use: index)
        router.post("keys", use: save)
    }

    @Sendable func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let words = context.words
            let isOn = try AccountPreferences(of: person.accountID, db)[.singleKeys] != "off"
            let keys = Self.keys.map { keys, text in
                [
                    "keys": keys.map { ["key": words.optional("search.keys.names.\($0)") ?? $0] as Values },
                    "label": words("search.keys.\(text)"),
                ]
                    as Values
            }
            let letters = admin.letters(person, words).map { ["letter": $0.letter, "label": $0.act.label] as Values }
            return (
                "admin/preferences/keys",
                [
                    "title": words("search.keys.title"), "always": Array(keys.prefix(Self.always)),
                    "single": Array(keys.dropFirst(Self.always)), "letters": letters, "isOn": isOn,
                    "state": words(isOn ? "search.keys.isOn" : "search.keys.isOff"), "next": isOn ? "off" : "on",
                    "submit": words(isOn ? "search.keys.off" : "search.keys.on"),
                ]
            )
        }
    }

    /// The first ones use Ctrl and are always active.
    private static let always = 2
    private static let keys: [([String], String)] = [
        (["ctrl", "K"], "palette"), (["ctrl", "S"], "save"), (["?"], "help"), (["/"], "find"), (["n"], "new"), (["s"], "save"),
        (["j"], "down"), (["k"], "up"), (["x"], "tick"), (["o"], "peek"),
    ]

    @Sendable func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let value = try await Form.read(request)["single"] == "off" ? "off" : "on"
        try await admin.database.write { try AccountPreferences.set(.singleKeys, to: value, of: person.accountID, $0) }
        return try await admin.redirect(
            person, to: Self.address, Flash(admin.words(person)(value == "off" ? "search.keys.isOff" : "search.keys.isOn")))
    }
}

extension AdminContext {
    /// The pages of `g` and a letter: the first letter of the name that no earlier page has.
    func letters(_ person: SignedIn, _ words: Words) -> [(letter: String, act: PaletteCommand)] {
        var taken: Set<UInt8> = []
        return acts(person, words, scopeID: nil).filter { !$0.isPost && !$0.isNew }.compactMap { act in
            let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
            guard let letter = act.label.folded.utf8.first(where: { letters.contains($0) && !taken.contains($0) }) else { return nil }
            taken.insert(letter)
            return (String(UnicodeScalar(letter)), act)
        }
    }
}
