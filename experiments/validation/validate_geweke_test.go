package validation_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/experiments/geweke"
	"breadboard/experiments/validation"
	"breadboard/reports/table"
	"breadboard/toys"
)

// The Geweke test meets the kernels of the seeded bugs on 7x7 cells, as the exact checks do:
// the clusters of two points, of which there are seven, and little noise.
var twoPoints = toys.Clustering{N: 2, K: 7, D: 2, Centres: 2, Noise: 0.3}.Model()

// The hunt doubles the draws until a statistic has p below sure. With 30 bugs and 7 looks at
// each, a bug that cannot be seen is found by chance once in fifty hunts.
const (
	fewestDraws, mostDraws = 100, 12800
	sure                   = 1e-4
	chainSteps             = 20
)

// atPosterior are the bugs that speak of an annealing's levels, retold for a posterior and its
// data. At the target the last of them is no bug.
var atPosterior = map[string]chains.Kernel{
	"wrong temperature": bugs.Changed(kernels.Metropolis{}, bugs.Alter(bugs.Altered{
		AimAt: func(l *chains.Level) *chains.Level { return bugs.Copied(l, 0.9) }})),
	"level before":      bugs.Changed(kernels.Metropolis{}, bugs.Stale),
	"always the target": kernels.Metropolis{},
}

// buggy is the kernel with the bug; nil if it is in no kernel.
func buggy(b validation.Bug) chains.Kernel {
	if k := atPosterior[b.Name]; k != nil {
		return k
	}
	return b.Kernel
}

// A gewekeCatch says how many draws found a bug.
type gewekeCatch struct {
	off   float64 // the total variation between p and pT, on average over data: the exact check
	draws int     // 0 if it was not found
	by    geweke.Finding
}

// offInvariance is the exact check: it draws no chain. It is NaN if there is no kernel.
func offInvariance(b validation.Bug) float64 {
	k := buggy(b)
	if k == nil {
		return math.NaN()
	}
	const data = 20
	sum := 0.0
	for seed := range uint64(data) {
		op, target := k.On(twoPoints.Grid), toys.Target{}
		for _, target = range []toys.Target{twoPoints.Simulated(seed + data), twoPoints.Simulated(seed)} {
			level := chains.NewLevel(chains.Geometric{From: target.LogF, To: target.LogF}, len(target.LogF))
			level.Move(2, 1)
			op.Aim(level) // at other data first, as in a chain
		}
		p := chains.Normalize(make([]float64, len(target.LogF)), target.LogF)
		after := make([]float64, len(p))
		for x, row := range laws.RowsOf(op, len(p)) {
			for y, v := range row {
				after[y] += p[x] * v
			}
		}
		for x := range p {
			sum += math.Abs(after[x]-p[x]) / 2 / data
		}
	}
	return sum
}

// invisible is an average total variation that is rounding alone.
const invisible = 1e-13

// hopeless is one that so few draws cannot see, as 12,800 tosses do not see a coin that is off
// by a thousandth.
const hopeless = 1e-4

// gewekeHunt draws up to this many pairs each way.
func gewekeHunt(t *testing.T, b validation.Bug, most int) gewekeCatch {
	t.Helper()
	c := gewekeCatch{off: offInvariance(b)}
	if !(c.off > hopeless) {
		return c
	}
	test := geweke.Test{Model: twoPoints, Kernel: buggy(b), Steps: chainSteps, Draws: most, Seed: 1}
	all, err := test.Run(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := fewestDraws; n <= most; n *= 2 {
		if worst := all.First(n).Worst(); worst.P < sure {
			c.draws, c.by = n, worst
			return c
		}
	}
	return c
}

// words says what a hunt found, as a row of the committed table.
func (c gewekeCatch) words(b validation.Bug) []any {
	switch {
	case b.Kernel == nil && b.Start == nil && b.ReverseStart == nil:
		return []any{b.Name, nil, nil, "not visible: it is in the weights, and the test has none", nil}
	case b.Kernel == nil:
		return []any{b.Name, nil, nil, "not visible: it is in how annealed chains start", nil}
	case c.off <= invisible:
		return []any{b.Name, table.ThreeDigits(0), nil, "not visible: its steps leave the posterior invariant", nil}
	case c.draws == 0:
		return []any{b.Name, table.ThreeDigits(c.off), nil, fmt.Sprintf("visible in theory, by more than %d draws",
			mostDraws), nil}
	}
	return []any{b.Name, table.ThreeDigits(c.off), c.draws, c.by.Name, table.ThreeDigits(c.by.P)}
}

// gewekeTable returns the table without its rows.
func gewekeTable() table.Table {
	return table.Table{Title: "What Geweke's test finds of the seeded bugs",
		Columns: table.Columns("bug", "off=exactly off by", "draws", "statistic=found by", "p"),
		Notes: []string{
			fmt.Sprintf("Draws: of each way, doubled from %d to %d until a statistic has p < %g. A chain has %d steps. "+
				"The model has two points in seven clusters, 7x7 cells.", fewestDraws, mostDraws, sure, chainSteps),
			"Three bugs speak of levels. Here the temperature multiplies log p(x, y), the level before has the data " +
				"before, and the target is the only level.",
			"Exactly off by: the total variation between the posterior and what a step makes of it, on average over 20 data. " +
				"This takes no draws, and shows each fault of a kernel at once."}}
}

// gewekeFile is where the table is committed.
var gewekeFile = filepath.Join("..", "..", "reports", "validation", "geweke.md")

// TestGewekeTableIsUpToDate: the exact column of every row, and the draws of every bug that few
// draws find. With -update the whole table is made anew.
func TestGewekeTableIsUpToDate(t *testing.T) {
	if *update {
		commitGeweke(t)
	}
	data, err := os.ReadFile(gewekeFile)
	if err != nil {
		t.Fatal(err)
	}
	const few = 400
	lines, again := strings.Split(string(data), "\n"), 0
	for _, b := range validation.Bugs {
		at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "| "+b.Name+" ") })
		if at < 0 {
			t.Fatalf("%s is not in the table; go test ./experiments/validation -run Geweke -update makes it", b.Name)
		}
		was := cells(lines[at])
		is := gewekeCatch{off: offInvariance(b)}
		if found := was[2] == "100" || was[2] == "200" || was[2] == "400"; found {
			is = gewekeHunt(t, b, few)
			again++
		}
		one := gewekeTable()
		one.Rows = [][]any{is.words(b)}
		now := cells(strings.Split(string(asMarkdown(t, one)), "\n")[4])
		if was[1] != now[1] {
			t.Errorf("%s is off by %s, and %s in the table", b.Name, now[1], was[1])
		}
		if is.draws > 0 && !slices.Equal(was, now) {
			t.Errorf("%s: %v, and %v in the table", b.Name, now, was)
		}
	}
	if again < 5 {
		t.Errorf("%d bugs are found by %d draws", again, few)
	}
}

// commitGeweke makes the table anew, in a minute and a half on one core.
func commitGeweke(t *testing.T) {
	t.Helper()
	all := gewekeTable()
	for _, b := range validation.Bugs {
		all.Rows = append(all.Rows, gewekeHunt(t, b, mostDraws).words(b))
	}
	if err := os.WriteFile(gewekeFile, asMarkdown(t, all), 0o644); err != nil {
		t.Fatal(err)
	}
}

// asMarkdown is a table as Markdown.
func asMarkdown(t *testing.T, of table.Table) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := of.Write(&b, table.Markdown, table.Style{Width: -1}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// cells are those of a line of Markdown.
func cells(line string) []string {
	all := strings.Split(strings.Trim(line, "|"), "|")
	for i, cell := range all {
		all[i] = strings.TrimSpace(cell)
	}
	return all
}
