import Foundation
import Web

/// The message about a changed event: its new state, with the old one where different.
struct EventNews {
    let before: EventState
    let after: EventState
    let rendering: RenderContext

    private var words: Words { rendering.words }

    var title: String {
        let kind = after.isGone ? "gone" : after.isCancelled ? "cancelled" : before.isOff ? "on" : "changed"
        return words("campus.following.news.\(kind)", ["title": after.title])
    }

    var body: String {
        let (now, was) = after.isOff ? (before, before) : before.isOff ? (after, after) : (after, before)
        return [line("when", time(now), time(was)), line("where", place(now), place(was))].joined(separator: "\n")
    }

    private func line(_ name: String, _ now: String, _ was: String) -> String {
        words("campus.following.news.\(name)", ["now": now]) + (now == was ? "" : " " + words("campus.following.news.was", ["was": was]))
    }

    private func place(_ state: EventState) -> String { state.place.isEmpty ? words("campus.following.news.nowhere") : state.place }

    private func time(_ state: EventState) -> String {
        let begins = words.language.moment(state.starts, in: rendering.zone)
        if state.starts == state.ends { return begins }
        let isOneDay = AgendaSpan.text(state.starts, rendering.zone) == AgendaSpan.text(state.ends, rendering.zone)
        return isOneDay
            ? "\(begins)–\(words.language.time(state.ends, in: rendering.zone))"
            : "\(begins) – \(words.language.moment(state.ends, in: rendering.zone))"
    }
}
