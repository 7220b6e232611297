import Web

/// Writes calendar lines as HTML. Templates took three fifths of the page time for a month of 2,000 events.
struct AgendaMarkup {
    private let cancelled: String

    init(_ words: Words) {
        cancelled = " <span class=\"badge bad\">\(words("campus.calendar.cancelled").escapedForHTML())</span>"
    }

    /// The day of an item in a list of several days, as a block at its edge.
    struct Day {
        let number, month: String
        /// Empty for this year.
        let year: String
        let weekday: String
        let date: String
    }

    func write(_ item: AgendaItem, day: Day? = nil, time: String, to html: inout String) {
        html +=
            "<li class=\"agenda-item\(day == nil ? "" : " with-date") colour-\(item.colour.escapedForHTML())\(item.isCancelled ? " cancelled" : "")\">"
        if let day {
            html += "<span class=\"agenda-date\" aria-hidden=\"true\"><b>\(day.number)</b> \(day.month.escapedForHTML())"
            if !day.year.isEmpty { html += " <small>\(day.year)</small>" }
            html += "</span>\n"
        } else {
            html += "<span class=\"agenda-time\">\(time.escapedForHTML())</span>\n"
        }
        html += "<span class=\"agenda-what\"><a href=\"\(item.href.escapedForHTML())\">\(item.markedTitle.markedHTML)</a>"
        if item.isCancelled { html += cancelled }
        html += "<span class=\"under\">"
        if let day {
            html += "<span class=\"vh\">\(day.date.escapedForHTML()), </span>\(day.weekday.escapedForHTML()) \(time.escapedForHTML()) · "
        }
        html += item.markedSource.markedHTML
        if !item.markedPlace.isEmpty { html += " · \(item.markedPlace.markedHTML)" }
        if !item.note.isEmpty { html += "<br>\(item.note.markedHTML)" }
        html += "</span></span></li>\n"
    }
}
