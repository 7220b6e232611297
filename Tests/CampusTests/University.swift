import Accounts
import Admin
import Foundation
import GRDB
import Registry
import TestSupport

@testable import Campus

/// A small university: one department, one degree, two courses of which the first is taught by two people on Mondays.
struct University {
    let site: TestSite
    static let actor = Actor(accountID: nil, name: "test", address: "", requestID: "")

    init() async throws {
        site = try await TestSite("house", "registry", "questionnaires", "campus")
        try await site.database.write { db in try Self.fill(db) }
    }

    private static func fill(_ db: Database) throws {
        func keep<R: Resource>(_ record: R) throws {
            var record = record
            try record.insert(db, by: actor)
        }
        var year = AcademicYear()
        year.name = "2026/2027"
        try keep(year)
        var department = Department()
        department.name = "Scienze della laguna"
        try keep(department)
        var degree = Degree()
        (degree.name, degree.department) = ("Ecologia", 1)
        try keep(degree)
        for (code, name) in [("EC01", "Maree"), ("EC02", "Barene")] {
            var course = Course()
            (course.code, course.name, course.degree, course.courseYear) = (code, name, 1, 1)
            if code == "EC01" { course.objectives = "Capire l’acqua alta." }
            try keep(course)
        }
        for (name, given, surname) in [("Lea Velario", "Lea", "Velario"), ("Ezio Ancorotti", "Ezio", "Ancorotti")] {
            var person = Person()
            (person.name, person.givenName, person.surname, person.department) = (name, given, surname, 1)
            (person.email, person.phone) = ("\(surname.lowercased())@example.org", "+39 0900 55 1")
            if given == "Lea" {
                (person.position, person.hoursNote) = ("Ricercatrice", "Scrivi prima; poi vieni, anche tardi.")
                var hour = OfficeHour()
                (hour.weekday, hour.begins, hour.ends) = (.tuesday, "09:30", "10:30")
                person.hours = [hour]
            }
            try keep(person)
        }
        var type = PlaceType()
        type.name = "Sedi"
        try keep(type)
        var building = Building()
        (building.name, building.code, building.type, building.city) = ("Edificio Remo", "ED01", 1, "Portolago")
        (building.place, building.access) = (GeoPoint(latitude: 45.41, longitude: 12.29), "Rampa a destra.")
        try keep(building)
        var area = Area()
        (area.name, area.building, area.type) = ("Aula Remo", 1, 1)
        try keep(area)
        var activity = Activity()
        (activity.code, activity.course, activity.year, activity.teachers) = ("EC01-2026", 1, 1, [1, 2])
        try keep(activity)
        var timetable = Timetable()
        var slot = Slot()
        (slot.weekday, slot.begins, slot.ends, slot.area) = (.monday, "09:00", "10:30", 1)
        (timetable.code, timetable.activity, timetable.slots) = ("EC01-2026", 1, [slot])
        try keep(timetable)
    }

    /// People whom nobody knows yet.
    func add(people count: Int) async throws {
        try await site.database.write { db in
            for number in 1...count {
                var person = Person()
                (person.name, person.surname) = ("Nina Onderi \(number)", "Onderi")
                try person.insert(db, by: Self.actor)
            }
        }
    }
}
