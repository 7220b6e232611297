import Web

/// Thrown inside the transaction to roll it back and draw the form again.
struct Redraw: Error {
    var errors: FieldErrors
    var isConflict = false
    var form: Form?
    var taken: String?
}
