/// The line above a list: title, search, filters, tools, main button.
enum ListHead {
    /// How many filters fit in one line at 1,280 px, judged by the length of their names.
    static func filterCount(_ labels: [String], title: String, act: String) -> Int {
        // Widths in pixels: 968 less the number of rows, the search, two tools, the button's edges and the gaps; then by character.
        var room = 641 - 11.6 * Double(title.count) - 9 * Double(act.count)
        return labels.prefix { label in
            room -= 54 + 7.2 * Double(min(label.count, 17))
            return room >= 0
        }.count
    }
}
