import Hummingbird

/// Texts of a form that break `TextRule`. The error page shows them for correction with the rest of the form.
struct InvalidText: ExplainedRefusal {
    let status = HTTPResponse.Status.unprocessableContent
    let texts = "web.unfit"
    let home = "/"
    let flaws: [String: [Int: TextRule.Flaw]]

    init?(_ form: Form) {
        var flaws: [String: [Int: TextRule.Flaw]] = [:]
        for (name, values) in form.values where !SentForm.isSecret(name) {
            let use = TextRule.use(of: name)
            for (index, value) in values.enumerated() { flaws[name, default: [:]][index] = TextRule.flaw(in: value, as: use) }
        }
        flaws = flaws.filter { !$0.value.isEmpty }
        if flaws.isEmpty { return nil }
        self.flaws = flaws
    }

    func fields(of form: Form, _ words: Words) -> [Values] {
        form.values.sorted { $0.key < $1.key }.flatMap { name, values in
            values.enumerated().map { index, value in
                let why = flaws[name]?[index].map { words($0.textKey) }
                let id = "\(name)-\(index)"
                return ["name": name, "value": value, "why": why ?? false, "id": id, "isLong": value.count > 80 || value.contains("\n")]
            }
        }
    }
}
