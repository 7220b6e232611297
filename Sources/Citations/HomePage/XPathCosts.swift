import CXML
import Web

/// What the functions of XPath cost in steps. libxml2 counts a step for each node that it walks over and none for what it reads in one,
/// however much that is: `translate` of a page into itself would count as one step, and keep a processor for minutes, and so would `sum` of
/// all nodes. Nor does it count that it compares each node of a set with each of another to put them together: here they are not compared.
enum XPathCosts {
    /// From now on the functions of an expression are paid with its steps, and those that `PaidExpression` makes of its operators.
    static func charge(in context: xmlXPathContextPtr) {
        func replace(_ name: String, _ function: xmlXPathFunction) {
            // What stands there under the name would stay.
            xmlXPathRegisterFunc(context, name, nil)
            xmlXPathRegisterFunc(context, name, function)
        }
        replace("string") { if isPaid($0, $1) { xmlXPathStringFunction($0, $1) } }
        replace("number") { if isPaid($0, $1) { xmlXPathNumberFunction($0, $1) } }
        replace("floor") { if isPaid($0, $1) { xmlXPathFloorFunction($0, $1) } }
        replace("ceiling") { if isPaid($0, $1) { xmlXPathCeilingFunction($0, $1) } }
        replace("round") { if isPaid($0, $1) { xmlXPathRoundFunction($0, $1) } }
        replace("lang") { if isPaid($0, $1) { xmlXPathLangFunction($0, $1) } }
        replace("sum") { if isPaid($0, $1, ofAll: true) { xmlXPathSumFunction($0, $1) } }
        replace("id") { if isPaid($0, $1, ofAll: true, named) { xmlXPathIdFunction($0, $1) } }
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
        replace("_equal") { if isPaid($0, $1, ofAll: true, compared) { answer($0, xmlXPathEqualValues($0)) } }
        replace("_unequal") { if isPaid($0, $1, ofAll: true, compared) { answer($0, xmlXPathNotEqualValues($0)) } }
        // The numbers say whether it is "less", and whether "or equal" is left out.
        replace("_less") { if isPaid($0, $1, ofAll: true, compared) { answer($0, xmlXPathCompareValues($0, 1, 1)) } }
        replace("_atMost") { if isPaid($0, $1, ofAll: true, compared) { answer($0, xmlXPathCompareValues($0, 1, 0)) } }
        replace("_more") { if isPaid($0, $1, ofAll: true, compared) { answer($0, xmlXPathCompareValues($0, 0, 1)) } }
        replace("_atLeast") { if isPaid($0, $1, ofAll: true, compared) { answer($0, xmlXPathCompareValues($0, 0, 0)) } }
        replace("_plus") { if isPaid($0, $1) { xmlXPathAddValues($0) } }
        replace("_minus") { if isPaid($0, $1) { xmlXPathSubValues($0) } }
        replace("_times") { if isPaid($0, $1) { xmlXPathMultValues($0) } }
        replace("_over") { if isPaid($0, $1) { xmlXPathDivValues($0) } }
        replace("_rest") { if isPaid($0, $1) { xmlXPathModValues($0) } }
        replace("_negative") { if isPaid($0, $1) { xmlXPathValueFlipSign($0) } }
        replace("_union") { unite($0, $1) }
        replace("_along") { walk($0, $1) }
    }

    /// Tells each node of a page its place, by which those of different sets are put in order.
    static func number(_ page: xmlDocPtr) {
        var (place, next): (Int, xmlNodePtr?) = (0, UnsafeMutableRawPointer(page).assumingMemoryBound(to: xmlNode.self))
        let top = next
        while let node = next, let top {
            place += 1
            node.pointee._private = UnsafeMutableRawPointer(bitPattern: place)
            var attribute: xmlAttrPtr? = node.pointee.type == XML_ELEMENT_NODE ? node.pointee.properties : nil
            while let one = attribute {
                place += 1
                one.pointee._private = UnsafeMutableRawPointer(bitPattern: place)
                attribute = one.pointee.next
            }
            next = following(node, in: top)
        }
        // libxml2 orders by itself what it has found, and would walk from node to node for each comparison.
        xmlXPathOrderDocElems(page)
    }

    /// Counted from one.
    static func place(_ node: xmlNodePtr) -> Int { Int(bitPattern: node.pointee._private) }

    /// The node behind one among all that stand in another, in the order of the page; its attributes are not among them.
    static func following(_ node: xmlNodePtr, in top: xmlNodePtr) -> xmlNodePtr? {
        switch node.pointee.type {
        case XML_ELEMENT_NODE, XML_ATTRIBUTE_NODE, XML_DOCUMENT_NODE, XML_HTML_DOCUMENT_NODE:
            if let child = node.pointee.children { return child }
        default: break
        }
        var last = node
        while last != top {
            if let next = last.pointee.next { return next }
            guard let parent = last.pointee.parent else { return nil }
            last = parent
        }
        return nil
    }
}

/// The ways of a `PaidExpression`, as libxml2 understands them.
final class CompiledWays {
    fileprivate private(set) var compiled: [xmlXPathCompExprPtr] = []

    /// - Throws: `XPathRefusal.invalid`.
    init(_ ways: [String], _ context: xmlXPathContextPtr) throws(XPathRefusal) {
        for way in ways {
            guard let one = xmlXPathCtxtCompile(context, "(" + way + ")") else { throw .invalid }
            compiled.append(one)
        }
        context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit { for one in compiled { xmlXPathFreeCompExpr(one) } }
}

/// Steps for each node that is put together with others.
private let gathering = 2
/// Signs that are read in a step.
private let signs = 64
/// Signs of a text that are compared with signs of another in a step.
private let pairs = 256

/// What a function is given: bytes of text, in so many nodes.
private struct Given {
    var nodes = 0
    var bytes = 0
}

private func joined(_ given: [Given]) -> Int { given.reduce(0) { $0 + $1.bytes } / signs * given.count }
/// Whoever writes more than the two that there are is told so by the function, and multiplied they would be more than there are numbers.
private func sought(_ given: [Given]) -> Int { given.prefix(2).reduce(1) { $0 * $1.bytes } / pairs }
private func translated(_ given: [Given]) -> Int { given[0].bytes * given.dropFirst().reduce(0) { $0 + $1.bytes } / pairs }
/// Of the elements that are found by their names each is compared with those before it.
private func named(_ given: [Given]) -> Int {
    let names = given.reduce(0) { $0 + $1.nodes + $1.bytes / 2 }
    return names * names / pairs
}
/// Each node of one set with each of the other, and of those that begin alike the texts.
private func compared(_ given: [Given]) -> Int {
    guard given.count == 2 else { return 0 }
    let (a, b) = (given[0], given[1])
    return a.nodes * b.nodes / pairs + min(a.nodes * b.bytes, b.nodes * a.bytes) / signs
}

/// All nodes of so many sets, in the order of the page.
private func unite(_ parser: xmlXPathParserContextPtr?, _ count: CInt) {
    guard let parser, let context = parser.pointee.context else { return }
    var nodes: Set<xmlNodePtr> = []
    for _ in 0..<count {
        // Of nothing there is no set.
        let set = xmlXPathPopNodeSet(parser)
        defer { xmlXPathFreeNodeSet(set) }
        guard parser.pointee.error == 0, take(size(set) * gathering, parser, context) else { return }
        add(set, to: &nodes)
    }
    push(nodes, parser)
}

/// What a path leads to: a set of nodes, then the numbers of the ways on from each of them.
private func walk(_ parser: xmlXPathParserContextPtr?, _ count: CInt) {
    guard let parser, let context = parser.pointee.context, let ways = context.pointee.userData else { return }
    let all = Unmanaged<CompiledWays>.fromOpaque(ways).takeUnretainedValue().compiled
    let numbers = (1..<max(1, count)).map { _ in Int(cutting: xmlXPathPopNumber(parser)) }.reversed()
    let first = xmlXPathPopNodeSet(parser)
    defer { xmlXPathFreeNodeSet(first) }
    guard parser.pointee.error == 0 else { return }
    var nodes: Set<xmlNodePtr> = []
    add(first, to: &nodes)
    let (node, length, position) = (context.pointee.node, context.pointee.contextSize, context.pointee.proximityPosition)
    defer { (context.pointee.node, context.pointee.contextSize, context.pointee.proximityPosition) = (node, length, position) }
    for number in numbers {
        var found: Set<xmlNodePtr> = []
        for node in nodes {
            context.pointee.node = node
            guard all.indices.contains(number), let value = xmlXPathCompiledEval(all[number], context) else {
                return xmlXPathErr(parser, CInt(XPATH_EXPR_ERROR.rawValue))
            }
            defer { xmlXPathFreeObject(value) }
            guard take(size(value.pointee.nodesetval) * gathering, parser, context) else { return }
            add(value.pointee.nodesetval, to: &found)
        }
        nodes = found
    }
    push(nodes, parser)
}

private func size(_ set: xmlNodeSetPtr?) -> Int { Int(set?.pointee.nodeNr ?? 0) }

/// Namespaces, which libxml2 keeps in sets as if they were nodes, are none of a page.
private func add(_ set: xmlNodeSetPtr?, to nodes: inout Set<xmlNodePtr>) {
    guard let set else { return }
    for place in 0..<size(set) {
        if let node = set.pointee.nodeTab[place], node.pointee.type != XML_NAMESPACE_DECL { nodes.insert(node) }
    }
}

private func push(_ nodes: Set<xmlNodePtr>, _ parser: xmlXPathParserContextPtr) {
    let set = xmlXPathNodeSetCreate(nil)
    for node in nodes.sorted(by: { XPathCosts.place($0) < XPathCosts.place($1) }) { xmlXPathNodeSetAddUnique(set, node) }
    valuePush(parser, xmlXPathWrapNodeSet(set))
}

private func answer(_ parser: xmlXPathParserContextPtr?, _ isSo: CInt) { valuePush(parser, xmlXPathNewBoolean(isSo)) }

/// Takes the steps for reading what a function is given, and for what it does with it.
/// - Parameters:
///   - ofAll: whether it reads all nodes of a set, and not the first alone.
///   - work: steps, by what is given; there is at least one.
/// - Returns: false when there are not as many left: the expression is given up.
private func isPaid(
    _ parser: xmlXPathParserContextPtr?, _ count: CInt, ofAll: Bool = false, _ work: ([Given]) -> Int = { _ in 0 }
) -> Bool {
    guard let parser, let context = parser.pointee.context else { return true }
    let (first, end) = (Int(parser.pointee.valueNr - count), Int(parser.pointee.valueNr))
    // Of too few values the function itself says what is wrong.
    guard first >= Int(parser.pointee.valueFrame), let values = parser.pointee.valueTab else { return true }
    // Without a value it reads the node where it stands.
    if count == 0 { return read(context.pointee.node, parser, context) != nil }
    var given: [Given] = []
    for place in first..<end {
        guard let one = read(values[place], ofAll: ofAll, parser, context) else { return false }
        given.append(one)
    }
    return take(work(given), parser, context)
}

private func read(
    _ value: xmlXPathObjectPtr?, ofAll: Bool, _ parser: xmlXPathParserContextPtr, _ context: xmlXPathContextPtr
) -> Given? {
    guard let value else { return Given() }
    if value.pointee.type == XPATH_STRING {
        let bytes = Int(xmlStrlen(value.pointee.stringval))
        return take(bytes / signs, parser, context) ? Given(bytes: bytes) : nil
    }
    guard value.pointee.type == XPATH_NODESET, let set = value.pointee.nodesetval else { return Given() }
    // The first is the first of the page.
    if !ofAll, set.pointee.nodeNr > 1 { xmlXPathNodeSetSort(set) }
    var given = Given()
    for place in 0..<(ofAll ? Int(set.pointee.nodeNr) : min(1, Int(set.pointee.nodeNr))) {
        guard let bytes = read(set.pointee.nodeTab[place], parser, context) else { return nil }
        given.nodes += 1
        given.bytes += bytes
    }
    return given
}

/// Takes a step for each node of all that stands in one, and those for the signs.
/// - Returns: bytes of its text; nil when there are not as many steps left, and not more than they are is read.
private func read(_ top: xmlNodePtr?, _ parser: xmlXPathParserContextPtr, _ context: xmlXPathContextPtr) -> Int? {
    guard let top else { return 0 }
    let left = stepsLeft(context)
    var (nodes, bytes, next): (Int, Int, xmlNodePtr?) = (0, 0, top)
    while let node = next, nodes + bytes / signs <= left {
        nodes += 1
        switch node.pointee.type {
        case XML_TEXT_NODE, XML_CDATA_SECTION_NODE, XML_COMMENT_NODE, XML_PI_NODE: bytes += Int(xmlStrlen(node.pointee.content))
        default: break
        }
        next = XPathCosts.following(node, in: top)
    }
    return take(nodes + bytes / signs, parser, context) ? bytes : nil
}

private func stepsLeft(_ context: xmlXPathContextPtr) -> Int {
    Int(clamping: context.pointee.opLimit - min(context.pointee.opLimit, context.pointee.opCount))
}

private func take(_ steps: Int, _ parser: xmlXPathParserContextPtr, _ context: xmlXPathContextPtr) -> Bool {
    guard steps <= stepsLeft(context) else {
        context.pointee.opCount = context.pointee.opLimit
        xmlXPathErr(parser, CInt(XPATH_OP_LIMIT_EXCEEDED.rawValue))
        return false
    }
    context.pointee.opCount += UInt(steps)
    return true
}
