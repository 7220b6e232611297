import Admin
import Web

/// Plain links that hand an address on: no script and no counter of anybody else, and nothing goes out before one is followed.
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
