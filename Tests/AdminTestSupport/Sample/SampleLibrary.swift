import Admin

/// A library; each sees only its own records.
struct SampleLibrary: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var address = ""
    var language = SampleLanguage.it
    var zone = "Europe/Rome"

    static let system = Sample.name
    static let path = "libraries"
    static let table = "library"
    static let icon = "house"
    static let columns = ["address", "language"]
    static let fields: [Field<SampleLibrary>] = [
        .title("name", \.name),
        .text("address", \.address),
        .choice("language", \.language, texts: "sample.language"),
        .zone("zone", \.zone),
    ]
}

enum SampleLanguage: String, Choice {
    case it, en
}
