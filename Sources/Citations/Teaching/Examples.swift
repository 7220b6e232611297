enum Examples {
    static let pages = ["a": pageA, "b": pageB, "c": pageC]
    /// Of the processor, for custom expressions: a hundred times the need of pages of this size.
    static let limit = Duration.milliseconds(200)
    static let titles = ["a": "//ul[@id='pubs']/li/b", "b": "//li/b | //li/u", "c": "//li/b"]
    static var works: [ListedWork] { PastedLines.read(list, needsCount: true).works }

    /// Citations, title, authors, year: the example of the method's publication.
    static let list = """
        40\tGrape yields and rainfall in Tuscany\tG Rossi, P Neri\t2001
        31\tRobust tracking of deformable objects\tM Rossi, S Gallo\t2008
        25\tSparse graph matching for image retrieval\tM Rossi, L Verdi\t2004
        19\tSoil acidity in alpine meadows\tG Rossi\t1999
        12\tLearning similarity measures from pairs\tS Gallo, M Rossi\t2009
        9\tFast edge detection with integral filters\tM Rossi, A Bianchi\t2006
        8\tRenal outcomes in a rural cohort\tC Rossi, D Blu\t2003
        7\tA survey of olive pests\tG Rossi, T Viola\t2005
        3\tNotes on edge detection\tM Rossi\t1998
        0\tLecture notes on image processing\tM Rossi
        """

    static let pageA = """
        <html><body><h1>Mario Rossi</h1><div id="nav"><ul><li><b>Home</b></li><li><b>Teaching</b></li></ul></div>
        <ul id="pubs" class="list">
        <li class="pub"><b class="t">Sparse graph matching for image retrieval</b><br><i>M. Rossi, L. Verdi</i>, Journal of Vision, 2004</li>
        <li class="pub"><b class="t">Fast edge detection with integral filters.</b><br><i>M. Rossi, A. Bianchi</i>, ICPR 2006</li>
        <li class="pub"><b class="t">Notes on edge detection</b><br><i>M. Rossi</i>, Tech. report 1998</li>
        <li class="pub"><b class="t">Robust tracking of deformable objects</b><br><i>M. Rossi, S. Gallo</i>, CVPR 2008</li>
        <li class="pub"><b class="t">Learning similarity measures from pairs</b><br><i>S. Gallo, M. Rossi</i>, ECCV 2009</li>
        <li class="pub"><b class="t">A manuscript that no index knows</b><br><i>M. Rossi</i>, 2010</li>
        </ul></body></html>
        """

    static let pageB = """
        <html><body><ul id="pubs">
        <li><b>Sparse graph matching for image retrieval</b>, 2004</li>
        <li><u>Fast edge detection with integral filters</u>, 2006</li>
        <li><b>Notes on edge detection</b>, 1998</li>
        <li><u>Robust tracking of deformable objects</u>, 2008</li>
        </ul></body></html>
        """

    /// Without markup around the titles, as many pages are.
    static let flatPage = """
        <html><body><h1>Mario Rossi</h1><p>Selected publications<br>
        M. Rossi and L. Verdi, Sparse graph matching for image retrieval. Journal of Vision, 2004.<br>
        M. Rossi and A. Bianchi, Fast edge-detection with integral filters. ICPR 2006.<br>
        M. Rossi, Notes on edge detection. Technical report, 1998.<br>
        M. Rossi and S. Gallo, "Robust tracking of deformable objects", CVPR 2008.<br>
        S. Gallo and M. Rossi, Learning similarity measures from pairs. ECCV 2009.<br>
        M. Rossi, A manuscript that no index knows, 2010.</p></body></html>
        """

    static let pageC = """
        <html><body><h2>Journals</h2><ul id="j"><li><b>Sparse graph matching for image retrieval</b></li><li><b>Notes on edge detection</b></li></ul>
        <h2>Conferences</h2><ul id="c"><li><b>Fast edge detection with integral filters</b></li><li><b>Robust tracking of deformable objects</b></li></ul></body></html>
        """
}
