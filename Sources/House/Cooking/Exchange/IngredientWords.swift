/// The words of ingredient lines in Italian, English, German and French, in lower case and without full stops.
enum IngredientWords {
    static let units = set(
        """
        g gr grs grm gm gms kg kgs mg l lt ltr dl cl ml cc cm grammi grammo gramm gramme grammes chili chilo chilogrammo chilogrammi litri
        litro litre litres liter liters millilitri millilitro milliliter milliliters millilitre millilitres etto etti hg ettogrammi ettogrammo kilo kilos
        centilitri decilitri mls

        cucchiaio cucchiai cucchiaino cucchiaini cucchiaiata cucchiaiate cucchiaiaino tazza tazze tazzina tazzine bicchiere bicchieri
        bicchierino bicchierini spicchio spicchi pacco pacchi pacchetto pacchetti bottiglia bottiglie foglia foglie foglioline fogliolina fetta
        fette fettina fettine pizzico pizzichi bustina bustine busta buste scatola scatole scatoletta scatolette vasetto vasetti mazzo mazzi
        mazzetto mazzetti rametto rametti rametti ciuffo ciuffi ciuffetto ciuffetti manciata manciate filo goccia gocce costa coste confezione
        confezioni barattolo barattoli po' po’ lattina lattine panetto panetti pezzo pezzi pezzetto pezzetti mestolo mestoli mestolino
        cubetto cubetti noce nocciolina gambo gambi stecca stecche bacca bacche testa teste cespo cespi cespetto rotolo rotoli
        foglio fogli dozzina punta punte grappolo grappoli fascio fasci spruzzata spruzzo quadratini quadretti quadretto vaschetta
        vaschette brick cartoccio tubetto misurino misurini palla palle ciotola ciotole presa prese parte parti dose dosi fialetta fialette fiala
        fiale ramoscello ramoscelli tocchetto tocco filetto dischi disco nodo bustine tavoletta tavolette conf sacchetto sacchetti cestino
        cestini rondella rondelle spicchietto zolletta zollette trancio tranci baccello

        cup cups c tbsp tbsps tbs tbls tbl tblsp tb tbs tablespoon tablespoons tablespoonful tablespoonfuls tsp tsps teaspoon teaspoons teaspoonful
        teaspoonfuls t dsp dessertspoon dessertspoons oz ozs ounce ounces lb lbs pound pounds gram grams clove cloves slice slices can cans tin
        tins tinned jar jars pinch pinches packet packets package packages pkg pkgs pack packs bottle bottles leaf leaves handful handfuls
        bunch bunches sprig sprigs stick sticks stalk stalks pint pints quart quarts qt qts gallon gallons piece pieces pc pcs pt pts knob knobs
        dash dashes drop drops splash splashes drizzle drizzles head heads rib ribs rasher rashers sheet sheets cube cubes bag bags box
        boxes carton cartons container containers envelope envelopes sachet sachets strip strips scoop scoops glass glasses punnet punnets
        tub tubs bulb bulbs ear ears loaf loaves bar bars block blocks ball balls wedge wedges chunk chunks disc discs disk disks portion
        portions serving servings dozen inch inches cm tube tubes unit units fl floz fluid shot shots jigger part parts squeeze squeezes
        grind grinds grinding grating gratings twist twists turn turns dollop dollops log logs batch batches recipe spear spears florets
        thumb thumbs pod pods stem stems ladle ladles mug mugs pouch pouches rack pot pots fistful lug lugs glug glugs spray sprays smidgen
        sliver slivers square squares fillets curl nub swig swirl measure measures branch branches segment segments round rounds

        el tl esslöffel teelöffel tasse tassen prise prisen dose dosen bund zehe zehen stück stücke stk scheibe scheiben packung packungen
        päckchen pck pckg pkt becher messerspitze msp glas gläser zweig zweige blatt blätter flasche flaschen würfel tüte tüten tropfen
        stange stangen handvoll schuss spritzer kopf köpfe liter kugel kugeln beutel

        cuillère cuillères cuillere cuilleres cuillerée cuillerées càs cas càc cac cs gousse gousses tranche tranches pincée pincées verre
        verres sachets boîte boîtes botte bottes brin brins feuille feuilles poignée poignées filet zeste verre briques brique bouquet
        c.à.s c.à.c c.a.s c.a.c c-à-s c-à-c c.à.soupe c.à.café cuil cuil.à.s cuil.à.c peu
        branche litres tasses morceau morceaux cube louche louches rouleau rouleaux noisette
        """)

    /// Words that are an amount by themselves, before `of`, `di` or a name.
    static let bare = set(
        """
        pizzico pizzichi filo manciata manciate ciuffo ciuffi ciuffetto mazzetto mazzo rametto rametti spruzzata spruzzo goccia gocce fetta fette
        fettina fettine foglia foglie foglioline spicchio spicchi cucchiaio cucchiai cucchiaino cucchiaini noce tazza bicchiere punta pezzo pezzi
        pezzetto pezzetti presa bustina scatola confezione pacco grattata grattugiata macinata ciotola
        pinch pinches handful handfuls splash splashes drizzle drizzles dash dashes knob knobs sprinkle sprinkling sprig sprigs squeeze bunch drop
        drops dollop dusting grating grind twist piece pieces slice slices lug glug few couple cup teaspoon tablespoon spray leaves
        prise bund schuss spritzer etwas handvoll pincée filet poignée brin brins bouquet quelques noix noisette
        """)

    static let numbers = set(
        """
        un uno una mezzo mezza mezz' due tre quattro cinque sei sette otto nove dieci dodici qualche alcuni alcune poco poca pochi poche ½
        a an one two three four five six seven eight nine ten eleven twelve half dozen some few couple several quarter third
        ein eine einen einem einer zwei drei vier fünf sechs halbe halber halbes einige etwas
        une deux trois quatre cinq demi demie quelques
        """)

    static let about = set(
        """
        circa ca cca about approx approximately around roughly etwa environ ungefähr scant generous heaped heaping level rounded good full
        colmo colmi colma colme raso rasi rasa rase abbondante abbondanti scarso scarsi scarsa scarse pieno pieni piena piene gehäufte gehäufter
        gestrichene gestrichener bombée bombées rase buon buona buone heaped almost nearly packed firmly lightly loosely overflowing overfilled
        gestr geh gehäuft gestrichen gut knapp knappe knapper reichlich
        additional extra more another plus each total
        """)

    static let joints = set("to or o or - – — / x × + plus and e bis ou à oder und & by")
    static let halves = set("mezzo mezza half ½ ¼ ¾ ⅓ ⅔ ⅛ demi demie quarto")

    static let sizes = set(
        """
        large medium small big medium-sized medium-size large-sized small-sized medium-large small-medium extra-large jumbo tiny
        long thick thin short generous heaping lg med md sm xl size sized good-sized good-size fairly
        very really quite bite-size bite-sized
        grande grandi medio medi media medie piccolo piccoli piccola piccole grosso grossi grossa grosse grandezza
        m.-große m.-großer mittelgroßen mittelgroßer
        große großer großes großen kleine kleiner kleines kleinen mittelgroße mittelgroßer mittlere mittelgroßes groß klein ganze
        grand grande grands petit petite petits petites gros grosse moyen moyenne moyens moyennes
        """)

    static let preparations = set(
        """
        chopped sliced diced minced grated shredded crushed peeled melted softened beaten sifted toasted drained rinsed halved quartered cubed
        crumbled mashed trimmed deseeded seeded cored pitted stoned juiced zested squeezed torn cooked uncooked
        cooled gently spooned leveled scooped milled finely roughly coarsely thinly thickly lightly freshly freshly-ground fresh-squeezed freshly-squeezed freshly-grated firmly packed loosely
        flaked slivered julienned shaved ripe ripened room-temperature roasted-and melted-and unpeeled washed scrubbed cracked bruised picked podded
        blanched-and unsifted shelled shucked deveined boned cleaned prepared hulled split smashed snipped skinned
        defrosted thawed overripe steamed soaked hard-boiled hardboiled very well lightly-beaten tightly finely-chopped roughly-chopped coarsely-chopped
        weiche weicher weiches zimmerwarme lauwarme lauwarmes lauwarmer gehackte gehackter gehacktes geriebene geriebener geriebenes
        geschälte geschälter gewürfelte gewürfelter evtl ggf eventuell eventuale eventuali facoltativo
        thinly-sliced finely-grated day-old stale leftover heaped good-quality quality best-quality high-quality good best your favorite favourite
        """)

    /// The endings of Italian words behind a product that say what is done with it.
    static let italianPreparations = [
        "tritat", "grattugiat", "sbucciat", "tagliat", "affettat", "sminuzzat", "sciolt", "fus", "ammorbidit", "sbattut", "setacciat",
        "tostat",
        "lavat", "mondat", "pulit", "pelat", "schiacciat", "spezzettat", "denocciolat", "snocciolat", "scolat", "sgocciolat", "lessat",
        "bollit",
        "cott", "crud", "raffermo", "rafferm", "ammollat", "dissalat", "spremut", "strizzat", "macinat", "ridott", "maturo", "matur",
        "tiepid", "fredd",
        "cald", "bollent", "spellat", "privat", "sfilettat", "eviscerat", "battut", "montat", "sgusciat", "sgranat", "sciacquat",
        "strizzat", "abbrustolit", "stemperat",
    ]
    static let frenchPreparations = [
        "haché", "émincé", "coupé", "épluché", "ciselé", "écrasé", "tiède", "battu", "concassé", "pressé", "lavé", "égoutté",
        "dénoyauté", "ramolli", "tamisé",
    ]
    /// Known products in which such a word belongs to the name.
    static let keptWithPreparation = set(
        "cacao carne pomodori pomodoro prosciutto caffè panna pelati farina peperoncino nocciole mandorle pinoli latte pesce salsiccia "
            + "viande bœuf boeuf steak chair veau porc tomates tomate poivron caramello tabacco olive salmone zenzero cannella pepe")

    static let joined = set("di d d' del dello della dei degli delle dell dell' of de du des von vom der")

    static let toTaste = [
        "q.b.", "q. b.", "qb", "q.b", "quanto basta", "a piacere", "to taste", "as needed", "as required", "nach geschmack",
        "nach belieben", "n. b.", "nach bedarf", "nach wunsch", "selon le goût", "au goût", "a gusto",
        "to your taste",
    ]

    /// A number after these belongs to the name, as in `Farina tipo 1` and `Spaghetti n. 5`.
    static let kinds = set("tipo type typ n n° nr no numero number di da of vitamina omega t w nº #")

    private static func set(_ text: String) -> Set<String> { Set(text.split(whereSeparator: \.isWhitespace).map(String.init)) }
}
