package shipped

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/experiments/studies/run"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

const folder = "../../../reports/shipped"

// TestShipped: every bug breaks a law, and the right program in the same setting keeps all. It is hidden where the page
// says so. With -v all words of the page are printed that come from the numbers.
func TestShipped(t *testing.T) {
	all := must.Have(Reproduce(t.Context(), run.Setting{}))(t)
	found := all.Bugs
	by := map[string][]int{}
	for i, b := range shipped {
		for _, s := range []subject{b.right, b.hidden} {
			if broken := broken(checksOf(s)); len(broken) > 0 {
				t.Errorf("%s: right, or hidden %s, and yet broken are %+v", b.name, b.hides, broken)
			}
		}
		if len(found[i].Laws) == 0 {
			t.Errorf("%s breaks no law", b.name)
		}
		for _, c := range found[i].Laws {
			by[c.Law] = append(by[c.Law], c.runs())
		}
		if e, ok := b.right.Estimator.(programs.Program); ok {
			right, _ := gap(e, b.right.problem)
			wrong, J := gap(b.wrongly.Estimator.(programs.Program), b.wrongly.problem)
			says(t, "| %.5f | %.5f | %.5f |", right, wrong, J)
		}
		says(t, "%s: %s", b.name, b.short)
		says(t, "%s No law shows it %s.", b.thread, b.hides)
	}
	for _, law := range Laws {
		runs := by[law]
		says(t, "| %d | %s | %s |", len(runs), table.Thousands(slices.Min(runs)), table.Thousands(slices.Max(runs)))
	}
	reporttest.FiguresUpToDate(t, folder, Page(all).Unrendered(), "go -C experiments/studies run . shipped makes it",
		false)
}

// gap returns E_rev[log w] - E_fwd[log w], which is B if the program is right, and the J of the cell that it returns.
func gap(e programs.Program, on programs.Problem) (gap, J float64) {
	_, last := on.Ends()
	atoms := chaintest.AtomsOf(e, on)
	p := weights(last)
	q := make([]float64, len(last))
	for _, a := range atoms.Reverse {
		gap += a.Mass * a.LogW
	}
	for _, a := range atoms.Forward {
		q[a.X] += a.Mass * math.Exp(-a.LogW)
		gap -= a.Mass * math.Exp(-a.LogW) * a.LogW
	}
	if floats.Sum(q) < 1-1e-9 { // some runs weigh nothing
		return math.Inf(1), math.Inf(1)
	}
	for x := range p {
		if p[x] != q[x] {
			J += (p[x] - q[x]) * math.Log(p[x]/q[x])
		}
	}
	return math.Round(gap*1e12)/1e12 + 0, J // two sums may differ in rounding, and +0 is no -0
}

// says holds README.md to words, which are printed with -v. Blanks and ends of lines count as one blank.
func says(t *testing.T, format string, args ...any) {
	t.Helper()
	words := fmt.Sprintf(format, args...)
	t.Log(words)
	page := string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t))
	if !strings.Contains(strings.Join(strings.Fields(page), " "), words) {
		t.Errorf("README.md does not say %q", words)
	}
}

// TestHalfIsHalf: so many runs, when they are made, find a bug half of the time, by the mean of w and its standard
// error.
func TestHalfIsHalf(t *testing.T) {
	const (
		tries = 80
		level = 1e-4
		name  = "nimble 765"
	)
	b := named(name)
	c, _ := Broken{Laws: broken(checksOf(b.wrongly))}.By(meanW)
	first, last := b.wrongly.problem.Ends()
	logR := chains.LogSum(last) - chains.LogSum(first)
	beyond := distuv.UnitNormal.Quantile(1 - level/2)
	found := 0
	for try := range uint64(tries) {
		d := sample.Seeded(try, 3)
		w := make([]float64, c.Half(level))
		for i := range w {
			_, logw := b.wrongly.Forward(d)
			w[i] = math.Exp(logw - logR)
		}
		mean, sd := stat.MeanStdDev(w, nil)
		if math.Abs(mean-1) > beyond*sd/math.Sqrt(float64(len(w))) {
			found++
		}
	}
	if share := float64(found) / tries; math.Abs(share-0.5) > 0.22 { // four standard errors
		t.Errorf("%d runs find %s %.2f of the time", c.Half(level), name, share)
	}
}
