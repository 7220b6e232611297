/// Constructed pages and lists: the people and their works do not exist.
enum Fixtures {
    static let scholar = """
        <html><head><meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1"></head><body>
        <div class=gs_r><div class=gs_rt><h3><a href="http://x/1">Sparse graph matching for image retrieval</a></h3></div><font size=-1><span class=gs_a>M <b>Rossi</b>, L Verdi - Journal of Vision, 2004 - Springer</span><br>abs<br><span class=gs_fl><a href="/scholar?cites=11">Citato da 25</a> - <a href="/scholar?q=related:1">Articoli correlati</a></span></font></div>
        <div class=gs_r><div class=gs_rt><h3><a href="http://x/2">Soil acidity in alpine meadows</a></h3></div><font size=-1><span class=gs_a>G <b>Rossi</b> - Plant Soil, 1999 - Elsevier</span><br>abs<br><span class=gs_fl><a href="/scholar?cites=12">Citato da 19</a> - <a>Articoli correlati</a></span></font></div>
        <div class=gs_r><div class=gs_rt><h3><span class=gs_ctu>[CITAZIONE]</span> Notes on edge detection</h3></div><font size=-1><span class=gs_a>M <b>Rossi</b> - 1998 - Technical report</span><br><span class=gs_fl><a href="/scholar?cites=13">Citato da 6</a></span></font></div>
        <div class=gs_r><div class=gs_rt><h3><a href="http://x/4">Fast edge detection with integral filters</a></h3></div><font size=-1><span class=gs_a>M <b>Rossi</b>, A Bianchi - ICPR, 2006 - IEEE</span><br>abs<br><span class=gs_fl><a href="/scholar?q=related:4">Articoli correlati</a></span></font></div>
        <div class=gs_r><div class=gs_rt><h3><span>[CITAZIONE]</span> Lecture notes on image processing</h3></div><font size=-1><span class=gs_a>M <b>Rossi</b> - Univ.</span></font></div>
        <div class=gs_r><div class=gs_rt><h3><a href="http://x/6">Unrelated paper</a></h3></div><font size=-1><span class=gs_a>P Neri - X, 2001 - Y</span><br><span class=gs_fl><a href="/scholar?cites=16">Citato da 99</a></span></font></div>
        <div class=gs_r><div class=gs_rt><h3><a href="http://x/7">No footer line paper</a></h3></div><font size=-1><span class=gs_a>M <b>Rossi</b> - Z, 2003 - Y</span></font></div>
        </body></html>
        """

    static let today = """
        <html><body><div class="gs_r gs_or gs_scl" data-cid="a"><div class="gs_ri"><h3 class="gs_rt"><span class="gs_ctc">[PDF]</span> <a href="https://x/1">L’età dell’acqua: un’indagine</a></h3>
        <div class="gs_a">A De Luca, B O'Brien - Rivista, 2019 - editore</div><div class="gs_fl"><a href="/scholar?cites=1">Cited by 1,234</a></div></div></div>
        <div class="gs_r gs_or gs_scl" data-cid="b"><div class="gs_ri"><h3 class="gs_rt"><span class="gs_ctu"><span class="gs_ct1">[CITATION]</span><span class="gs_ct2">[C]</span></span> <span>Appunti di idrologia</span></h3>
        <div class="gs_a">A De Luca - 2020</div><div class="gs_fl"><a href="/scholar?q=related">Related articles</a></div></div></div></body></html>
        """

    static let profile = """
        <html><body><table><tr class="gsc_a_tr"><td><a class="gsc_a_at" href="/c">Water in stone</a><div class="gs_gray">A De Luca, C Blu</div><div class="gs_gray">Hydrology 3 (2), 2018</div></td>
        <td><a class="gsc_a_ac">45</a></td><td class="gsc_a_y"><span class="gsc_a_h">2018</span></td></tr>
        <tr class="gsc_a_tr"><td><a class="gsc_a_at" href="/d">Dry rivers</a><div class="gs_gray">A De Luca, ...</div><div class="gs_gray"></div></td><td><a class="gsc_a_ac"></a></td><td class="gsc_a_y"></td></tr></table></body></html>
        """
}
