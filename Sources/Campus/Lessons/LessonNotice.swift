import Accounts
import Admin
import Foundation
import GRDB
import Web

/// Notifies a course's followers of a cancelled or moved lesson by an alert. A second change corrects it; undoing withdraws it.
struct LessonNotice {
    let lesson: WeeklyLesson
    let usual: DateInterval
    let zone: TimeZone
    /// For every language: an alert needs all of them.
    let words: (Language) -> Words
    let actor: Actor
    let now: Date

    enum Outcome { case told, withdrawn, nothing }

    func tell(_ change: inout LessonChange, _ db: Database) throws -> Outcome {
        if change.kind == .held { return try withdraw(change.alert, db) ? .withdrawn : .nothing }
        // Without a category, the site has no alerts.
        guard let category = try AlertCategory.ofTeaching(db) else { return .nothing }
        var alert = Alert()
        if let id = change.alert, let known = try Alert.fetch(db, id: id), known.stamp.deletedAt == nil { alert = known }
        try fill(&alert, change, category, db)
        guard alert.expires.map({ $0 > now }) == true else { return .nothing }
        if alert.id == nil {
            try alert.insert(db, by: actor)
            change.alert = alert.id
            try change.update(db)
        } else {
            try alert.update(db, by: actor, words: words(SiteSettings.load(db).language), zone: zone)
        }
        _ = try Bulletin.propose(alert, at: nil, db, by: actor, now: now)
        return .told
    }

    private func fill(_ alert: inout Alert, _ change: LessonChange, _ category: Int64, _ db: Database) throws {
        (alert.category, alert.courses, alert.severity) = (alert.category ?? category, [lesson.course], .info)
        let original = try SiteSettings.load(db).language
        let said = try Language.allCases.map { language in
            let (words, lesson) = (words(language), try lesson(in: language, db))
            return (language: language, title: title(change, lesson, words), text: text(change, lesson, words))
        }
        if let own = said.first(where: { $0.language == original }) { (alert.title, alert.text) = (own.title, own.text) }
        for other in said where other.language != original {
            alert.translations["title", other.language] = .init(other.title, of: alert.title)
            alert.translations["text", other.language] = .init(other.text, of: alert.text)
        }
        alert.expires = max(usual.end, change.time?.end ?? usual.end)
    }

    private func lesson(in language: Language, _ db: Database) throws -> WeeklyLesson {
        let rendering = RenderContext(words: words(language), zone: zone)
        return try WeeklyLesson.all(where: "s.id = :id", ["id": lesson.id], rendering, db).first ?? lesson
    }

    private func title(_ change: LessonChange, _ lesson: WeeklyLesson, _ words: Words) -> String {
        let name = lesson.title.count > 60 ? String(lesson.title.prefix(59)) + "…" : lesson.title
        return words(
            "campus.lessons.alert.\(change.kind.rawValue)", ["course": name, "when": words.language.moment(usual.start, in: zone)])
    }

    private func text(_ change: LessonChange, _ lesson: WeeklyLesson, _ words: Words) -> String {
        var lines: [String] = []
        if let time = change.time {
            let place = (change.area.flatMap { lesson.rooms[$0] } ?? lesson.place)
            let said = words.language.moment(time.start, in: zone) + "–" + words.language.time(time.end, in: zone)
            lines.append(words("campus.lessons.alert.instead", ["when": said]) + (place.isEmpty ? "" : " \(place)."))
        }
        if !change.note.isEmpty { lines.append(change.note) }
        return lines.joined(separator: "\n\n")
    }

    private func withdraw(_ alert: Int64?, _ db: Database) throws -> Bool {
        let sql = "SELECT * FROM campusBulletin WHERE alert = ? AND state IN ('published', 'planned', 'proposed') ORDER BY id DESC"
        guard let alert, var bulletin = try Bulletin.fetchOne(db, sql: sql, arguments: [alert]) else { return false }
        try bulletin.end(.withdrawn, db, by: actor, now: now)
        return true
    }
}
