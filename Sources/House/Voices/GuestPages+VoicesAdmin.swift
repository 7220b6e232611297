import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension GuestPages {
    static let voicesAddress = "/admin/house/voices"
    private static let most = 200

    func addVoiceRoutes(toDesk router: RouterGroup<SignedIn>) {
        router.get("voices", use: showVoices)
        router.get("voices/text", use: showVoice)
        router.post("voices/text", use: saveVoice)
        router.post("voices/removal", use: removeVoice)
        router.post("voices/restoring", use: restoreVoice)
        router.get("voices/{id}/sound", use: playVoice)
    }

    @Sendable func showVoices(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        let place = VoiceText.Place(rawValue: query["place"])
        let spoken = ["yes": true, "no": false][query["spoken"]]
        return try await admin.page(person, request) { db, context in
            let words = context.words
            let house = try admin.house(person, House.voices, db)
            let found = try VoiceText.all(of: house, place: place, spoken: spoken, search: query["search"].folded, db)
            let rows = found.prefix(Self.most).map { text -> Values in
                [
                    "text": text.text, "href": Self.voiceAddress(text.text), "place": words("voices.places.\(text.place.rawValue)"),
                    "name": text.name == text.text || text.name.isEmpty ? false : text.name, "isSpoken": text.milliseconds != nil,
                    "length": text.milliseconds.map { Self.said($0, words) } ?? "",
                ]
            }
            let places = VoiceText.Place.allCases.map { one -> Values in
                ["value": one.rawValue, "label": words("voices.places.\(one.rawValue)"), "on": one == place]
            }
            let values: Values = [
                "title": words("voices.title"), "rows": rows, "hasRows": !rows.isEmpty, "places": places, "search": query["search"],
                "isSpoken": spoken == true, "isSilent": spoken == false, "count": words("voices.count", count: found.count),
                "more": found.count > Self.most ? words("voices.more", count: Self.most) : false,
                "clearHref": place != nil || spoken != nil || !query["search"].isEmpty ? Self.voicesAddress : false,
            ]
            return ("living/voices/list", values)
        }
    }

    static func voiceAddress(_ text: String) -> String {
        voicesAddress + "/text?text=" + (text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
    }

    /// Seconds with one decimal.
    static func said(_ milliseconds: Int, _ words: Words) -> String {
        words("voices.seconds", ["seconds": words.language.decimal((Double(milliseconds) / 100).rounded() / 10)])
    }
}
