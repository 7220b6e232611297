import Admin
import Foundation
import Portal
import Web

import struct Portal.Configuration

struct UpdateNotice {
    let configuration: Configuration
    var say: (String) -> Void = complain

    func callAsFunction(_ progress: UpdateProgress) {
        switch progress {
        case .begun(let missing):
            let folder = URL(fileURLWithPath: configuration.data).path
            report("commands.migrate.begun", ["copy": folder + "/" + Backups.beforeUpdate], count: missing.count)
        case .ended(let duration): report("commands.migrate.ended", duration: duration)
        case .copied, .applied: break
        }
    }

    private func report(_ key: String, _ values: [String: String] = [:], count: Int? = nil, duration: Duration = .zero) {
        // Without the texts nothing can be said, and the update goes on.
        guard let words = try? SeedLanguage.terminalWords(configuration) else { return }
        say(words(key, values.merging(["seconds": words.language.seconds(duration)]) { $1 }, count: count))
    }
}
