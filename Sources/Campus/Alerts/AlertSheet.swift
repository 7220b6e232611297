import Admin
import Foundation
import GRDB
import Web

struct AlertSheet {
    let words: Words
    let zone: TimeZone
    let now: Date
    var tiles = ""
    var isEasy = false
    var original = Language.italian

    func values(_ bulletin: Bulletin, _ db: Database) throws -> Values {
        let language = words.language
        let targets = try AlertTarget.of(bulletin, language, db)
        let drawing = AlertDrawing(words: words, zone: zone, now: now, isEasy: isEasy)
        var values = try drawing.values(bulletin, db)
        values["body"] = MarkdownText.value(drawing.text(bulletin))
        values["easy"] = RenderContext(words: words, zone: zone, isEasy: isEasy).note([!bulletin.easy(in: language).isEmpty])
        values["instruction"] = bulletin.instruction.isEmpty ? false : bulletin.instruction(in: language)
        values["link"] = bulletin.link.isEmpty ? false : bulletin.link
        values["targets"] = targets.map { $0.values(words, original: original) }
        // When all its targets were deleted, the alert is not for everyone.
        let wasForAll = "SELECT NOT EXISTS (SELECT 1 FROM campusBulletinTarget WHERE bulletin = ?)"
        values["isForAll"] = try targets.isEmpty && Bool.fetchOne(db, sql: wasForAll, arguments: [bulletin.id]) == true
        values["expires"] = bulletin.expiresAt.map { words("campus.alerts.until", ["when": language.moment($0, in: zone)]) } ?? false
        values["cap"] = AlertDrawing.address(bulletin) + ".cap"
        values["position"] = bulletin.position.isEmpty ? false : bulletin.position(in: language)
        let whereabouts = bulletin.whereabouts(words)
        values["whereabouts"] = whereabouts.isEmpty ? false : whereabouts
        values["isPlaced"] = !bulletin.position.isEmpty || bulletin.place != nil
        values["hasPlan"] = false
        values.merge(PlaceSheet.way(bulletin.point, "")) { $1 }
        if let place = bulletin.place {
            let circle = bulletin.radius.map(place.circle(radius:)) ?? []
            let title = bulletin.title(in: language)
            let alert = PlaceDrawing.Place(title: title, href: AlertDrawing.address(bulletin), point: place, outline: circle)
            let drawing = PlaceDrawing([alert], atLeast: 2_000, isNumbered: false)
            values.merge(drawing.values(tiles: tiles)) { $1 }
            // Without map tiles and shores a point alone says nothing.
            values["hasPlan"] = !tiles.isEmpty || drawing.hasGround
        }
        return values
    }
}
