import Admin
import GRDB
import Hummingbird
import Registry
import Web

struct PersonProfilePages: Sendable {
    let campus: CampusPages

    func addRoutes(to group: RouterGroup<Visitor>) {
        group.get("people/{id}", use: person)
        group.get("people/{id}/card.vcf", use: card)
    }

    @Sendable private func person(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let file = try await TimetableFiles(admin: campus.admin).answer(request, visitor, { id, _ in .person(id) }) { return file }
        let mark = Bookmark(kind: "person", id: try visitor.campusID())
        let links = SubscribeLinks(origin: campus.admin.origin(of: request), words: campus.admin.pages.words(for: visitor))
        return try await campus.page("campus/directory/show", request, visitor, seen: mark) { db, rendering in
            guard let profile = try PersonProfile.find(mark.id, rendering, db) else { throw HTTPError(.notFound) }
            return try profile.values(rendering, db).merging(
                [
                    "mark": try mark.values(of: rendering.reader, db),
                    "subscribe": links.values(profile.name, path: "/campus/people/\(mark.id)"),
                    "card": "/campus/people/\(mark.id)/card.vcf",
                    "elsewhere": rendering.values(
                        try campus.admin.modulesOn.compactMap { $0 as? any PersonPages.Type }.flatMap {
                            try $0.personPages(of: mark.id, db)
                        }),
                ]
            ) { $1 }
        }
    }

    @Sendable private func card(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (id, rendering) = (try visitor.campusID(), campus.rendering(for: visitor).plain)
        let origin = campus.admin.origin(of: request)
        let card = try await campus.database.read { db in
            try PersonProfile.find(id, rendering, db).map {
                VCard($0, hours: try $0.hourLines(rendering, db), site: origin, organisation: campus.admin.site.name).text
            }
        }
        guard let card else { throw HTTPError(.notFound) }
        return Response(
            status: .ok,
            headers: [.contentType: "text/vcard; charset=utf-8", .contentDisposition: "attachment; filename=\"person-\(id).vcf\""],
            body: .init(byteBuffer: ByteBuffer(string: card)))
    }
}

struct PersonProfile: Sendable {
    let id: Int64
    let name, givenName, surname, position, department, email, phone, fax, office, website, hoursNote, about: String
    let isEasy: Bool
    let departmentID: Int64?
    let picture: String?
    let rendering: RenderContext

    var contacts: Contacts { Contacts(phone: phone, email: email, rendering) }

    static func find(_ id: Int64, _ rendering: RenderContext, _ db: Database) throws -> PersonProfile? {
        let sql = """
            SELECT p.*, \(rendering.localizedSQL("p", "about")) AS aboutText, \(rendering.localizedSQL("p", "position")) AS title,
              \(rendering.localizedSQL("p", "hoursNote")) AS note, \(rendering.localizedSQL("p", "office", fresh: true)) AS room, \(rendering.easy("p")),
              \(rendering.localizedSQL("d")) AS departmentName, m.file
            FROM person p LEFT JOIN department d ON d.id = p.department AND \(Department.notTrashed("d"))
            LEFT JOIN picture m ON m.id = p.picture AND \(Picture.notTrashed("m")) WHERE p.id = ? AND \(Person.active("p"))
            """
        return try Row.fetchOne(db, sql: sql, arguments: [id]).map { row in
            PersonProfile(
                id: id, name: row["name"], givenName: row["givenName"], surname: row["surname"], position: row["title"],
                department: row["departmentName"] ?? "", email: row["email"], phone: row["phone"], fax: row["fax"], office: row["room"],
                website: row["website"], hoursNote: row["note"], about: row["aboutText"], isEasy: row["isEasy"],
                departmentID: row["department"],
                picture: row["file"], rendering: rendering)
        }
    }

    func values(_ rendering: RenderContext, _ db: Database) throws -> Values {
        let or = { (text: String) -> any Sendable in text.isEmpty ? false : text }
        let said = { (text: String) -> any Sendable in Optional(text).shownHTML }
        let (hours, links) = (try hours(rendering, db), try links(rendering, db))
        let lists: Values = [
            "hours": hours, "noHours": hours.isEmpty && hoursNote.isEmpty, "links": links, "courses": try courses(rendering, db),
            "places": try places(rendering, db), "hasContacts": !links.isEmpty || !(phone + fax + email + office + website).isEmpty,
            "coming": try ComingEvents.lines("e.id IN (SELECT event FROM campusEventPerson WHERE person = :id)", id, rendering, db),
        ]
        return [
            "easy": rendering.note(about.isEmpty ? [] : [isEasy]), "title": name, "positionHTML": said(position),
            "departmentHTML": said(department), "fax": or(fax), "officeHTML": said(office),
            "website": or(website), "hoursNoteHTML": said(hoursNote), "aboutHTML": said(about),
            "departmentHref": departmentID.map { "/campus/people?department=\($0)" } ?? false,
            "picture": picture.map { Picture.address(file: $0, .medium) } ?? false,
        ].merging(lists) { $1 }.merging(contacts.values) { $1 }
    }

    private func hours(_ rendering: RenderContext, _ db: Database) throws -> [Values] {
        try hourLines(rendering, db).map { ["lineHTML": $0.markedHTML] }
    }

    /// As possibly marked texts.
    func hourLines(_ rendering: RenderContext, _ db: Database) throws -> [String] {
        let sql = """
            SELECT h.weekday, h.begins, h.ends, \(rendering.localizedSQL("h", "place", fresh: true)) AS place FROM personHour h WHERE h.person = ?
            ORDER BY \(Weekday.order("h.weekday")), h.begins
            """
        return try Row.fetchAll(db, sql: sql, arguments: [id]).map { row in
            let place: String = row["place"]
            let time = SlotText(weekday: row["weekday"], begins: row["begins"], ends: row["ends"]).text(rendering.words)
            return time + (place.isEmpty ? "" : " · " + place)
        }
    }

    private func links(_ rendering: RenderContext, _ db: Database) throws -> [Values] {
        try Row.fetchAll(db, sql: "SELECT kind, url FROM personLink WHERE person = ? ORDER BY position", arguments: [id]).map {
            row -> Values in
            ["label": rendering.words("registry.personLink.\(row["kind"] as String)"), "href": row["url"] as String]
        }
    }

    private func courses(_ rendering: RenderContext, _ db: Database) throws -> [Values] {
        let condition = """
            c.id IN (SELECT a.course FROM activity a JOIN activityTeacher t ON t.activity = a.id
              WHERE \(Activity.notTrashed("a")) AND t.person = \(id))
            """
        return try CourseHits.query(rendering, condition: condition).run(nil, nil, limit: 60, db).map(\.values)
    }

    private func places(_ rendering: RenderContext, _ db: Database) throws -> [Values] {
        guard let departmentID else { return [] }
        return try PlaceHits.areas(rendering, condition: "a.department = \(departmentID)").run(nil, nil, limit: 5, db).map(\.values)
    }
}
