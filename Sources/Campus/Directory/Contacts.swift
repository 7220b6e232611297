import Admin
import Registry
import Web

struct Contacts: Sendable {
    let phones, emails: [ContactLine]
    let rendering: RenderContext

    init(phone: String, email: String, _ rendering: RenderContext) {
        (phones, emails) = (ContactLine.all(phone, .phone), ContactLine.all(email, .email))
        self.rendering = rendering
    }

    private func localizedLabel(_ line: ContactLine) -> String { line.label(in: rendering.words.language, original: rendering.original) }

    var values: Values {
        func templateValues(_ lines: [ContactLine], _ href: (String) -> String) -> [Values] {
            lines.map { ["href": href($0.value), "value": $0.value, "labelHTML": Optional(localizedLabel($0)).shownHTML] }
        }
        let (numbers, addresses) = (templateValues(phones, Telephone.href), templateValues(emails) { "mailto:" + $0 })
        return [
            "phones": numbers, "emails": addresses, "phoneHref": numbers.first?["href"] ?? false,
            "emailHref": addresses.first?["href"] ?? false,
        ]
    }

    func label(_ line: ContactLine) -> String { localizedLabel(line).unmarked }

    /// Names of the thesis. `fax` is an extra fax number; empty for none.
    func json(fax: String = "") -> [(key: String, value: JSON)] {
        func number(_ value: String, _ label: String, isFax: Bool) -> JSON {
            .object([("number", .text(value)), ("descr", .text(label)), ("isPhone", .flag(!isFax)), ("isFAX", .flag(isFax))])
        }
        let numbers =
            phones.map { number($0.value, localizedLabel($0).unmarked, isFax: $0.isFax) }
            + (fax.isEmpty ? [] : [number(fax, "", isFax: true)])
        let mailboxes = emails.map { JSON.object([("mailbox", .text($0.value)), ("descr", .text(localizedLabel($0).unmarked))]) }
        return [("numbers", .list(numbers)), ("emails", .list(mailboxes))]
    }
}

extension ContactLine {
    var isFax: Bool { label.lowercased().split(separator: " / ").contains("fax") }
}
