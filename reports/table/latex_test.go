package table_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/reports/table"
)

// TestLaTeX: a table for a paper has its title as a caption, its notes as comments, and nothing of a name is a command.
func TestLaTeX(t *testing.T) {
	made := table.Table{Title: "50% of J.", Columns: table.Columns("toy_1", "T", "kl=KL(q‖p)"),
		Notes: []string{"a note"}}
	made.Add(`a&b\{~^$#`, 1000, 0.00005)
	made.Add("c", 10, math.Inf(1))
	want := `% \usepackage{booktabs} goes before
\begin{table}
\centering
\caption{50\% of J.}
\begin{tabular}{lrr}
\toprule
toy\_1 & T & KL(q$\|$p) \\
\midrule
a\&b\textbackslash{}\{\textasciitilde{}\textasciicircum{}\$\# & 1000 & 5.0000e-05 \\
c & 10 & inf \\
\bottomrule
\end{tabular}
\end{table}
% a note
`
	if diff := cmp.Diff(want, write(t, made, table.LaTeX, table.Style{Width: 10})); diff != "" {
		t.Error(diff)
	}
}
