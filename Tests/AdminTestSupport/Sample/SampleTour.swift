import Admin
import Web

/// A guided tour: a record with ordered parts, at first hidden.
struct SampleTour: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var description = ""
    var topic: Int64?
    var picture: Int64?
    var level = SampleLevel.easy
    var people = 2
    var minutes: Int?
    var books: [SampleTourBook] = []
    var atlases: [SampleTourBook] = []
    var stops: [SampleStop] = []
    var published = false
    var translations = Translations()

    static let system = Sample.name
    static let path = "tours"
    static let table = "tour"
    static let scope: Scope? = Sample.scope
    static let icon = "recipe"
    static let columns = ["topic", "level", "people", "published"]
    static let filters = ["topic", "level", "picture", "stops", "published"]
    static let sections = ["books": "sections.books", "published": "sections.publication"]
    static let preview: Preview<SampleTour>? = { tour, context in
        let books = tour.books.compactMap(\.book)
        let titles = try context.titles(books, of: SampleBook.self)
        let stops = tour.stops.map { stop -> Values in
            ["text": stop.text, "time": "\(stop.time / 60):" + (stop.time % 60 < 10 ? "0" : "") + "\(stop.time % 60)"]
        }
        return ("sample/tour-preview", ["name": tour.name, "books": books.map { titles[$0] ?? "" }, "stops": stops])
    }
    static let fields: [Field<SampleTour>] = [
        .title("name", \.name),
        .longText("description", \.description, limit: 2000, rows: 3),
        .one("topic", \.topic, SampleTopic.self),
        .picture("picture", \.picture),
        .choice("level", \.level, texts: "sample.level"),
        .number("people", \.people, in: 1...50),
        .number("minutes", \.minutes, in: 1...5000, suffix: "min"),
        .children("books", \.books, limit: 60, compact: true, part: ("kind", "book")),
        .children("atlases", \.atlases, limit: 40, compact: true, part: ("kind", "atlas")),
        .children("stops", \.stops, limit: 60),
        .flag("published", \.published),
        .translations(\.translations, of: "name", "description"),
    ]
}

enum SampleLevel: String, Choice {
    case easy, medium, hard
}

/// A book that a tour shows.
struct SampleTourBook: Child {
    var id: Int64?
    var book: Int64?
    var amount = ""

    static let table = "tourBook"
    static let ownerColumn = "tour"
    static let fields: [Field<SampleTourBook>] = [
        .one("book", \.book, SampleBook.self, required: true, typed: true, create: true),
        .text("amount", \.amount, limit: 60),
    ]
}

struct SampleStop: Child {
    var id: Int64?
    var text = ""
    var picture: Int64?
    var timer = SampleTimer.none
    /// Seconds that the timer counts down from.
    var time = 0
    var translations = Translations()

    static let table = "tourStop"
    static let ownerColumn = "tour"
    static let fields: [Field<SampleStop>] = [
        .longText("text", \.text, required: true, limit: 500, rows: 2),
        .picture("picture", \.picture),
        .choice("timer", \.timer, texts: "sample.timer"),
        .duration("time", \.time, limit: 24 * 3600),
        .translations(\.translations, of: "text"),
    ]

    func check(_ entry: Entry, errors: inout FieldErrors) {
        if timer == .down, time == 0 { errors.add(entry.name + "time", entry.refusal("noTime")) }
        if timer != .down, time > 0 { errors.add(entry.name + "time", entry.refusal("unusedTime")) }
    }
}

enum SampleTimer: String, Choice {
    case none, up, down
}
