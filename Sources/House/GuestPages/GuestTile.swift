import Admin
import Web

struct GuestTile: Sendable {
    var label: String
    var href: String?
    var file: String?
    /// A file of `Public/images/doors`, used without a picture.
    var drawing: String?
    var icon = "house"
    var text: String?
    /// The product that a press adds to the list; makes the tile a button.
    var product: Int64?
    /// What a way to the product's own page is called, where a press adds the product.
    var lookLabel: String?
    var isDone = false
    /// The longest text that a press can produce; its space is reserved, so nothing moves.
    var room: String?
    var shown: [Values] = []

    var values: Values {
        [
            "id": product.map { "p\($0)" } ?? false, "label": label, "href": href ?? false, "icon": icon, "text": text ?? false,
            "picture": file.map { Picture.address(file: $0, .medium) } ?? false, "drawing": drawing ?? false,
            "product": product.map(String.init) ?? false, "room": room ?? false,
            "look": lookLabel.map { ["href": "/house/shopping/products/\(product ?? 0)", "label": $0] as Values } ?? false,
            "isDone": isDone, "shown": shown,
        ]
    }
}
