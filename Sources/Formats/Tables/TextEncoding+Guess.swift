import Foundation

extension TextEncoding {
    /// The encoding of a text that is neither UTF-8 nor UTF-16, from how likely its letters are side by side; nil where Windows-1252 of old
    /// spreadsheets, which every such text can be, is as likely.
    public static func guess(_ bytes: [UInt8]) -> TextEncoding? {
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let sample = sample(hasMark ? Array(bytes.dropFirst(3)) : bytes)
        guard !sample.isEmpty, !sample.contains(0), !TextDecoding.isUTF8(sample[...]) else { return nil }
        let usual = score(.western, sample)
        let scores = candidates.map { ($0, score($0, sample)) }
        guard let best = scores.max(by: { $0.1 < $1.1 }), best.1 > usual + margin, best.1 > 0 else { return nil }
        return best.0
    }

    private static let candidates: [TextEncoding] = [
        .macRoman, .central, .cyrillic, .russianUnix, .chinese, .japanese, .chineseTraditional, .korean,
    ]
    private static let margin = 0.5
    private static let sampleBytes = 20_000

    /// The lines with other letters than those of ASCII, whole, so that no character is cut.
    private static func sample(_ bytes: [UInt8]) -> [UInt8] {
        var sample: [UInt8] = []
        for line in bytes.prefix(1 << 20).split(separator: 0x0A) where line.contains(where: { $0 >= 0x80 }) {
            // The last line may be cut by the prefix.
            guard line.endIndex < 1 << 20 else { break }
            sample += line
            sample.append(0x0A)
            if sample.count > sampleBytes { break }
        }
        return sample
    }

    /// The mean likeliness of what is not ASCII, from -3 to 2.
    private static func score(_ encoding: TextEncoding, _ bytes: [UInt8]) -> Double {
        guard let text = encoding.utf8(bytes).map({ String(decoding: $0, as: UTF8.self) }) else { return -3 }
        var (sum, count): (Double, Double) = (0, 0)
        var before: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            if scalar.value >= 0x80 {
                sum += encoding.likeliness(scalar, after: before)
                count += 1
            }
            before = scalar
        }
        return count == 0 ? -3 : sum / count
    }

    private func likeliness(_ scalar: Unicode.Scalar, after before: Unicode.Scalar) -> Double {
        let isAfterLower = before.properties.isLowercase
        if scalar.properties.isUppercase, isAfterLower { return -2 }
        switch self {
        case .cyrillic, .russianUnix:
            guard (0x400...0x45F).contains(scalar.value) else { return Self.signs.contains(scalar) ? 0 : -2 }
            // Words of Latin letters do not go on in Cyrillic ones.
            if before.isASCII, before.properties.isAlphabetic { return -2 }
            return "оеаинтсрвлкмдпу".unicodeScalars.contains(scalar) ? 2 : scalar.properties.isLowercase ? 1 : 0.5
        case .chinese, .chineseTraditional, .japanese, .korean: return eastern(scalar, after: before)
        default:
            // Most letters of a word in Latin script are plain: a row of others is rather of another script.
            let worth: Double = !before.properties.isAlphabetic ? 1 : before.isASCII ? 2 : 0
            if Self.latin.contains(scalar) { return worth }
            if self == .central, "ąćęłńśźżčďěňřšťůžőűăâîșțĺľŕ".unicodeScalars.contains(scalar) { return worth }
            if Self.signs.contains(scalar) { return 0.5 }
            return scalar.properties.isAlphabetic ? 0 : -2
        }
    }

    /// Letters of Western Europe, without capital ones, which other encodings have in their places.
    private static let latin = Set("àèéìòùäöüßçñáíóúâêîôûëïœæøåãõ".unicodeScalars)
    private static let signs = Set("’‘“”–—…€«»°·№\u{A0}".unicodeScalars)

    private func eastern(_ scalar: Unicode.Scalar, after before: Unicode.Scalar) -> Double {
        // Western letters with accents, taken as parts of signs, stand within words of Latin letters.
        if before.isASCII, before.properties.isAlphabetic, before.properties.isLowercase { return -1 }
        let value = scalar.value
        switch self {
        case .japanese:
            if (0x3040...0x30FF).contains(value) { return 2 }
            if (0x4E00...0x9FFF).contains(value) { return 1.2 }
            return (0x3000...0x303F).contains(value) || (0xFF01...0xFF5E).contains(value) ? 1 : -2
        case .korean: return (0xAC00...0xD7A3).contains(value) ? 2 : (0x3000...0x303F).contains(value) ? 0.5 : -1
        case .chinese: return Self.isCommon(scalar, .chinese, 0xB0...0xD7) ? 1.8 : (0x3000...0x303F).contains(value) ? 1 : -1
        default: return Self.isCommon(scalar, .chineseTraditional, 0xA4...0xC6) ? 1.7 : (0x3000...0x303F).contains(value) ? 1 : -1
        }
    }

    /// The first level of the national sets, in which frequent signs are.
    private static func isCommon(_ scalar: Unicode.Scalar, _ encoding: TextEncoding, _ lead: ClosedRange<UInt8>) -> Bool {
        guard (0x4E00...0x9FFF).contains(scalar.value), let bytes = encoding.bytes(String(scalar)), bytes.count == 2 else { return false }
        return lead.contains(bytes[0])
    }
}
