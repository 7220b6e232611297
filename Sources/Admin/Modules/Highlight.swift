import Web

/// What goes on in a system just now, for the portal's first page; everybody may read it.
public struct Highlight: Sendable {
    /// Possibly marked text.
    let title: String
    let note: String
    let address: String
    let icon: String

    public init(_ title: String, note: String, address: String, icon: String) {
        (self.title, self.note, self.address, self.icon) = (title, note, address, icon)
    }

    /// - Parameter system: the system's name in the reader's language.
    public func values(of system: String) -> Values {
        ["titleHTML": title.markedHTML, "note": note.isEmpty ? system : "\(system) · \(note)", "href": address, "icon": icon]
    }
}
