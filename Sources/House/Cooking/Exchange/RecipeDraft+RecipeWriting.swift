import Admin

extension RecipeDraft {
    /// As in schema.org: `recipeIngredient` for other programs; `supply` and `tool` (of HowTo) keep name and amount separate.
    var schemaOrg: JSON {
        var pairs: [(key: String, value: JSON)] = [("@type", .text("Recipe")), ("name", .text(name))]
        if !description.isEmpty { pairs.append(("description", .text(description))) }
        if !category.isEmpty { pairs.append(("recipeCategory", .text(category))) }
        pairs.append(("recipeYield", .number(people)))
        if let calories {
            pairs.append(("nutrition", .object([("@type", .text("NutritionInformation")), ("calories", .text("\(calories) kcal"))])))
        }
        if !source.isEmpty { pairs.append(("url", .text(source))) }
        if !author.isEmpty { pairs.append(("author", .object([("@type", .text("Person")), ("name", .text(author))]))) }
        pairs.append(
            ("recipeIngredient", .list(ingredients.map { .text([$0.amount, $0.name].filter { !$0.isEmpty }.joined(separator: " ")) })))
        pairs.append(("supply", .list(ingredients.map { Self.item($0, "HowToSupply") })))
        pairs.append(("tool", .list(utensils.map { Self.item($0, "HowToTool") })))
        pairs.append(("recipeInstructions", .list(steps.map(Self.step))))
        return .object(pairs)
    }

    private static func item(_ item: Item, _ type: String) -> JSON {
        var pairs: [(key: String, value: JSON)] = [("@type", .text(type)), ("name", .text(item.name))]
        if !item.amount.isEmpty { pairs.append(("requiredQuantity", .text(item.amount))) }
        return .object(pairs)
    }

    private static func step(_ step: Step) -> JSON {
        var pairs: [(key: String, value: JSON)] = [("@type", .text("HowToStep")), ("text", .text(step.text))]
        if step.seconds > 0 { pairs.append(("timeRequired", .text(ISODuration.text(step.seconds)))) }
        return .object(pairs)
    }

    static func file(_ drafts: [RecipeDraft]) -> String {
        let context: (key: String, value: JSON) = ("@context", .text("https://schema.org"))
        if drafts.count == 1, case .object(let pairs) = drafts[0].schemaOrg { return JSON.object([context] + pairs).compact }
        return JSON.object([context, ("@graph", .list(drafts.map(\.schemaOrg)))]).compact
    }
}

/// ISO 8601 durations of up to a day: `PT1H30M`.
enum ISODuration {
    static func text(_ seconds: Int) -> String {
        let parts = [(seconds / 3600, "H"), (seconds / 60 % 60, "M"), (seconds % 60, "S")].filter { $0.0 > 0 }
        return "PT" + (parts.isEmpty ? "0S" : parts.map { "\($0.0)\($0.1)" }.joined())
    }

    /// `5:00`, `1:05:00`.
    static func clock(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return (hours > 0 ? "\(hours):" + two(minutes) : String(minutes)) + ":" + two(seconds % 60)
    }

    static func seconds(_ text: String) -> Int? {
        guard text.hasPrefix("P") else { return nil }
        var (total, number, isTime) = (0, 0, false)
        for byte in text.utf8.dropFirst() {
            switch byte {
            case UInt8(ascii: "T"): isTime = true
            case 0x30...0x39:
                number = number * 10 + Int(byte - 0x30)
                if number > 86400 { return nil }
            case UInt8(ascii: "H") where isTime: (total, number) = (total + number * 3600, 0)
            case UInt8(ascii: "M") where isTime: (total, number) = (total + number * 60, 0)
            case UInt8(ascii: "S") where isTime: (total, number) = (total + number, 0)
            case UInt8(ascii: "D") where !isTime: (total, number) = (total + number * 86400, 0)
            default: return nil
            }
        }
        return total <= 86400 ? total : nil
    }
}
