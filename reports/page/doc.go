// Package page writes a result as one HTML page. The page needs no script and fetches nothing: its
// figures are SVG inside of it, its styles are in its head, and it can be sent as one file. It is read
// on a phone, in the dark and on paper as well.
//
//	page.Page{
//		Title: "J and B on BARRIER",
//		Intro: []string{"Both are computed as [the paper](https://arxiv.org/abs/1606.02275) defines them."},
//		Sections: []page.Section{{
//			ID: "run", Title: "The run", Tables: []table.Table{t},
//			Figures: []page.Figure{{Alt: "J and B against T.", Draw: draw}},
//			Command: "breadboard exact --toy barrier", Files: []string{"run.csv", "run.json"},
//		}},
//		Version: version,
//	}.Write(w)
//
// Version names the program that built the page, such as "breadboard, commit 1cba2ef". Only a command knows it, and it
// passes it on. The same numbers with the same Version make the same bytes. A page that is committed
// was made by an older commit than the one that it is in. So a test compares pages without their
// version, as reporttest.Differs does; a new commit alone makes no page stale. The same holds for its
// styles and for the code that draws.
package page
