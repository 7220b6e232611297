import Web

struct AppManifest: Encodable {
    struct Icon: Encodable {
        let src: String
        let sizes: String
        let type: String
        let purpose: String
    }

    struct Shortcut: Encodable {
        let name: String
        let url: String
    }

    let id = "/house"
    let start_url = "/house"
    let scope = "/house"
    let display = "standalone"
    let lang: String
    let dir = "ltr"
    let name: String
    let short_name: String
    let description: String
    let theme_color = "#a6432b"
    let background_color = "#fbfaf7"
    let icons: [Icon]
    let shortcuts: [Shortcut]

    init(name: String, words: Words, icons folder: String) {
        lang = words.language.rawValue
        self.name = name
        // An icon has room for a dozen letters.
        short_name = name.count <= 12 ? name : words("house.name")
        description = words("house.purpose")
        icons =
            [192, 512].map { Icon(src: "\(folder)icon-\($0).png", sizes: "\($0)x\($0)", type: "image/png", purpose: "any") } + [
                Icon(src: folder + "icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any"),
                Icon(src: folder + "maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable"),
            ]
        shortcuts = [("living.offline.list", "/house/list"), ("living.doors.recipes", "/house/recipes"), ("clock.title", "/house/clock")]
            .map { Shortcut(name: words($0), url: $1) }
    }
}
