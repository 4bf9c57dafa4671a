package validation_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/experiments/geweke"
	"breadboard/experiments/validation"
	"breadboard/reports/table"
	"breadboard/toys"
)

// Geweke's test takes the kernels of the seeded bugs on 7x7 cells, like the exact checks. The model
// has two points in seven clusters, and little noise.
var twoPoints = toys.Clustering{N: 2, K: 7, D: 2, Centres: 2, Noise: 0.3}.Model()

// The hunt doubles the draws until a statistic has p below sure. It looks for 15 bugs, some
// 7 times for each. Once in a hundred hunts one of them is found too soon, by chance.
const (
	fewestDraws, mostDraws = 100, 409600
	sure                   = 1e-4
	chainSteps             = 20
)

// outOfReach is a number of draws that nobody tries. A hunt for 1e8 would take days.
const outOfReach = 1e8

// atPosterior are the bugs that are about the levels of an annealing, with counterparts for a
// posterior and its data. At the target the last of them is no bug.
var atPosterior = map[string]chains.Kernel{
	"wrong temperature": bugs.Changed(kernels.Metropolis{}, bugs.Alter(bugs.Altered{
		AimAt: func(l *chains.Level) *chains.Level { return bugs.Copied(l, 0.9) }})),
	"level before":      bugs.Changed(kernels.Metropolis{}, bugs.Stale),
	"always the target": kernels.Metropolis{},
}

// buggy is the kernel with the bug; nil if the bug is not in a kernel.
func buggy(b validation.Bug) chains.Kernel {
	if k := atPosterior[b.Name]; k != nil {
		return k
	}
	return b.Kernel
}

// offInvariance is the exact check: it draws no chain.
func offInvariance(b validation.Bug) float64 {
	const data = 20
	sum := 0.0
	for seed := range uint64(data) {
		op, target := buggy(b).On(twoPoints.Grid), toys.Target{}
		for _, target = range []toys.Target{twoPoints.Simulated(seed + data), twoPoints.Simulated(seed)} {
			level := chains.NewLevel(chains.Geometric{From: target.LogF, To: target.LogF}, len(target.LogF))
			level.Move(2, 1)
			op.Aim(level) // at other data first, as in a chain
		}
		p := chains.Normalized(target.LogF)
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

// invisible is an average total variation that rounding explains.
const invisible = 1e-13

// blind says why Geweke's test sees nothing of these kernels: their steps leave the posterior of
// any data invariant.
var blind = map[string]string{
	"always the target":      "at a posterior, the only level, it is right",
	"walls entered":          "the model has no walls",
	"NaN between walls":      "the model has no walls",
	"one axis":               "each step is right; the first point just never moves",
	"sweep not reversed":     "its steps are right, its reversal is not",
	"push of another kernel": "its steps are right, its Push is not",
}

// gewekeHunt doubles the draws up to this many of each way. It returns the statistic that found
// the bug and the draws it took, or 0 draws.
func gewekeHunt(t *testing.T, b validation.Bug, most int) (draws int, by geweke.Finding) {
	t.Helper()
	for n := fewestDraws; n <= most; n *= 2 {
		test := geweke.Test{Model: twoPoints, Kernel: buggy(b), Steps: chainSteps, Draws: n, MCSeed: 1}
		r := must(test.Run(t.Context(), nil))(t)
		if worst := r.Worst(); worst.P < sure {
			return n, worst
		}
	}
	return 0, geweke.Finding{}
}

// commitGeweke makes the tables anew, in four minutes on two busy cores.
func commitGeweke(t *testing.T) {
	t.Helper()
	var rows []gewekeRow
	n, few := newGewekeNeeds(gewekeData), newGewekeNeeds(gewekeData/4)
	for _, b := range validation.Bugs {
		rows = append(rows, exactGeweke(b, n, few).hunted(t, b, mostDraws))
	}
	for name, data := range gewekeFiles(t, rows) {
		done(t, os.WriteFile(filepath.Join("..", "..", "reports", "validation", name), data, 0o644))
	}
}

// committedGeweke reads the committed rows.
func committedGeweke(t *testing.T) (rows []gewekeRow) {
	t.Helper()
	done(t, json.Unmarshal(committed(t, "geweke.json"), &rows))
	return rows
}

// TestGewekeTableIsUpToDate: everything that takes no draws, and the draws of every bug that few
// draws find; of some bugs, and in the long form of all. With -update all of it is made anew.
func TestGewekeTableIsUpToDate(t *testing.T) {
	if *update {
		commitGeweke(t)
	}
	const quick, command = 400, "go test ./experiments/validation -run Geweke -update makes it anew"
	rows := committedGeweke(t)
	if len(rows) != len(validation.Bugs) {
		t.Fatalf("%d rows for %d bugs; %s", len(rows), len(validation.Bugs), command)
	}
	n, few := newGewekeNeeds(gewekeData), newGewekeNeeds(gewekeData/4)
	for i, b := range validation.Bugs {
		if i%8 != 0 && os.Getenv("BREADBOARD_LONG") == "" {
			continue
		}
		was, is := rows[i], exactGeweke(b, n, few)
		if was.Draws > 0 && was.Draws <= quick {
			is = is.hunted(t, b, quick)
		} else {
			is.Draws, is.By, is.P = was.Draws, was.By, was.P
		}
		if !is.like(was) {
			t.Errorf("%+v, and in the table %+v; %s", is, was, command)
		}
	}
	for name, data := range gewekeFiles(t, rows) {
		if !bytes.Equal(data, committed(t, name)) {
			t.Errorf("%s does not have the rows of geweke.json; %s", name, command)
		}
	}
}

// like compares numbers to six digits. A bug's faults that cancel are rounding, and have fewer.
func (r gewekeRow) like(was gewekeRow) bool {
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-6*math.Abs(b) }
	alike := near(r.Off, was.Off) && near(r.P, was.P) && (near(r.Needed, was.Needed) || r.AtLeast && was.AtLeast)
	r.Off, r.P, r.Needed = was.Off, was.P, was.Needed
	return alike && r == was
}

// TestGewekeFindsWhatItCan: the test finds every bug that changes a step, except those that need
// more draws than anybody has. The computed number of draws is right to within a factor of four.
func TestGewekeFindsWhatItCan(t *testing.T) {
	rows := committedGeweke(t)
	for _, r := range rows {
		ratio := float64(r.Draws) / r.Needed
		switch {
		case r.Visible && r.Needed < outOfReach && r.Draws == 0:
			t.Errorf("%s was not found by %d draws", r.Bug, mostDraws)
		case r.Draws > 0 && r.Needed > 0 && (ratio < 0.25 || ratio > 4):
			t.Errorf("%s took %d draws, and by computing %g", r.Bug, r.Draws, r.Needed)
		case !r.Visible && r.Why == "":
			t.Errorf("%s: nobody says why it is not visible", r.Bug)
		}
	}
}

// gewekeNeeds computes how many draws Geweke's test needs to see a bug. It averages over data
// from the model, sums over all latents, and draws no chain. Given y, a step moves the
// posterior by
//
//	d_y(x) = sum_x' p(x'|y) T_y(x',x) - p(x|y),
//
// which is exact, however small. Let e_k be the error of the law of the latents after k
// steps. New data are drawn given the latents, so that e_0 = 0 and
//
//	e_{k+1}(x) = E_y[d_y(x)] + sum_x' e_k(x') E[T_y(x',x) | x'].
//
// The error of the law of the last pair (x, y) is the same sum for one y, with k = steps - 1.
type gewekeNeeds struct {
	targets    []toys.Target
	posteriors [][]float64
	given      [][]float64 // p(x|y) over its sum: so weighed, the data are draws from p(y|x)
	statistics []gewekeStatistic
}

// A gewekeStatistic has all pairs of data and latents in the order of their values.
type gewekeStatistic struct {
	name   string
	pairs  []int     // cells * data + cell
	values []float64 // in rising order
}

func newGewekeNeeds(data int) *gewekeNeeds {
	n, cells, of := &gewekeNeeds{}, twoPoints.Grid.Size(), geweke.NewStatistics(twoPoints)
	var measured [][]float64
	sum := make([]float64, cells)
	for seed := range uint64(data) {
		target := twoPoints.Simulated(seed)
		p := chains.Normalized(target.LogF)
		floats.Add(sum, p)
		n.targets, n.posteriors = append(n.targets, target), append(n.posteriors, p)
		for x := range cells {
			measured = append(measured, of.Of(x, target.Model.Data))
		}
	}
	for _, p := range n.posteriors {
		n.given = append(n.given, floats.DivTo(make([]float64, cells), p, sum))
	}
	for s, name := range of.Names {
		one := gewekeStatistic{name: name}
		for pair := range measured {
			one.pairs = append(one.pairs, pair)
		}
		slices.SortFunc(one.pairs, func(i, j int) int { return cmp.Compare(measured[i][s], measured[j][s]) })
		for _, pair := range one.pairs {
			one.values = append(one.values, measured[pair][s])
		}
		n.statistics = append(n.statistics, one)
	}
	return n
}

// stepLaws returns the law of the next cell for all data and cells. It is what Step draws,
// even if the rows are no laws.
func (n *gewekeNeeds) stepLaws(b validation.Bug) [][][]float64 {
	k, change := buggy(b), func(rows [][]float64) [][]float64 { return rows }
	if b.Rows != nil { // the kernel would make the whole matrix anew for each row
		k, change = kernels.Metropolis{}, b.Rows
	}
	op := k.On(twoPoints.Grid)
	all := make([][][]float64, len(n.targets))
	for i, target := range n.targets {
		level := chains.NewLevel(chains.Geometric{From: target.LogF, To: target.LogF}, len(target.LogF))
		level.Move(2, 1)
		op.Aim(level)
		all[i] = change(laws.RowsOf(op, len(target.LogF)))
		for x, law := range all[i] {
			law[x] = 0
			law[x] = max(1-floats.Sum(law), 0)
			if sum := floats.Sum(law); sum > 1 {
				floats.Scale(1/sum, law)
			}
		}
	}
	return all
}

// once returns what one step from the posterior puts off at each pair of data and cell. It
// adds flows, since a difference of two posteriors would lose the last digits.
func (n *gewekeNeeds) once(steps [][][]float64) []float64 {
	var off []float64
	for i, rows := range steps {
		d := make([]float64, len(rows))
		for x, row := range rows {
			for y, v := range row {
				flow := n.posteriors[i][x] * v / float64(len(steps))
				d[y] += flow
				d[x] -= flow
			}
		}
		off = append(off, d...)
	}
	return off
}

// off returns the error of the law of the last pair, for each pair of data and cell.
func (n *gewekeNeeds) off(b validation.Bug, length int) []float64 {
	steps := n.stepLaws(b)
	off := n.once(steps)
	cells := len(steps[0])
	mean, e := make([]float64, cells), make([]float64, cells)
	for pair, v := range off {
		mean[pair%cells] += v
	}
	matrix := make([][]float64, cells) // E[T_y(x',x) | x']
	for x := range matrix {
		matrix[x] = make([]float64, cells)
		for i, rows := range steps {
			floats.AddScaled(matrix[x], n.given[i][x], rows[x])
		}
	}
	for range length - 1 {
		next := slices.Clone(mean)
		for x, row := range matrix {
			floats.AddScaled(next, e[x], row)
		}
		e = next
	}
	for i, rows := range steps {
		for x, row := range rows {
			floats.AddScaled(off[i*cells:][:cells], e[x]*n.given[i][x], row)
		}
	}
	return off
}

// draws returns the number of draws for which the best statistic's distance has a p of sure.
func (n *gewekeNeeds) draws(b validation.Bug) float64 {
	off, need := n.off(b, chainSteps), math.Inf(1)
	for _, s := range n.statistics {
		need = min(need, n.drawsBy(s, off, sure/float64(len(n.statistics))))
	}
	return need
}

// drawsBy returns the draws for one statistic, not corrected for the others. The distance D of
// many values has p = 2 exp(-n D²) (Kolmogorov, for n draws each way). A statistic of two
// values, one with probability q, has a normal difference of variance 2q(1-q)/n.
func (n *gewekeNeeds) drawsBy(s gewekeStatistic, off []float64, p float64) float64 {
	sum, below, distance, kinds := 0.0, 0.0, 0.0, 1
	q := 0.0 // the probability of the first value
	cells := len(n.posteriors[0])
	for i, pair := range s.pairs[:len(s.pairs)-1] {
		sum += off[pair]
		below += n.posteriors[pair/cells][pair%cells] / float64(len(n.posteriors))
		if s.values[i+1] > s.values[i] {
			if kinds == 1 {
				q = below
			}
			kinds++
			distance = max(distance, math.Abs(sum))
		}
	}
	if kinds == 2 {
		z := distuv.UnitNormal.Quantile(1 - p/2)
		return 2 * q * (1 - q) * z * z / distance / distance
	}
	return math.Log(2/p) / distance / distance
}

// gewekeData is the number of data that are averaged over. Four times as many change no number
// of draws by more than half, except that of a bug whose faults cancel.
const gewekeData = 1000

// A gewekeRow says what Geweke's test finds of a bug. Its keys are those of the committed CSV
// and JSON.
type gewekeRow struct {
	Bug string `json:"bug"`
	// Visible reports whether a step moves the posterior, which is all that the test can see.
	Visible bool `json:"visible"`
	// Off is the total variation between p and pT, on average over data. It takes no draws.
	Off float64 `json:"off"`
	// Needed are the draws that the test needs, by computing; 0 if that is unknown. AtLeast says
	// that they are a bound from below.
	Needed  float64 `json:"draws_needed"`
	AtLeast bool    `json:"at_least"`
	Draws   int     `json:"draws_taken"` // 0 if it was not found
	By      string  `json:"found_by"`
	P       float64 `json:"p"`
	Why     string  `json:"why_not"`
}

// exactGeweke fills in what takes no draws. few has a quarter of the data that n has. Faults that
// cancel over data leave noise. More data have less of it, and so the fewer give a bound alone.
func exactGeweke(b validation.Bug, n, few *gewekeNeeds) gewekeRow {
	r := gewekeRow{Bug: b.Name}
	switch {
	case b.Kernel == nil && b.Start == nil && b.ReverseStart == nil:
		r.Why = "it is in the weights, and the test has none"
	case b.Kernel == nil:
		r.Why = "it is in how annealed chains start"
	default:
		if r.Off = offInvariance(b); r.Off <= invisible {
			r.Off, r.Why = 0, blind[b.Name]
			return r
		}
		r.Visible = true
		if b.Name == "level before" { // its step depends on the data before, and they on the latents
			return r
		}
		r.Needed = n.draws(b)
		if least := few.draws(b); r.Needed > 2*least {
			r.Needed, r.AtLeast = least, true
		}
		if r.Needed > outOfReach {
			r.Why = "out of reach: nobody draws so many"
		}
	}
	return r
}

// hunted adds what a hunt with up to this many draws finds.
func (r gewekeRow) hunted(t *testing.T, b validation.Bug, most int) gewekeRow {
	t.Helper()
	if r.Visible && r.Needed < outOfReach {
		draws, by := gewekeHunt(t, b, most)
		r.Draws, r.By, r.P = draws, by.Name, by.P
	}
	return r
}

// forPrograms has everything of every row; a cell without a value is empty.
func forPrograms(rows []gewekeRow) table.Table {
	t := table.Table{Columns: table.Keys("bug visible off draws_needed at_least draws_taken found_by p why_not")}
	or := func(has bool, v any) any {
		if has {
			return v
		}
		return nil
	}
	for _, r := range rows {
		kernel := r.Visible || blind[r.Bug] != ""
		t.Add(r.Bug, r.Visible, or(kernel, r.Off), or(r.Needed > 0, r.Needed), or(r.Needed > 0, r.AtLeast),
			or(r.Draws > 0, r.Draws), r.By, or(r.Draws > 0, r.P), r.Why)
	}
	return t
}

// gewekeFiles are the study for programs.
func gewekeFiles(t *testing.T, rows []gewekeRow) map[string][]byte {
	t.Helper()
	var csv, js bytes.Buffer
	done(t, forPrograms(rows).Write(&csv, table.CSV, table.Style{Width: -1}))
	done(t, forPrograms(rows).Write(&js, table.JSON, table.Style{Width: -1}))
	return map[string][]byte{"geweke.csv": csv.Bytes(), "geweke.json": js.Bytes()}
}

// needed writes two digits: 450, 59000, 8.1e9.
func (r gewekeRow) needed() string {
	if r.Needed == 0 {
		return ""
	}
	text := strings.NewReplacer("e+0", "e", "e+", "e").Replace(fmt.Sprintf("%.1e", r.Needed))
	if r.Needed < 1e6 {
		unit := math.Pow(10, math.Floor(math.Log10(r.Needed))-1)
		text = fmt.Sprintf("%.0f", math.Round(r.Needed/unit)*unit)
	}
	if r.AtLeast {
		text = "over " + text
	}
	return text
}

// TestGewekePageHasTheRows: each bug has its line in the table for people, with its draws or why it has none.
func TestGewekePageHasTheRows(t *testing.T) {
	page := string(committed(t, "geweke.md"))
	for _, r := range committedGeweke(t) {
		_, line, _ := strings.Cut(page, "\n| "+r.Bug+" ")
		line, _, _ = strings.Cut(line, "\n")
		words := []string{r.Why}
		if r.Visible {
			words = append(words, r.By, fmt.Sprintf("%.3g", r.Off), r.needed())
		}
		if r.Draws > 0 {
			words = append(words, fmt.Sprintf(" %d ", r.Draws), fmt.Sprintf("%.3g", r.P))
		}
		for _, w := range words {
			if !strings.Contains(line, w) {
				t.Errorf("%s: geweke.md does not say %q: %s", r.Bug, w, line)
			}
		}
	}
}
