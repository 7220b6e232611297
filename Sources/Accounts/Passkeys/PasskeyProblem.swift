/// Why an answer of a passkey is not believed. For the log and for tests; people are told that it did not work.
enum PasskeyProblem: String, Error {
    case format, type, challenge, origin, relyingParty, presence, verification, algorithm, unknown, signature, counter, taken
}
