import Accounts
import Admin
import Foundation
import GRDB
import Registry
import Web

/// iCa'Foscari: the mobile services of a university, edited by its offices in the browser.
public enum Campus: Module {
    public static let name = "campus"
    public static let icon = "campus"
    public static let address = "/campus"

    public static let resources: [any Resource.Type] = [
        PlaceType.self, Building.self, Area.self, AcademicPeriod.self, ClosingDay.self, Timetable.self, EmergencyNumber.self,
        UniversityCalendar.self, Event.self,
        ExamSession.self, LinkCategory.self, CampusLink.self, AlertCategory.self, AlertTemplate.self, Alert.self, NewsSource.self,
        Article.self, NumberSource.self,
    ]

    public static let roles = [
        // Includes the registry, because office hours and programmes belong to people and courses.
        Role("campus-editor", may: ["campus.*", "registry.*", "media.edit", "admin.audit.see"]),
        Role("campus-alerts", may: CampusNotices.rights),
        Role(
            "campus-secretary",
            may: [
                "registry.*", "campus.timetables.*", "campus.periods.*", "campus.closing-days.*", "campus.exam-sessions.*",
                "campus.alerts.*", "campus.events.see",
                "media.edit",
            ]),
        Role("campus-events", may: ["campus.calendars.*", "campus.events.*"]),
        Role(
            "campus-news",
            may: [
                "campus.news-sources.*", "campus.articles.*", "campus.number-sources.*", "campus.alerts.*", "campus.alert-categories.*",
                "campus.alert-templates.*",
                "campus.emergency-numbers.*",
                "campus.link-categories.*", "campus.links.*", "media.edit",
            ]),
        Role(
            "campus-radio", isConfined: true,
            may: ["campus.links.*", "campus.link-categories.see", "campus.articles.*", "campus.news-sources.see", "media.edit"]),
        Role("campus-places", may: ["campus.place-types.*", "campus.buildings.*", "campus.areas.*", "media.edit"]),
        Role("campus-teacher", may: [LessonPages.own]),
        Role("campus-student", may: [ExamSignUpPages.studying]),
    ]

    public static let rights = [LessonPages.own, ExamSignUpPages.studying, AlertPublicationAPI.publishing]

    public static let importFormats: [any ImportFormat.Type] = [CalendarFileFormat.self, TimetableFileFormat.self, BuildingMapFormat.self]

    public static let pages = [
        AdminPage("campus.lessons.title", LessonPages.address, permission: LessonPages.own, isPersonal: true),
        AdminPage(
            "campus.register.title", ExamSignUpPages.address, permission: ExamSignUpPages.studying, purpose: "campus.register.bookText",
            isPersonal: true),
        AdminPage("campus.bulletins.title", BulletinList.address, permission: PublicationPages.editing),
        AdminPage("campus.quick.title", QuickAlertPages.address, permission: PublicationPages.editing),
        AdminPage("campus.academic.title", AcademicCalendarPages.address, permission: AcademicCalendarPages.editing),
        AdminPage("campus.signUps.title", ExamSignUpChartPage.address, permission: ExamRegisterPage.editing),
        AdminPage("campus.conflicts.title", ConflictPage.address, permission: ConflictPage.seeing),
        AdminPage("campus.feeds.title", FeedPages.address, permission: FeedPages.seeing),
        AdminPage(
            "campus.links.broken", BrokenLinksPage.address, permission: BrokenLinksPage.seeing, purpose: "campus.links.brokenPurpose"),
        AdminPage("campus.numbers.title", NumbersPage.address, permission: NumbersPage.seeing),
    ]
    public static let menu = [
        MenuEntry(
            "campus.menu.lessons", icon: "clock",
            [
                Timetable.address, LessonPages.address, ExamSignUpPages.address, AcademicCalendarPages.address, AcademicPeriod.address,
                ClosingDay.address,
            ]),
        MenuEntry(
            "campus.menu.events", icon: "calendar",
            [Event.address, ExamSession.address, ExamSignUpChartPage.address, UniversityCalendar.address, ConflictPage.address]),
        MenuEntry(
            "campus.menu.alerts", icon: "warning",
            [BulletinList.address, QuickAlertPages.address, Alert.address, AlertTemplate.address, AlertCategory.address]),
        MenuEntry(
            "campus.menu.news", icon: "list",
            [Article.address, NewsSource.address, FeedPages.address, NumberSource.address, MenuEntry.pictures]),
        MenuEntry("campus.menu.places", icon: "map", [Building.address, Area.address, PlaceType.address]),
        MenuEntry(
            "campus.menu.services", icon: "phone",
            [EmergencyNumber.address, CampusLink.address, LinkCategory.address, BrokenLinksPage.address, NumbersPage.address]),
    ]
    public static let jobs = AlertJobs.all + NotificationJob.kinds + [FeedJobs.kind, EventPurge.kind, LinkCheck.kind]
    public static let seedLists: [any SeedExtra.Type] = [SeededBulletin.self]

    public static func described(_ words: Words) -> [APIDescription.Group] { [openInterface(words), publication(words)] }

    public static func cards(_ db: Database, scopeID: Int64?) throws -> [Card] {
        let counts = try Row.fetchOne(
            db,
            sql: """
                SELECT
                  (SELECT count(*) FROM person WHERE \(Person.notTrashed) AND id NOT IN (SELECT person FROM personHour)) AS noHours,
                  (SELECT count(*) FROM campusTimetable WHERE \(Timetable.notTrashed) AND id NOT IN (SELECT timetable FROM campusSlot))
                    AS noSlots,
                  (SELECT count(*) FROM campusBuilding WHERE \(Building.notTrashed) AND place IS NULL) AS noPlace,
                  (SELECT count(*) FROM campusBuilding WHERE \(Building.notTrashed) AND access = '') AS noAccess
                """)
        guard let counts else { return [] }
        return [
            Card("campus.cards.noHours", count: counts["noHours"], Person.self, query: [("hours", "none")], icon: "clock"),
            Card("campus.cards.noSlots", count: counts["noSlots"], Timetable.self, query: [("slots", "none")], icon: "calendar"),
            Card("campus.cards.noPlace", count: counts["noPlace"], Building.self, query: [("place", "none")], icon: "map"),
            Card("campus.cards.noAccess", count: counts["noAccess"], Building.self, query: [("access", "absent")], icon: "campus"),
        ] + (try BulletinList.cards(db)) + (try BrokenLinksPage.cards(db))
    }

    /// Deletions must be kept, because programs with copies ask for them.
    public static let settingsTables = ["campusChange"]
    public static let derivedTables = ["campusChange"]
    public static let sharedPaths = [name]
    public static let keptNames = [
        KeptName("campusBulletin", "proposedName", of: "proposedBy"), KeptName("campusBulletin", "approvedName", of: nil),
        KeptName("campusBulletin", "endedName", of: nil),
    ]

    public static func banners(_ database: any DatabaseWriter) throws -> (any PageBanners)? { try EmergencyBanners(database) }

    public static func start(_ context: ModuleContext) throws -> any RunningModule { RunningCampus(context) }

    public static func prepareCopy(_ db: Database, at now: Date) throws { try AlertJobs.setAlarms(db) }

    public static func leaveQuietMode(sending: Bool, since: Date, _ db: Database, at now: Date) throws {
        if !sending { try AlertNotification.dropWaiting(before: since, at: now, db) }
    }

    public static func sweep(_ db: Database, at now: Date) throws -> Int {
        try CampusReader.sweep(db, at: now) + NotificationReport.sweep(db, at: now) + Following.sweep(db, at: now)
            + CampusVisits.sweep(db, at: now)
    }
}
