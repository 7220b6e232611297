import CICal
import Foundation

/// libical's walk through the times of a rule, without zones. It shares nothing between threads.
enum RecurrenceIterator {
    /// libical would otherwise end the process at what it does not expect.
    private static let isForgiving: Void = icalerror_set_errors_are_fatal(0)

    static func time(_ wall: WallTime) -> icaltimetype {
        var (time, parts) = (icaltimetype(), wall.parts)
        (time.year, time.month, time.day) = (CInt(clamping: parts.year), CInt(clamping: parts.month), CInt(clamping: parts.day))
        (time.hour, time.minute, time.second) = (CInt(clamping: parts.hour), CInt(clamping: parts.minute), CInt(clamping: parts.second))
        return time
    }

    /// The wanted times. The rule must have an end. `begin` leaves out those before it without a walk through them.
    static func times(
        _ rule: icalrecurrencetype, from start: WallTime, skippingTo begin: WallTime?, _ work: inout CalendarWork,
        _ isWanted: (WallTime) -> Bool
    ) throws(CalendarReader.Refusal) -> [WallTime] {
        _ = isForgiving
        guard let iterator = icalrecur_iterator_new(rule, time(start)) else {
            try work.spendOnBarrenRule()
            return []
        }
        defer { icalrecur_iterator_free(iterator) }
        if let begin, icalrecur_iterator_set_start(iterator, time(begin)) == 0 { return [] }
        var found: [WallTime] = []
        while true {
            try work.spend(1)
            let next = icalrecur_iterator_next(iterator)
            guard icaltime_is_null_time(next) == 0,
                let time = WallTime(
                    Int(next.year), Int(next.month), Int(next.day), Int(next.hour), Int(next.minute), Int(next.second))
            else { return found }
            if isWanted(time) { found.append(time) }
        }
    }
}
