import Admin
import Web

/// Plain sharing links without third-party scripts or counters; nothing is sent before a click.
enum Sharing {
    static func links(to address: String, title: String, _ words: Words) -> [Values] {
        let (text, link) = (words("stories.share.text", ["story": title]).queryEscaped, address.queryEscaped)
        let places: [(label: String, href: String)] = [
            ("WhatsApp", "https://wa.me/?text=\(text)%20\(link)"), ("Telegram", "https://t.me/share/url?url=\(link)&text=\(text)"),
            ("Facebook", "https://www.facebook.com/sharer/sharer.php?u=\(link)"),
        ]
        let mail: Values = [
            "label": words("stories.share.mail"), "href": "mailto:?subject=\(text)&body=\(link)", "isElsewhere": false,
        ]
        return [mail] + places.map { ["label": $0.label, "href": $0.href, "isElsewhere": true] }
    }
}
