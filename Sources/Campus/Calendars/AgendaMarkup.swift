import Web

/// Writes calendar lines as HTML. Templates took three fifths of the page time for a month of 2,000 events.
struct AgendaMarkup {
    private let cancelled: String

    init(_ words: Words) {
        cancelled = " <span class=\"badge bad\">\(words("campus.calendar.cancelled").escapedForHTML())</span>"
    }

    func write(_ item: AgendaItem, day: String? = nil, time: String, to html: inout String) {
        html +=
            "<li class=\"agenda-item\(day == nil ? "" : " dated") colour-\(item.colour.escapedForHTML())\(item.isCancelled ? " cancelled" : "")\">"
        html += "<span class=\"agenda-time\">"
        if let day { html += "\(day.escapedForHTML())<br> " }
        html +=
            "\(time.escapedForHTML())</span>\n<span class=\"agenda-what\"><a href=\"\(item.href.escapedForHTML())\">\(item.saidTitle.markedHTML)</a>"
        if item.isCancelled { html += cancelled }
        html += "<span class=\"under\">\(item.saidSource.markedHTML)"
        if !item.saidPlace.isEmpty { html += " · \(item.saidPlace.markedHTML)" }
        if !item.note.isEmpty { html += "<br>\(item.note.markedHTML)" }
        html += "</span></span></li>\n"
    }
}
