package table_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/reports/table"
)

// A table for a paper: quantities are in italics, numbers stand in columns of siunitx or are a \num, what is no number
// keeps its column from siunitx, and nothing of a name is a command.
func TestLaTeX(t *testing.T) {
	made := table.Table{Title: "50% of J, by T - and N", Columns: table.Columns("toy_1", "T", "kl=KL(q‖p)", "B/J",
		"off", "mixed"), Notes: []string{"a note"}}
	made.Add(`a&b\{~^$#`, 1000, 0.00005, -2.5, math.Inf(1), "3 of 4")
	made.Add("c", 10, nil, 13.0, 1.5, "7e-5")
	want := `% \usepackage{booktabs} and \usepackage{siunitx} go before
\begin{table}
\centering
\caption{50\% of $J$, by $T$ $-$ and $N$.}
\begin{tabular}{lS[table-format=4.0]S[table-format=1.4e-1]S[table-format=-2.4]rl}
\toprule
toy\_1 & {$T$} & {$\mathrm{KL}(q \,\|\, p)$} & {$B/J$} & off & mixed \\
\midrule
a\&b\textbackslash{}\{\textasciitilde{}\textasciicircum{}\$\# & 1000 & 5.0000e-05 & -2.5000 & inf & 3 of 4 \\
c & 10 &  & 13.000 & \num{1.5000} & \num{7e-5} \\
\bottomrule
\end{tabular}
\end{table}
% a note
`
	if diff := cmp.Diff(want, write(t, made, table.LaTeX, table.Style{Width: 10})); diff != "" {
		t.Error(diff)
	}
}

// The room that numbers take is counted in each of their parts, and a label that is given stands.
func TestLaTeXRoom(t *testing.T) {
	for want, numbers := range map[string][]float64{
		"6.4": {1, 100000}, "2.5": {13.319, 0.12670, 1.4991}, "2.7e-1": {10.011, 0.0026211, 8.1291e-04},
		"1.4e-2": {1.1834e-12}, "-1.5": {-0.5, 1.5},
	} {
		made := table.Table{Title: "a", Label: "of-my-own", Columns: table.Keys("J")}
		for _, v := range numbers {
			made.Add(v)
		}
		got := write(t, made, table.LaTeX, table.Style{})
		for _, says := range []string{"table-format=" + want + "]", "tab:of-my-own}"} {
			if !strings.Contains(got, says) {
				t.Errorf("%v: no %s in\n%s", numbers, says, got)
			}
		}
	}
}
