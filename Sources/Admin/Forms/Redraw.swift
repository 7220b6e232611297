import Web

/// What went wrong with a form, so that it is drawn again: thrown inside the transaction, which takes everything back.
struct Redraw: Error {
    var errors: FieldErrors
    /// Another person changed the same fields: the page asks at each of them.
    var isConflict = false
    /// The form to draw in place of the one that was sent.
    var form: Form?
    /// The sentence that says what came from another person.
    var taken: String?
}
