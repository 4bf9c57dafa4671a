package papers

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/exact/timeaverage"
	"breadboard/experiments"
	"breadboard/experiments/papers"
	"breadboard/experiments/papers/aide"
	"breadboard/experiments/papers/bdmc"
	"breadboard/experiments/papers/bread"
	"breadboard/experiments/papers/samplers"
	"breadboard/experiments/protocol"
	"breadboard/experiments/score"
	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// long says whether the long form of the tests runs.
var long = os.Getenv("BREADBOARD_LONG") != ""

// committedPages returns what is shown of the committed rows, by the folder.
func committedPages(t *testing.T) map[string]page.Page {
	t.Helper()
	ofBread := committedBread(t)
	return map[string]page.Page{
		aideFolder: AIDE(committedAIDE(t)),
		bdmcFolder: BDMC(committedBDMC(t)),
		breadFolder: {Sections: []page.Section{{Figures: []page.Figure{figure3(ofBread)}},
			{Figures: figure4Part(ofBread).Figures}}},
		samplersFolder: committedSamplers(t).report(),
	}
}

// TestCommitted: the committed figures are drawn from the committed rows, a report has no others, and its tables fit a
// terminal.
func TestCommitted(t *testing.T) {
	for folder, shown := range committedPages(t) {
		again := "breadboard reproduce or protocol, with --out reports/" + filepath.Base(folder) + ", makes it anew"
		for _, p := range shown.Sections {
			for _, f := range p.Figures {
				reporttest.Picture(t, filepath.Join(folder, f.Name+".png"), f, again)
				says(t, f)
			}
			fits(t, p.Tables)
			for _, d := range p.Data {
				file := table.CSVFile(d.Name, d.Table)
				want := must.Have(os.ReadFile(filepath.Join(folder, file.Name)))(t)
				if diff := cmp.Diff(string(want), string(reporttest.Content(t, file))); diff != "" {
					t.Errorf("%s/%s: %s", folder, file.Name, diff)
				}
			}
		}
	}
}

// TestCommittedPages: the pages have every line of the tables of published numbers. What is printed below each other is
// as in testdata.
func TestCommittedPages(t *testing.T) {
	all := committedPages(t)
	for folder, shown := range all {
		if folder != breadFolder { // its tables are not made of committed rows
			shows(t, filepath.Base(folder), shown)
		}
	}
	for _, folder := range []string{bdmcFolder, samplersFolder} {
		for _, shown := range all[folder].Sections[0].Tables {
			reporttest.Says(t, filepath.Join(folder, "README.md"), linesOf(shown)...)
		}
	}
	ofAIDE := all[aideFolder].Sections
	says := []string{ofAIDE[0].Text[0]}
	for _, line := range append(linesOf(ofAIDE[0].Tables[1]), linesOf(ofAIDE[2].Tables[0])...) {
		if strings.Contains(line, "posterior | optimal 1 |") || strings.HasPrefix(line, "| broad | 100 |") {
			says = append(says, line)
		}
	}
	reporttest.Says(t, filepath.Join(aideFolder, "README.md"), says...)
}

// rounding matches a number that is another on another machine.
var rounding = regexp.MustCompile(`at most [0-9.e-]+ of`)

// shows fails t unless a page has the words and tables of its file in testdata, which has few rows of each table.
func shows(t *testing.T, name string, shown page.Page) {
	t.Helper()
	var b bytes.Buffer
	fmt.Fprintln(&b, strings.Join(append([]string{shown.Title, shown.Warning}, shown.Intro...), "\n"))
	for _, s := range shown.Sections {
		fmt.Fprintf(&b, "\n== %s: %s\n%s\n", s.ID, s.Title, strings.Join(s.Text, "\n"))
		for _, f := range s.Figures {
			fmt.Fprintln(&b, f.Name, f.Alt)
		}
		for _, each := range s.Tables {
			each.Rows = each.Rows[:min(len(each.Rows), 8)]
			must.Do(t, each.Write(&b, table.Plain, table.Style{Width: 100}))
		}
	}
	must.Golden(t, "testdata/"+name+".golden", rounding.ReplaceAllString(b.String(), "at most ~ of"))
}

// linesOf returns the rows of a table as Markdown.
func linesOf(shown table.Table) []string {
	return table.Each(shown.Rows, func(row []any) string {
		return "| " + strings.Join(table.Each(row, table.ForPeople), " | ") + " |"
	})
}

// fits fails t if a table for people is wider than a terminal.
func fits(t *testing.T, tables []table.Table) {
	t.Helper()
	for _, each := range tables {
		var b bytes.Buffer
		must.Do(t, each.Write(&b, table.Plain, table.Style{}))
		for line := range strings.Lines(b.String()) {
			if n := len([]rune(strings.TrimSpace(line))); n > 80 {
				t.Errorf("%s: a line of %d columns", each.Title, n)
			}
		}
		if n := strings.Count(b.String(), "┌"); n != 1 {
			t.Errorf("%s is split into %d", each.Title, n)
		}
	}
}

// TestQuickReports: in the long form the tables of quick reproductions fit a terminal, and their figures can be drawn,
// as TestCommitted has it of the committed ones.
func TestQuickReports(t *testing.T) {
	if !long {
		t.Skip("the long form runs it")
	}
	quick := papers.Options{Quick: true}
	for _, r := range []page.Page{BDMC(must.Have(bdmc.Reproduce(t.Context(), quick))(t)),
		AIDE(must.Have(aide.Reproduce(t.Context(), quick))(t)),
		Samplers(must.Have(samplers.Reproduce(t.Context(), quick))(t))} {
		for _, p := range r.Sections {
			fits(t, p.Tables)
			for _, f := range p.Figures {
				must.Do(t, f.Write(io.Discard, figure.SVG, 0))
			}
		}
	}
}

// says fails t unless the words of a figure, and the hash of its drawing, are those of its line in testdata.
func says(t *testing.T, f page.Figure) {
	t.Helper()
	line := f.Name + ": " + reporttest.Words(t, f) + "\n"
	if all := string(must.Have(os.ReadFile("testdata/words.txt"))(t)); !strings.Contains("\n"+all, "\n"+line) {
		t.Errorf("words.txt has no line\n%s", line)
	}
}

// fileOf returns the content of a file of a report.
func fileOf(t *testing.T, r page.Page, name string) []byte {
	t.Helper()
	for _, f := range r.Files(PageName) {
		if f.Name == name {
			return reporttest.Content(t, f)
		}
	}
	t.Fatalf("there is no file %s", name)
	return nil
}

// TestCommittedBread: the committed rows are made today: all in the long form, otherwise those of some T, and Figure 4.
func TestCommittedBread(t *testing.T) {
	f := small(t)
	if long {
		f = must.Have(bread.Reproduce(t.Context(), papers.Options{}, bread.Kernel{}))(t)
	}
	r := Bread(f)
	for name, keys := range map[string]int{"tightness.csv": 3, "figure4.csv": 5, "published.csv": 3, "figure3.csv": 3,
		"crosscheck.csv": 3, "ensemble.csv": 4, "nearest.csv": 2} {
		if long || keys == 5 || name == "tightness.csv" || name == "published.csv" {
			want := must.Have(os.ReadFile(filepath.Join(breadFolder, name)))(t)
			reporttest.SameRows(t, fileOf(t, r, name), want, keys)
		}
	}
}

// reproduced returns a reproduction of the least size that has every part.
var reproduced = sync.OnceValues(func() (bread.Results, error) {
	size := bread.Size{Ts: []int{10, 100, 1000}, CurveTs: []int{10, 100}, Draws: 5, Chains: 500, Seeds: 20}
	return size.Reproduce(context.Background(), papers.Options{}, bread.Kernel{})
})

func small(t *testing.T) bread.Results {
	t.Helper()
	return must.Have(reproduced())(t)
}

// runAll carries the protocol out as the command does in the long form. Otherwise it takes few levels and steps.
func runAll(t *testing.T) []protocol.Result {
	t.Helper()
	cases, err := protocol.Shipped(experiments.Setting{Kernel: "heat-bath"})
	must.Do(t, err)
	o := protocol.Defaults()
	if !long {
		o.Ts = o.Ts[:1]
		o.Sweeps = o.Sweeps[:2]
		o.Sets = 2
	}
	return must.Have(protocol.RunAll(t.Context(), cases, o, nil))(t)
}

// TestCommittedProtocolIsUpToDate: the protocol makes the committed rows today, up to rounding, and in the long form
// the figures.
func TestCommittedProtocolIsUpToDate(t *testing.T) {
	results := runAll(t)
	r := Protocol(results)
	except := []string{"seen", "p_sets", "shift"} // these depend on all T and all sets
	keys := map[string]int{"fit.csv": 3, "forward.csv": 7, "reverse.csv": 4, "quartiles.csv": 5}
	if long {
		except = nil
	}
	for name, n := range keys { // the errors of reverse.csv are differences, as small as rounding
		want := must.Have(os.ReadFile(filepath.Join(protocolFolder, name)))(t)
		reporttest.SameRows(t, fileOf(t, r, name), want, n, except...)
	}
	for _, p := range r.Sections {
		fits(t, p.Tables)
		for _, f := range p.Figures {
			if long {
				reporttest.Picture(t, filepath.Join(protocolFolder, f.Name+".png"), f, "protocol makes it anew")
				continue
			}
			says(t, f)
		}
	}
}

// madeSet returns a set of data with three T and two starts, whose numbers grow with k.
func madeSet(k float64) (s protocol.Set) {
	s.LogP = -k
	for i := range 9 {
		s.Eta = append(s.Eta, 0.02*k*float64(i%4))
	}
	s.Mode = 5
	for i, gap := range []float64{7 * k, 3 + k, k / 5} {
		s.Runs = append(s.Runs, protocol.Run{T: []int{3, 9, 27}[i], Gap: gap, Seen: gap - k/7, J: gap / 3, B: 2 * gap,
			Spread: k / 11, Errors: []float64{k / 13, -gap / 17}})
		quartiles := func(v float64) protocol.Quartiles {
			return protocol.Quartiles{Q1: -gap * v, Median: 1 - gap, Q3: 2.5 - gap/v, Mean: 1.25 - gap}
		}
		s.Forward = append(s.Forward, quartiles(1.5))
		s.Reverse = append(s.Reverse, []protocol.Quartiles{quartiles(1.2), quartiles(1.1)})
	}
	s.Starts = []protocol.Start{{S: 19, TV: 0.3 * k, KL: k}, {S: 57, TV: 0.1 * k, KL: 0.5 * k}}
	return s
}

// TestProtocol: tables, files and figures have the numbers of each set, T and start, and say whether the real data are
// among the simulated. Runs by a command are less the largest forward median of its data.
func TestProtocol(t *testing.T) {
	cases := must.Have(protocol.Shipped(experiments.Setting{Kernel: "heat-bath"}))(t)
	options := protocol.Options{Ts: []int{3, 9, 27}, Sweeps: []int{4, 8}, Seed: 71, Sets: 2}
	sets := []protocol.Set{madeSet(1.3), madeSet(2.9)}
	r := Protocol([]protocol.Result{{Case: cases[0], Options: options, Real: madeSet(3.7), Simulated: sets},
		{Case: cases[3], Options: options, Real: madeSet(2.1), Simulated: sets}})
	for _, s := range r.Sections {
		for _, d := range s.Data {
			d.Table.Title = d.Name
			r.Sections[1].Tables = append(r.Sections[1].Tables, d.Table)
		}
		for i := range s.Figures {
			drawn := s.Figures[i]
			drawn.Name += "-made"
			says(t, drawn)
		}
	}
	external := protocol.Result{Case: cases[0], Options: options, Real: madeSet(3.7), Simulated: sets}
	external.Ts = external.Ts[1:]
	r.Sections[1].Tables = append(r.Sections[1].Tables, ExternalProtocol(external))
	shows(t, "protocol", r)
}

// TestSamplersVerdicts: a verdict follows the numbers.
func TestSamplersVerdicts(t *testing.T) {
	for want, pair := range map[string][2]difference{
		"worse, as published":           {{0.3, 0.01}, {0.1, 0.04}},
		"better, as published":          {{-0.3, 0.01}, {-0.1, 0.04}},
		"the other way":                 {{0.3, 0.01}, {-0.1, 0.04}},
		"not significant here":          {{0.3, 0.01}, {0.1, 0.06}},
		"no difference, as published":   {{0.3, 0.06}, {-0.1, 0.06}},
		"worse, significant here alone": {{0.3, 0.06}, {0.1, 0.01}},
	} {
		if got := signs(pair[0], pair[1]); got.Text != want || (got.Mark == table.Failed) != (want == "the other way") {
			t.Errorf("%v is %+v, want %s", pair, got, want)
		}
	}
	s := committedSamplers(t)
	for _, l := range s.board { // a mean has enough RESS, another has not, and a variance is none
		for function, n := range map[string]int{"mean:1": 99, "mean:2": 9, "var:1": 99, "ks": 99} {
			s.Scores = append(s.Scores, score.Row{Density: "a", Kernel: l.Kernel, Function: function, Start: "exact",
				NESS: 0.5, Accuracy: timeaverage.Accuracy{N: n, Spread: float64(n), Variance: 1}})
		}
	}
	score.Normalize(s.Scores)
	of := Samplers(s.Results)
	if figure2 := of.Sections[2].Data[0].Table.Rows; len(figure2) != len(s.board) || figure2[0][2] != "mean:1" {
		t.Errorf("Figure 2 has the rows %v", figure2)
	}
	for i := range s.Runs { // an honest estimate
		s.Runs[i].ESS = s.Runs[i].Mean
	}
	honest := table.Verdict{Text: "not optimistic here", Mark: table.Failed}
	if v := s.calibrationClaims().Rows[0][5]; v != honest {
		t.Errorf("of an honest ESS the verdict is %+v", v)
	}
}
