/// Why a passkey's answer is rejected, for the log and tests; people see only a failure.
enum PasskeyProblem: String, Error {
    case format, type, challenge, origin, relyingParty, presence, verification, algorithm, unknown, signature, counter, taken
}
