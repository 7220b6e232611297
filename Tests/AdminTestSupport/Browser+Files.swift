import Foundation

/// A file on its way in, as a person sends it.
extension Browser {
    /// Sends a file; the address of the page about its columns.
    public func sendFile(_ list: String, _ bytes: Data, name: String = "prova.csv") async throws -> String {
        let answer = try await post(list + "/imports", [], files: [(name: "file", fileName: name, bytes: bytes)])
        return answer.location ?? "\(answer.status)"
    }

    /// Confirms what the program guessed about the columns, with some of it changed; the trial.
    public func tryFile(_ address: String, _ changes: [(String, String)] = []) async throws -> Answer {
        let page = try await get(address).text
        let guessed = page.split(separator: "<select id=\"column-").dropFirst().map { select -> (String, String) in
            let index = String(select.prefix { $0.isNumber })
            let value = select.firstMatch(of: #/<option value="([^"]*)" selected>/#).map { String($0.1) } ?? ""
            return ("column.\(index)", value)
        }
        let fields = (guessed + [("existing", "update"), ("empty", "leave")]).filter { field in !changes.contains { $0.0 == field.0 } }
        let answer = try await post(address, fields + changes)
        return answer.status == 303 ? try await get(answer.location ?? "") : answer
    }

    public func tryFile(_ list: String, text: String, _ changes: [(String, String)] = []) async throws -> (address: String, trial: Answer) {
        let address = try await sendFile(list, Data(text.utf8))
        return (address, try await tryFile(address, changes))
    }

    @discardableResult public func confirmFile(_ address: String, _ trial: Answer) async throws -> Answer {
        let mark = trial.text.firstMatch(of: #/name="mark" value="([^"]*)"/#).map { String($0.1) } ?? ""
        return try await post(address + "/application", [("mark", mark)])
    }
}

/// The numbers of a trial: `["new": 2]`.
public func counts(_ trial: Answer) -> [String: Int] {
    let found = trial.text.matches(of: #/data-count="([a-z]+)"><span class="badge [a-z]+">([0-9.,]+)/#)
    return Dictionary(found.map { (String($0.1), Int($0.2.filter(\.isNumber)) ?? 0) }) { $1 }
}
