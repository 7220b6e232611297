import CXML

/// What the functions of XPath cost in steps. libxml2 counts a step for each node that it looks at and none for the signs of a text, however
/// long it is: `translate` of a page into itself would count as one step, and keep a processor for minutes.
enum XPathCosts {
    /// From now on the functions of an expression are paid with its steps.
    static func charge(in context: xmlXPathContextPtr) {
        func replace(_ name: String, _ function: xmlXPathFunction) {
            // What stands there under the name would stay.
            xmlXPathRegisterFunc(context, name, nil)
            xmlXPathRegisterFunc(context, name, function)
        }
        replace("string") { if isPaid($0, $1) { xmlXPathStringFunction($0, $1) } }
        replace("number") { if isPaid($0, $1) { xmlXPathNumberFunction($0, $1) } }
        replace("id") { if isPaid($0, $1) { xmlXPathIdFunction($0, $1) } }
        replace("string-length") { if isPaid($0, $1) { xmlXPathStringLengthFunction($0, $1) } }
        replace("normalize-space") { if isPaid($0, $1) { xmlXPathNormalizeFunction($0, $1) } }
        replace("starts-with") { if isPaid($0, $1) { xmlXPathStartsWithFunction($0, $1) } }
        replace("substring") { if isPaid($0, $1) { xmlXPathSubstringFunction($0, $1) } }
        // Each text is put behind those before it, which are read anew.
        replace("concat") { if isPaid($0, $1, joined) { xmlXPathConcatFunction($0, $1) } }
        // In the worst case a text is sought at each place of the other.
        replace("contains") { if isPaid($0, $1, sought) { xmlXPathContainsFunction($0, $1) } }
        replace("substring-before") { if isPaid($0, $1, sought) { xmlXPathSubstringBeforeFunction($0, $1) } }
        replace("substring-after") { if isPaid($0, $1, sought) { xmlXPathSubstringAfterFunction($0, $1) } }
        replace("translate") { if isPaid($0, $1, translated) { xmlXPathTranslateFunction($0, $1) } }
    }
}

/// Signs that are read in a step.
private let signs = 64
/// Signs of a text that are compared with signs of another in a step.
private let pairs = 256

private func joined(_ lengths: [Int]) -> Int { lengths.reduce(0, +) / signs * lengths.count }
/// Whoever writes more than the two that there are is told so by the function, and multiplied they would be more than there are numbers.
private func sought(_ lengths: [Int]) -> Int { lengths.prefix(2).reduce(1, *) / pairs }
private func translated(_ lengths: [Int]) -> Int { lengths[0] * lengths.dropFirst().reduce(0, +) / pairs }

/// Takes the steps for reading what a function is given, and for what it does with it.
/// - Parameter work: steps, by the lengths of the texts in bytes; there is at least one.
/// - Returns: false when there are not as many left: the expression is given up.
private func isPaid(_ parser: xmlXPathParserContextPtr?, _ count: CInt, _ work: ([Int]) -> Int = { _ in 0 }) -> Bool {
    guard let parser, let context = parser.pointee.context else { return true }
    let (first, end) = (Int(parser.pointee.valueNr - count), Int(parser.pointee.valueNr))
    // Of too few values the function itself says what is wrong.
    guard first >= Int(parser.pointee.valueFrame), let values = parser.pointee.valueTab else { return true }
    var lengths: [Int] = []
    for place in first..<end {
        lengths.append(length(of: values[place]))
        guard take(lengths[lengths.count - 1] / signs, parser, context) else { return false }
    }
    // Without a value it reads the node where it stands.
    if lengths.isEmpty { lengths = [length(xmlXPathCastNodeToString(context.pointee.node))] }
    return take(count == 0 ? lengths[0] / signs : work(lengths), parser, context)
}

private func length(of value: xmlXPathObjectPtr?) -> Int {
    guard let value else { return 0 }
    if value.pointee.type == XPATH_STRING { return Int(xmlStrlen(value.pointee.stringval)) }
    return value.pointee.type == XPATH_NODESET ? length(xmlXPathCastToString(value)) : 0
}

/// Frees the text.
private func length(_ text: UnsafeMutablePointer<xmlChar>?) -> Int {
    defer { cxml_free(text) }
    return Int(xmlStrlen(text))
}

private func take(_ steps: Int, _ parser: xmlXPathParserContextPtr, _ context: xmlXPathContextPtr) -> Bool {
    let left = context.pointee.opLimit - min(context.pointee.opLimit, context.pointee.opCount)
    guard UInt(steps) <= left else {
        context.pointee.opCount = context.pointee.opLimit
        xmlXPathErr(parser, CInt(XPATH_OP_LIMIT_EXCEEDED.rawValue))
        return false
    }
    context.pointee.opCount += UInt(steps)
    return true
}
