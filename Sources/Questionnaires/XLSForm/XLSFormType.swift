import Web

/// The type of a row in the spellings of all ages: `select_one yn`, `select one from yn`, `begin  group`, `add text prompt`.
enum XLSFormType: Equatable {
    enum Group: String { case group, loop, matrix, score, rank }

    case begin(Group)
    case end
    case note
    /// `reason` says why a question of another kind is written here.
    case text(reason: String?)
    case number(isWhole: Bool)
    case day
    case time
    case dateTime
    case select(isSingle: Bool, list: String, hasOther: Bool)
    /// The choices are in another file.
    case fileChoices
    case rank(list: String)
    case range
    case acknowledge
    case file
    case scoreRow
    case rankLevel
    /// What cannot be asked here, with the reason.
    case leftOut(String)
    case unknown

    private static let groups: [(words: String, kind: Group)] = [
        ("group", .group), ("lgroup", .loop), ("repeat", .loop), ("looped group", .loop), ("loop", .loop), ("kobomatrix", .matrix),
        ("score", .score), ("rank", .rank), ("screen", .group),
    ]

    private static let selects: [(words: String, isSingle: Bool)] = [
        ("add select one prompt using", true), ("add select multiple prompt using", false), ("select all that apply from", false),
        ("select all that apply", false), ("select one from", true), ("select multiple from", false), ("select one external", true),
        ("select one", true), ("select multiple", false), ("select1", true), ("select dropdown", true), ("select", false),
    ]

    /// By their words without `add … prompt`, `get`, `q` and `question`.
    private static let plain: [String: XLSFormType] = {
        var all: [String: XLSFormType] = [
            "note": .note, "text": .text(reason: nil), "string": .text(reason: nil), "integer": .number(isWhole: true),
            "int": .number(isWhole: true), "decimal": .number(isWhole: false), "number": .number(isWhole: false), "date": .day,
            "time": .time, "datetime": .dateTime, "date time": .dateTime,
            "range": .range, "acknowledge": .acknowledge, "acknowledgement": .acknowledge, "trigger": .acknowledge, "score row": .scoreRow,
            "rank level": .rankLevel, "phone number": .text(reason: nil), "percentage": .number(isWhole: false),
        ]
        let others = [
            "barcodeAsText": ["barcode"],
            "calculate": ["calculate", "calculation", "assign"], "hidden": ["hidden"],
            "metadata": [
                "start", "start time", "end", "end time", "today", "deviceid", "device id", "imei", "subscriberid", "subscriber id",
                "simserial",
                "sim id", "sim serial", "phonenumber", "get phone number", "username", "user name", "email", "audit", "start geopoint",
                "background audio", "background geopoint", "caseid", "uri:deviceid",
            ],
            "mediaItem": ["image item", "video item"], "formSetting": ["form setting"],
            "place": ["geopoint", "gps", "location", "geotrace", "geoshape", "osm"],
            "external": ["xml external", "csv external", "include", "entity"],
        ]
        for (reason, words) in others {
            for word in words { all[word] = reason.hasSuffix("AsText") ? .text(reason: reason) : .leftOut(reason) }
        }
        for word in ["image", "photo", "picture", "audio", "video", "file", "upload", "signature", "draw", "annotate"] { all[word] = .file }
        return all
    }()

    /// `lists` are the names of the lists of choices, which may contain spaces.
    init(_ text: String, lists: (String) -> Bool) {
        let words = text.lowercased().split { $0.isWhitespace || $0 == "_" || $0 == "-" }.joined(separator: " ")
        if let begin = Self.rest(of: text, after: "begin"),
            let group = Self.groups.first(where: { Self.rest(of: begin, after: $0.words) != nil })
        {
            self = .begin(group.kind)
        } else if words == "end"
            || Self.rest(of: text, after: "end").map({ end in Self.groups.contains { Self.rest(of: end, after: $0.words) != nil } }) == true
        {
            self = words == "end" ? .leftOut("metadata") : .end
        } else if ["select one from file", "select multiple from file"].contains(where: { Self.rest(of: text, after: $0) != nil }) {
            self = .fileChoices
        } else if let list = Self.rest(of: text, after: "rank"), !words.hasPrefix("rank level") {
            self = .rank(list: Self.list(list, lists).name)
        } else if let (rest, isSingle) = Self.select(text) {
            let (list, hasOther) = Self.list(rest, lists)
            self = .select(isSingle: isSingle, list: list, hasOther: hasOther)
        } else {
            self = Self.plain[words] ?? Self.plain[Self.bare(words)] ?? .unknown
        }
    }

    private static func bare(_ words: String) -> String {
        var all = words.split(separator: " ").map(String.init)
        if let first = all.first, ["add", "get", "q"].contains(first) { all.removeFirst() }
        if let last = all.last, ["prompt", "question"].contains(last) { all.removeLast() }
        return all.joined(separator: " ")
    }

    private static func select(_ text: String) -> (rest: String, isSingle: Bool)? {
        for (words, isSingle) in selects {
            if let rest = rest(of: text, after: words) { return (rest, isSingle) }
        }
        return nil
    }

    /// What follows the words, which spaces, `_` or `-` may part; nil where they are not there.
    private static func rest(of text: String, after words: String) -> String? {
        var rest = Substring(text)
        let isGap: (Character) -> Bool = { $0.isWhitespace || $0 == "_" || $0 == "-" }
        for (index, word) in words.split(separator: " ").enumerated() {
            if index > 0 { rest = rest.drop(while: isGap) }
            guard rest.lowercased().hasPrefix(word) else { return nil }
            rest = rest.dropFirst(word.count)
        }
        guard rest.first.map(isGap) ?? true else { return nil }
        return rest.drop(while: isGap).trimmingSpaces()
    }

    /// The name of the list, and whether a written answer follows it: `yn or_other`, `yn or specify other`.
    private static func list(_ text: String, _ isList: (String) -> Bool) -> (name: String, hasOther: Bool) {
        if isList(text) { return (text, false) }
        for ending in ["or specify other", "or_specify_other", "or_other", "or other", "specify other"]
        where text.lowercased().hasSuffix(ending) {
            let name = text.dropLast(ending.count).trimmingSpaces()
            return (list(name, isList).name, true)
        }
        let first = text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
        return (first, false)
    }
}
