package bread

import (
	"io"

	"breadboard/experiments/paper"
	"breadboard/reports/table"
)

// texFiles have the table of tightness of each toy for a paper in LaTeX, one a file, which \input takes as it is.
func texFiles(r paper.Reproduction) (files []table.File) {
	for _, rows := range toysOf(r) {
		files = append(files, table.File{Name: texName(rows[0].Toy), Write: func(w io.Writer) error {
			return texTable(rows, r.Quick).Write(w, table.LaTeX, table.Style{})
		}})
	}
	return files
}

func texName(toy string) string { return "tightness-" + toy + ".tex" }

// texTable has the rows of a toy, with a caption that can stand alone.
func texTable(rows []paper.Tightness, quick bool) table.Table {
	t := table.Table{Label: "tightness-" + rows[0].Toy,
		Title: rows[0].Title + ": the Jeffreys divergence J = KL(q‖p) + KL(p‖q) of the law q of the samples from the " +
			"target p, and its bound B, exact, in nats, by the number T of levels",
		Columns: table.Columns("T", "J", "kl_q_p=KL(q‖p)", "kl_p_q=KL(p‖q)", "B", "ratio=B/J")}
	if quick {
		t.Title += " (quick run)"
	}
	for _, r := range rows {
		t.Add(r.T, r.J(), r.Final.Forward, r.Final.Reverse, r.B(), r.Ratio())
	}
	return t
}
