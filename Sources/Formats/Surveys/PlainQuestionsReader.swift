/// Reads questions as people write them: a line that ends in a question mark or begins with a number, and its answers below, each behind a sign.
public struct PlainQuestionsReader: FormReader {
    public static let name = "Text"
    public private(set) var title = ""

    private var items: [(line: Int, item: FormItem)] = []
    private var place = 0

    private struct Question {
        let line: Int
        let text: String
        var hint = ""
        var choices: [String] = []
        var isMultiple = false
    }

    /// nil for a text with fewer than two questions.
    public init?(_ text: String) {
        var (question, count): (Question?, Int) = (nil, 0)
        for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = raw.trimmed
            if line.isEmpty { continue }
            if let heading = Self.heading(line) {
                end(&question)
                if title.isEmpty, items.isEmpty { title = heading } else { items.append((index + 1, FormItem("note", ["label": heading]))) }
            } else if question != nil, let choice = Self.choice(line) {
                question?.choices.append(choice.text)
                if choice.isBox { question?.isMultiple = true }
            } else if let said = Self.question(line) {
                end(&question)
                count += 1
                question = Question(line: index + 1, text: said)
            } else if line.allSatisfy({ "_.…-= ".contains($0) }) {
                continue
            } else if let hint = question?.hint, question?.choices.isEmpty == true {
                question?.hint = hint.isEmpty ? line : hint + " " + line
            } else {
                end(&question)
                items.append((index + 1, FormItem("note", ["label": line])))
            }
        }
        end(&question)
        guard count > 1 else { return nil }
    }

    public mutating func next() throws -> ImportItem<FormItem>? {
        guard place < items.count else { return nil }
        place += 1
        return ImportItem(ImportPlace(.line, items[place - 1].line), items[place - 1].item)
    }

    private mutating func end(_ question: inout Question?) {
        guard let asked = question else { return }
        question = nil
        let isRequired = asked.text.hasSuffix("*")
        let text = isRequired ? String(asked.text.dropLast()).trimmed : asked.text
        let cells = ["name": "q\(items.count + 1)", "label": text, "hint": asked.hint, "required": isRequired ? "yes" : ""]
        let choices = asked.choices.enumerated().map { FormItem.Choice("a\($0 + 1)", $1) }
        let type = choices.isEmpty ? "text" : asked.isMultiple ? "select_multiple" : "select_one"
        items.append((asked.line, FormItem(type, cells, choices: choices)))
    }

    private static func heading(_ line: String) -> String? {
        guard line.hasPrefix("#") else { return nil }
        let text = line.drop { $0 == "#" }.trimmed
        return text.isEmpty ? nil : text
    }

    /// `1. How?`, `12) How`, `How?`, `How? *`
    private static func question(_ line: String) -> String? {
        let number = line.prefix { $0.isNumber }
        let behind = line.dropFirst(number.count)
        if !number.isEmpty, number.count < 4, let sign = behind.first, ".):".contains(sign), behind.dropFirst().first?.isWhitespace == true
        {
            return behind.dropFirst().trimmed
        }
        let bare = line.hasSuffix("*") ? String(line.dropLast()).trimmed : line
        return bare.hasSuffix("?") ? line : nil
    }

    /// `- yes`, `• yes`, `a) yes`, `( ) yes`, and `[ ] yes`, which may be ticked beside others.
    private static func choice(_ line: String) -> (text: String, isBox: Bool)? {
        for (sign, isBox) in [
            ("[ ]", true), ("[]", true), ("☐", true), ("□", true), ("( )", false), ("()", false), ("○", false), ("•", false), ("- ", false),
            ("– ", false), ("* ", false),
        ] {
            guard line.hasPrefix(sign) else { continue }
            let text = line.dropFirst(sign.count).trimmed
            return text.isEmpty ? nil : (text, isBox)
        }
        let letter = line.prefix(2)
        guard letter.count == 2, letter.first?.isLetter == true, ".)".contains(letter.last ?? " "),
            line.dropFirst(2).first?.isWhitespace == true
        else {
            return nil
        }
        return (line.dropFirst(2).trimmed, false)
    }
}
