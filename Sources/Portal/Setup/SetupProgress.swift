import Accounts
import Foundation
import Synchronization

/// Whether the wizard is open in this process, and how far it is with making the site.
final class SetupProgress: Sendable {
    enum Creation: Sendable {
        case none, underway
        /// The session, for the browser that answered; its cookie's hash.
        case made(session: NewSession, browser: Data)
        case failed(SetupFailure)
    }

    private struct State {
        var isOpen = false
        var creation = Creation.none
    }

    private let state = Mutex(State())

    var isOpen: Bool { state.withLock { $0.isOpen } }

    func open() { state.withLock { $0.isOpen = true } }

    func close() { state.withLock { $0.isOpen = false } }

    var creation: Creation { state.withLock { $0.creation } }

    var isUnderway: Bool { if case .underway = creation { true } else { false } }

    /// Returns false if the site is being made or was made.
    func beginCreation() -> Bool {
        state.withLock { state in
            guard state.isOpen else { return false }
            switch state.creation {
            case .underway, .made: return false
            case .none, .failed: state.creation = .underway
            }
            return true
        }
    }

    func endCreation(_ creation: Creation) {
        state.withLock { state in
            state.creation = creation
            if case .made = creation { state.isOpen = false }
        }
    }

    /// Takes a failure, or the session of this browser, which is handed over once.
    func takeEnd(for browser: Data?) -> Creation? {
        state.withLock { state in
            switch state.creation {
            case .none, .underway: return nil
            case .made(_, let owner) where owner != browser: return nil
            case .made, .failed:
                defer { state.creation = .none }
                return state.creation
            }
        }
    }
}

enum SetupFailure: Error, Sendable {
    case refused([String])
    case nameTaken
    /// The site came about in another way, or another browser took over.
    case over
    case failed
}
