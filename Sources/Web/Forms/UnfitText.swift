import Hummingbird

/// The texts of a form that break the rule for all texts. The page that says so shows them for correction, with everything else that was typed.
struct UnfitText: ExplainedRefusal {
    let status = HTTPResponse.Status.unprocessableContent
    let texts = "web.unfit"
    let home = "/"
    /// By name and place among the values of that name.
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

    /// The fields of the form as the page draws them.
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
