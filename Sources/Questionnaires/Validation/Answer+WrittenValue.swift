import Web

struct Refused: Error, Equatable {
    let reason: ReplyRefusal

    init(_ reason: ReplyRefusal) { self.reason = reason }
}

extension Answer {
    func read(_ typed: String) -> Result<String?, Refused> {
        let text = Self.normalised(typed)
        if TextRule.isBlank(text) { return .success(nil) }
        return switch format {
        case .fixed: .success(nil)
        case .text: readText(text)
        case .number: readNumber(text)
        case .day: readDay(text)
        case .time: readTime(text)
        case .dateTime: readDateTime(text)
        case .email: EmailText(text).map { .success($0.text) } ?? .failure(Refused(.notAnEmail))
        case .file: FileReference(text).map { .success($0.text) } ?? .failure(Refused(.notAFile))
        }
    }

    /// Trims white space and converts line ends to line feeds. Removes control characters: SQLite would end the text at a NUL.
    private static func normalised(_ typed: String) -> String {
        var bytes: [UInt8] = []
        var wasReturn = false
        for byte in typed.utf8 where byte >= 0x20 && byte != 0x7F || (0x09...0x0D).contains(byte) {
            if byte == 0x0D {
                bytes.append(0x0A)
            } else if byte != 0x0A || !wasReturn {
                bytes.append(byte)
            }
            wasReturn = byte == 0x0D
        }
        return String(decoding: bytes, as: UTF8.self).trimmingSpaces()
    }

    private func readText(_ text: String) -> Result<String?, Refused> {
        if let flaw = TextRule.flaw(in: text, as: .text) { return .failure(Refused(.unfit(flaw))) }
        let limit = limits.length ?? Self.longest
        return text.unicodeScalars.count > limit ? .failure(Refused(.tooLong(limit))) : .success(text)
    }

    /// Limit without one in the questionnaire, in Unicode scalars.
    static let longest = 5000

    private func readNumber(_ text: String) -> Result<String?, Refused> {
        guard let number = DecimalText(text) else { return .failure(Refused(.notANumber)) }
        if let decimals = limits.decimals, number.decimals > decimals { return .failure(Refused(.tooManyDecimals(decimals))) }
        if let least = limits.least, let bound = DecimalText(least), number < bound { return .failure(Refused(.tooSmall(least))) }
        if let greatest = limits.greatest, let bound = DecimalText(greatest), bound < number {
            return .failure(Refused(.tooGreat(greatest)))
        }
        return .success(number.text)
    }

    private func readDay(_ text: String) -> Result<String?, Refused> {
        guard let day = Day(text) else { return .failure(Refused(.notADay)) }
        if let least = limits.least, let bound = Day(least), day < bound { return .failure(Refused(.tooEarly(least))) }
        if let greatest = limits.greatest, let bound = Day(greatest), bound < day { return .failure(Refused(.tooLate(greatest))) }
        return .success(day.text)
    }

    private func readTime(_ text: String) -> Result<String?, Refused> {
        guard let time = DayTime(text) else { return .failure(Refused(.notATime)) }
        return within(time) ?? .success(time.text)
    }

    private func readDateTime(_ text: String) -> Result<String?, Refused> {
        guard let moment = LocalDateTime(text) else { return .failure(Refused(.notADateTime)) }
        return within(moment) ?? .success(moment.text)
    }

    private func within<Value: Comparable & LosslessTime>(_ value: Value) -> Result<String?, Refused>? {
        if let least = limits.least, let bound = Value(least), value < bound { return .failure(Refused(.notBefore(bound.shown))) }
        if let greatest = limits.greatest, let bound = Value(greatest), bound < value { return .failure(Refused(.notAfter(bound.shown))) }
        return nil
    }
}
