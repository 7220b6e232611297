import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Registry
import Web

import struct Registry.Person

/// Self-service for teachers: their public record and single lessons of their courses. Timetable editors can do the same for every lesson.
struct LessonPages: Sendable {
    let admin: AdminContext
    static let address = "/admin/campus/own"
    static let own: Permission = "campus.own"
    private static let all: Permission = "campus.timetables.edit"
    private static let days = 42.0

    func addRoutes(to campus: RouterGroup<SignedIn>) {
        campus.get("own", use: index)
        let profile = OwnRecord<Person>(
            admin, at: Self.address + "/profile", title: "campus.lessons.profile", back: Self.address,
            fields: ["about", "phone", "office", "website", "hours", "hoursNote", "links"]
        ) { person, db in try Self.teacher(person, db) }
        campus.get("own/profile", use: profile.show)
        campus.post("own/profile", use: profile.save)
        PhotoPages(admin: admin).addRoutes(to: campus)
        ProgrammePages(admin: admin).addRoutes(to: campus)
        NoticePages(admin: admin).addRoutes(to: campus)
        campus.get("timetables/{id}/lessons", use: lessons)
        campus.get("timetables/{id}/lessons/{slot}/{day}", use: show)
        campus.post("timetables/{id}/lessons/{slot}/{day}", use: save)
    }

    static func teacher(_ person: SignedIn, _ db: Database) throws -> Int64? {
        guard person.grants.may(own, in: nil) else { return nil }
        return try Registry.person(ofAccount: person.account.key, db)
    }

    private func rendering(_ person: SignedIn) -> RenderContext {
        RenderContext(words: admin.pages.words(for: person.visitor), zone: admin.site.zone)
    }

    @Sendable func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        let rendering = rendering(person)
        return try await admin.page(person, request) { db, context in
            guard person.grants.may(Self.own, in: nil) else { throw HTTPError(.notFound) }
            let teacher = try Self.teacher(person, db)
            let condition = "a.id IN (SELECT activity FROM activityTeacher WHERE person = :person)"
            let lessons = try WeeklyLesson.all(where: condition, ["person": teacher], rendering, db)
            return (
                "campus/lessons/index",
                [
                    "title": context.words("campus.lessons.title"), "isNobody": teacher == nil, "isOwn": teacher != nil,
                    "page": teacher.map { "/campus/people/\($0)" } ?? false, "profile": Self.address + "/profile",
                    "photo": PhotoPages.address, "notices": NoticePages.address,
                    "grid": LessonGrid(lessons: lessons, rendering: rendering).chart(from: .now)?.values(withTable: false) ?? false,
                    "weeks": rows(lessons, rendering), "timetable": false, "courses": try ProgrammePages.list(of: teacher, rendering, db),
                ]
            )
        }
    }

    @Sendable func lessons(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (rendering, id) = (rendering(person), try person.visitor.campusID())
        return try await admin.page(person, request) { db, context in
            guard person.grants.may(Self.all, in: nil), let timetable = try Timetable.fetch(db, id: id), timetable.stamp.deletedAt == nil
            else { throw HTTPError(.notFound) }
            let lessons = try WeeklyLesson.all(where: "t.id = :id", ["id": id], rendering, db)
            return (
                "campus/lessons/index",
                [
                    "title": context.words("campus.lessons.link"), "isNobody": false, "isOwn": false, "grid": false,
                    "weeks": rows(lessons, rendering),
                    "courses": [Values](),
                    "timetable": timetable.code, "page": false,
                    "breadcrumbs": [
                        ["label": context.words("campus.timetables.many"), "href": Timetable.address] as Values,
                        ["label": timetable.code, "href": "\(Timetable.address)/\(id)"] as Values,
                    ],
                ]
            )
        }
    }

    private func rows(_ lessons: [WeeklyLesson], _ rendering: RenderContext) -> [Values] {
        let interval = DateInterval(start: .now, duration: Self.days * 86_400)
        let all = lessons.flatMap { lesson in
            // Includes lessons moved out of this interval, because they can be restored only here.
            lesson.times(in: interval, zone: rendering.zone).map { (lesson, $0) }
        }
        return all.sorted { ($0.1.time.start, $0.0.id) < ($1.1.time.start, $1.0.id) }.map { lesson, time in
            LessonDrawing(lesson: lesson, rendering: rendering).values(time).merging(["title": lesson.title]) { $1 }
        }
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await page(request, person, nil, FieldErrors(), .ok)
    }

    private func page(
        _ request: Request, _ person: SignedIn, _ typed: Form?, _ errors: FieldErrors, _ status: HTTPResponse.Status
    ) async throws -> Response {
        let rendering = rendering(person)
        return try await admin.page(person, request, status: status) { db, _ in
            let found = try find(person, rendering, db)
            return ("campus/lessons/lesson", try LessonForm(found: found, rendering: rendering, typed: typed, errors: errors).values(db))
        }
    }

    /// `kind`; for a moved lesson `on`, `from`, `to` and `area`; a `note`; `tell` notifies followers.
    @Sendable func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let (rendering, now, admin) = (rendering(person), Date.now, admin)
        let errors = try await admin.urgent.write { db -> FieldErrors in
            let found = try find(person, rendering, db)
            let act = LessonAct(lesson: found.lesson, usual: found.usual, day: found.day, form: form, rendering: rendering, now: now)
            let (change, errors) = try act.read(found.change, db)
            guard errors.isEmpty else { return errors }
            var kept = try act.keep(change, found.change, by: person.actor, db)
            let fresh = try WeeklyLesson.all(where: "s.id = :id", ["id": found.lesson.id], rendering, db).first ?? found.lesson
            let notice = LessonNotice(
                lesson: fresh, usual: found.usual, zone: rendering.zone, words: { admin.pages.templates.words(in: $0) },
                actor: person.actor,
                now: now)
            // A sent alert is always corrected or withdrawn, even without the box ticked: its text is no longer true.
            let outcome: LessonNotice.Outcome = form["tell"] == "yes" || kept.alert != nil ? try notice.tell(&kept, db) : .nothing
            var sentence = rendering.words(
                "campus.lessons.done.\(kept.kind.rawValue)",
                ["course": found.lesson.title, "when": rendering.words.language.moment(found.usual.start, in: rendering.zone)])
            if outcome == .told { sentence += " " + rendering.words("campus.lessons.done.told") }
            if outcome == .withdrawn { sentence += " " + rendering.words("campus.lessons.done.withdrawn") }
            try person.session.setFlash(db, Flash(sentence))
            return errors
        }
        guard errors.isEmpty else { return try await page(request, person, form, errors, .unprocessableContent) }
        let isTeacher = person.grants.may(Self.own, in: nil) && !person.grants.may(Self.all, in: nil)
        let id = try person.visitor.campusID()
        return .redirect(to: isTeacher ? Self.address : "\(Timetable.address)/\(id)/lessons", type: .normal)
    }

    /// Not found for people who may not change the lesson.
    private func find(_ person: SignedIn, _ rendering: RenderContext, _ db: Database) throws -> FoundLesson {
        let timetable = try person.visitor.campusID()
        guard let slot = person.parameters.recordID("slot"), let day = person.parameters.get("day"),
            let lesson = try WeeklyLesson.all(
                where: "s.id = :id AND t.id = :timetable", ["id": slot, "timetable": timetable], rendering, db
            )
            .first,
            let usual = lesson.usual(on: day, zone: rendering.zone), try mayChange(lesson, person, db)
        else { throw HTTPError(.notFound) }
        return FoundLesson(
            lesson: lesson, usual: usual, day: day, change: try LessonChange.find(slot, of: timetable, on: day, db),
            back: person.grants.may(Self.all, in: nil) ? "\(Timetable.address)/\(timetable)/lessons" : Self.address)
    }

    private func mayChange(_ lesson: WeeklyLesson, _ person: SignedIn, _ db: Database) throws -> Bool {
        if person.grants.may(Self.all, in: nil) { return true }
        guard let teacher = try Self.teacher(person, db) else { return false }
        let sql = "SELECT EXISTS (SELECT 1 FROM activityTeacher WHERE activity = ? AND person = ?)"
        return try Bool.fetchOne(db, sql: sql, arguments: [lesson.activity, teacher]) == true
    }
}

struct FoundLesson: Sendable {
    let lesson: WeeklyLesson
    let usual: DateInterval
    let day: String
    let change: LessonChange?
    let back: String
}
