import CXML
import Web

/// Charges XPath functions for the text that they read. libxml2 counts visited nodes only: `translate` of a page into itself would take
/// minutes and count as one step. Unions are replaced too, because libxml2 compares every pair of nodes without counting.
enum XPathCosts {
    /// Charges functions and the operators of `PaidExpression` to the expression's steps.
    static func charge(in context: xmlXPathContextPtr) {
        func replace(_ name: String, _ function: xmlXPathFunction) {
            // An existing registration would otherwise stay.
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
        // Each argument is appended to the text before it, which is read again.
        replace("concat") { if isPaid($0, $1, joined) { xmlXPathConcatFunction($0, $1) } }
        replace("contains") { if isPaid($0, $1, sought) { xmlXPathContainsFunction($0, $1) } }
        replace("substring-before") { if isPaid($0, $1, sought) { xmlXPathSubstringBeforeFunction($0, $1) } }
        replace("substring-after") { if isPaid($0, $1, sought) { xmlXPathSubstringAfterFunction($0, $1) } }
        replace("translate") { if isPaid($0, $1, translated) { xmlXPathTranslateFunction($0, $1) } }
        replace("_equal") { if isPaid($0, $1, ofAll: true, compared) { answer($0, xmlXPathEqualValues($0)) } }
        replace("_unequal") { if isPaid($0, $1, ofAll: true, compared) { answer($0, xmlXPathNotEqualValues($0)) } }
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
        // Otherwise libxml2 sorts results by walking between nodes at each comparison.
        xmlXPathOrderDocElems(page)
    }

    static func place(_ node: xmlNodePtr) -> Int { Int(bitPattern: node.pointee._private) }

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

final class CompiledWays {
    fileprivate private(set) var compiled: [xmlXPathCompExprPtr] = []

    init(_ ways: [String], _ context: xmlXPathContextPtr) throws(XPathRefusal) {
        for way in ways {
            guard let one = xmlXPathCtxtCompile(context, "(" + way + ")") else { throw .invalid }
            compiled.append(one)
        }
        context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit { for one in compiled { xmlXPathFreeCompExpr(one) } }
}

/// Steps per node in a union.
private let gathering = 2
/// Bytes read per step.
private let signs = 64
/// Pairs of compared bytes per step.
private let pairs = 256

private struct Given {
    var nodes = 0
    var bytes = 0
}

private func joined(_ given: [Given]) -> Int { given.reduce(0) { $0 + $1.bytes } / signs * given.count }
/// The function reports surplus arguments itself; their product would overflow.
private func sought(_ given: [Given]) -> Int { given.prefix(2).reduce(1) { $0 * $1.bytes } / pairs }
private func translated(_ given: [Given]) -> Int { given[0].bytes * given.dropFirst().reduce(0) { $0 + $1.bytes } / pairs }
/// Each found element is compared with all earlier ones.
private func named(_ given: [Given]) -> Int {
    let names = given.reduce(0) { $0 + $1.nodes + $1.bytes / 2 }
    return names * names / pairs
}
/// Every pair of nodes, and the texts of pairs with equal beginnings.
private func compared(_ given: [Given]) -> Int {
    guard given.count == 2 else { return 0 }
    let (a, b) = (given[0], given[1])
    return a.nodes * b.nodes / pairs + min(a.nodes * b.bytes, b.nodes * a.bytes) / signs
}

private func unite(_ parser: xmlXPathParserContextPtr?, _ count: CInt) {
    guard let parser, let context = parser.pointee.context else { return }
    var nodes: Set<xmlNodePtr> = []
    for _ in 0..<count {
        let set = xmlXPathPopNodeSet(parser)
        defer { xmlXPathFreeNodeSet(set) }
        guard parser.pointee.error == 0, take(size(set) * gathering, parser, context) else { return }
        add(set, to: &nodes)
    }
    push(nodes, parser)
}

/// The arguments are a node set and the indices of the ways from each node.
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

/// libxml2 keeps namespaces in node sets; they are skipped.
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

/// Charges the arguments and `work` (at least one step). `ofAll` reads whole sets. False when too few steps are left.
private func isPaid(
    _ parser: xmlXPathParserContextPtr?, _ count: CInt, ofAll: Bool = false, _ work: ([Given]) -> Int = { _ in 0 }
) -> Bool {
    guard let parser, let context = parser.pointee.context else { return true }
    let (first, end) = (Int(parser.pointee.valueNr - count), Int(parser.pointee.valueNr))
    guard first >= Int(parser.pointee.valueFrame), let values = parser.pointee.valueTab else { return true }
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
    // The first node in page order.
    if !ofAll, set.pointee.nodeNr > 1 { xmlXPathNodeSetSort(set) }
    var given = Given()
    for place in 0..<(ofAll ? Int(set.pointee.nodeNr) : min(1, Int(set.pointee.nodeNr))) {
        guard let bytes = read(set.pointee.nodeTab[place], parser, context) else { return nil }
        given.nodes += 1
        given.bytes += bytes
    }
    return given
}

/// Charges the nodes and text below a node. Returns the bytes of text; nil when the steps run out, and then stops reading.
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
