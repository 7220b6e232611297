import Admin
import Foundation
import GRDB
import Registry
import Web

extension Campus {
    public static let publicPages: [PublicPage] = [
        PublicPage(Article.self, "campus/news/show") { try NewsSheet(id: $0, rendering: RenderContext($1), db: $1.db).values($1.origin) },
        PublicPage(Event.self, "campus/calendars/event") { id, context in
            try EventPages.item(id, RenderContext(context), context.db).flatMap { item in
                try EventPages.sheet(item, RenderContext(context), context.db)?.merging(["file": false]) { $1 }
            }
        },
        PublicPage(ExamSession.self, "campus/calendars/exams") { try CalendarPages.day(ofExam: $0, RenderContext($1), $1.db) },
        PublicPage(UniversityCalendar.self, "campus/calendars/calendar") { try CalendarPages.preview($0, $1) },
        PublicPage(Building.self, "campus/places/show") { try PlaceSheet(id: $0, rendering: RenderContext($1), db: $1.db).building() },
        PublicPage(Area.self, "campus/places/show") { try PlaceSheet(id: $0, rendering: RenderContext($1), db: $1.db).area() },
        PublicPage(EmergencyNumber.self, "campus/emergency/index") { try EmergencyPages.values(RenderContext($1), $1.db) },
        PublicPage(CampusLink.self, "campus/links/index") { id, context in
            guard let category = try CampusLink.fetch(context.db, id: id)?.category else { return nil }
            return try CampusLinkPages.links(in: category, context)
        },
        PublicPage(LinkCategory.self, "campus/links/index") { try CampusLinkPages.links(in: $0, $1) },
        PublicPage(Alert.self, "campus/alerts/show") { try AlertSheet.preview($0, $1) },
        PublicPage(Person.self, "campus/directory/show") { id, context in
            let (rendering, none): (RenderContext, [Values]) = (RenderContext(context), [])
            return try PersonProfile.find(id, rendering, context.db)?.values(rendering, context.db).merging([
                "card": false, "elsewhere": none,
            ]) { $1 }
        },
        PublicPage(Degree.self, "campus/courses/degree") { try DegreePages.values($0, RenderContext($1), $1.db) },
        PublicPage(Course.self, "campus/courses/show") { try CourseSheet(id: $0, rendering: RenderContext($1), db: $1.db).values() },
        PublicPage(Activity.self, "campus/courses/show") { try CourseSheet.of(activity: $0, $1) },
        PublicPage(Timetable.self, "campus/courses/show") { id, context in
            try Timetable.fetch(context.db, id: id)?.activity.flatMap { try CourseSheet.of(activity: $0, context) }
        },
    ]
}

extension RenderContext {
    fileprivate init(_ context: PreviewContext) { self.init(words: context.words, zone: context.zone) }
}

extension CourseSheet {
    fileprivate static func of(activity id: Int64, _ context: PreviewContext) throws -> Values? {
        guard let course = try Activity.fetch(context.db, id: id)?.course else { return nil }
        return try CourseSheet(id: course, rendering: RenderContext(context), db: context.db).values()
    }
}

extension CampusLinkPages {
    fileprivate static func links(in category: Int64, _ context: PreviewContext) throws -> Values? {
        guard let service = try LinkCategory.fetch(context.db, id: category)?.service else { return nil }
        return try values(service, in: category, RenderContext(context), context.db)
    }
}

extension AlertSheet {
    fileprivate static func preview(_ id: Int64, _ context: PreviewContext) throws -> Values? {
        guard let alert = try Alert.fetch(context.db, id: id) else { return nil }
        let original = try SiteSettings.load(context.db).language
        var bulletin = Bulletin(seen: alert, in: original, at: .now)
        guard alert.expires.map({ $0 > bulletin.publishAt }) ?? true else { return nil }
        try bulletin.insert(context.db)
        try bulletin.copyTargets(of: id, context.db)
        return try AlertSheet(words: context.words, zone: context.zone, now: .now, original: original).values(bulletin, context.db)
            .merging(["cap": false]) { $1 }
    }
}

extension CalendarPages {
    fileprivate static func day(ofExam id: Int64, _ rendering: RenderContext, _ db: Database) throws -> Values? {
        guard let exam = try ExamSession.fetch(db, id: id) else { return nil }
        let asked = Form(["view": ["day"], "date": [AgendaSpan.text(exam.starts, rendering.zone)]])
        let span = AgendaSpan(asked, zone: rendering.zone, now: .now)
        let items = try AgendaQuery(exams: "1").items(in: span.interval, rendering, db)
        let none: [Values] = []
        return AgendaDrawing(span: span, rendering: rendering, base: "/campus/exams", now: .now).values(items)
            .merging(["title": rendering.words("campus.calendar.exams"), "degrees": none]) { $1 }
    }

    fileprivate static func preview(_ id: Int64, _ context: PreviewContext) throws -> Values? {
        let rendering = RenderContext(context)
        guard let calendar = try UniversityCalendar.fetch(context.db, id: id) else { return nil }
        let span = AgendaSpan(Form(), zone: rendering.zone, now: .now)
        let query = AgendaQuery(events: "e.calendar = :calendar", arguments: ["calendar": id])
        let (items, key) = (try query.items(in: span.interval, rendering, context.db), calendar.stamp.key)
        let name = calendar.translations.reading("name", calendar.name, in: rendering.words.language).text
        return AgendaDrawing(span: span, rendering: rendering, base: "/campus/calendars/\(key)", now: .now).values(items)
            .merging(["title": name, "stale": false]) { $1 }
    }
}
