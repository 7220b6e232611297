import Foundation
import Web

/// Stand-in templates: a line for each value, so that tests read what a page says.
enum TestPages {
    static let shared: Pages = {
        let folder = NSTemporaryDirectory() + "portico-accounts-" + UUID().uuidString
        let files = [
            "texts/en.yaml": TestTexts.english, "texts/it.yaml": TestTexts.italian,
            "accounts/sign-in/index.mustache": """
            title={{title}} error={{error}} name={{name}} next={{next}} chosen={{chosen}}
            {{#demoAccounts}}demo={{.name}}/{{.role}} {{/demoAccounts}}
            """,
            "accounts/sign-in/welcome.mustache": """
            heading={{heading}} action={{action}} asksName={{asksName}} name={{name}} displayName={{displayName}}
            nameError={{nameError}} displayNameError={{displayNameError}} passwordError={{passwordError}} expired={{expired}}
            """,
            "accounts/sign-in/mine.mustache": """
            title={{title}} desk={{desk}} displayName={{displayName}} name={{name}}
            passwordError={{passwordError}} newPasswordError={{newPasswordError}}
            {{#sessions}}session={{.id}} device={{.device}} address={{.address}} started={{.started}} current={{.current}}
            {{/sessions}}
            """,
        ]
        do {
            for (name, text) in files {
                let path = folder + "/" + name
                let parent = String(path.prefix(upTo: path.lastIndex(of: "/")!))
                try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
                try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            }
            return Pages(templates: try Templates(folder: folder), assets: "/assets")
        } catch {
            fatalError("\(error)")
        }
    }()
}
