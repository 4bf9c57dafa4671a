package foreign

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/experiments/draws"
	"breadboard/experiments/studies/run"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
	"breadboard/toys"
)

const folder = "../../../reports/foreign"

// TestChange: the posterior of the change point is prior times likelihood, by the Poisson law of another library. With
// the change one period too early it is another law.
func TestChange(t *testing.T) {
	posterior := func(late int) []float64 {
		var f []float64
		for place := 1; place <= 10; place++ {
			for rate := 1; rate <= 10; rate++ {
				product := float64(11-rate) / 55 / 10
				for period, y := range counts() {
					law := distuv.Poisson{Lambda: 2}
					if period+late > 10+place {
						law.Lambda = 3 + 0.6*float64(rate)
					}
					product *= law.Prob(y)
				}
				f = append(f, product)
			}
		}
		floats.Scale(1/floats.Sum(f), f)
		return f
	}
	if p := change().law(); !floats.EqualApprox(p, posterior(1), 1e-12) {
		t.Errorf("%v", p)
	}
	if off := floats.Distance(change().law(), posterior(2), 1); off < 0.1 {
		t.Errorf("a change one period too early is %g off, and nothing would see it", off)
	}
}

// TestTruncated: what the page says of cells at the lower border that are twice as wide.
func TestTruncated(t *testing.T) {
	target := ofToy(toys.Easy(1))
	p := target.law()
	q := slices.Clone(p)
	for x := range q {
		for _, at := range target.grid.Coords(x) {
			if at == 0 {
				q[x] *= 2
			}
		}
	}
	floats.Scale(1/floats.Sum(q), q)
	if off := floats.Distance(p, q, 1) / 2; math.Abs(off-0.11) > 0.005 {
		t.Errorf("the law is %g from p, and the page says 0.11", off)
	}
}

// TestKept: the share of forward runs that are kept is Z over the largest weight, one of sixteen.
func TestKept(t *testing.T) {
	target := ofToy(toys.Easy(1))
	share := math.Exp(target.logZ()-floats.Max(target.logF)) / float64(target.grid.Size())
	if math.Abs(1/share-16) > 0.5 {
		t.Errorf("one of %g is kept", 1/share)
	}
}

// written is a file of exact draws of p in four chains, with the cell at these places along the axes as a row.
func written(target target, n int, row func(i, j int) (int, int)) []byte {
	rng := rand.New(rand.NewPCG(1, 0))
	pick := distuv.NewCategorical(target.law(), rng)
	var b bytes.Buffer
	fmt.Fprintln(&b, "chain,row,col")
	for chain := range 4 {
		for range n / 4 {
			at := target.grid.Coords(int(pick.Rand()))
			i, j := row(at[0], at[1])
			fmt.Fprintln(&b, strings.Trim(fmt.Sprint([]int{chain, i, j}), "[]"))
		}
	}
	return bytes.ReplaceAll(b.Bytes(), []byte(" "), []byte(","))
}

// TestDrawn: exact draws are not accused, and what is done to them is seen, and said.
func TestDrawn(t *testing.T) {
	target := ofToy(toys.Easy(1))
	for _, c := range []struct {
		name    string
		from    int
		row     func(i, j int) (int, int)
		accused bool
		says    string
	}{
		{"right", 0, func(i, j int) (int, int) { return i, j }, false, ""},
		{"from 1", 1, func(i, j int) (int, int) { return i + 1, j + 1 }, false, ""},
		{"from 1, and nobody said so", 0, func(i, j int) (int, int) { return i + 1, j + 1 }, true, "refused"},
		{"exchanged", 0, func(i, j int) (int, int) { return j, i }, true, "axes 1 and 2 are exchanged"},
		{"border", 0, func(i, j int) (int, int) { return max(1, i), j }, true, draws.Differs},
	} {
		s := must.Have(drawn{from: c.from}.judge(written(target, 10_000, c.row), target))(t)
		if s.Accused != c.accused || !strings.Contains(s.Says, c.says) {
			t.Errorf("%s: %+v", c.name, s)
		}
	}
}

// TestBeginnings: a cut file has the first draws of each chain, as many of each.
func TestBeginnings(t *testing.T) {
	file := "chain,cell\n1,5\n1,6\n1,7\n1,8\n2,1\n2,2\n2,3\n2,4\n"
	if got := string(beginnings([]byte(file), 4, 8)); got != "chain,cell\n1,5\n1,6\n2,1\n2,2\n" {
		t.Errorf("%s", got)
	}
	if got := string(beginnings([]byte(file), 8, 8)); got != file {
		t.Errorf("%s", got)
	}
}

// TestCounted: sentences that differ in their numbers are one, and a wrong cause is not counted as named.
func TestCounted(t *testing.T) {
	at := func(accused, unclear bool, p float64, says string) []Seen {
		return []Seen{{Look: byDraws, N: 100, Accused: accused, Unclear: unclear, P: p, Says: says}}
	}
	rows := counted("a", fault{name: "b", cause: "exchanged"}, [][]Seen{
		at(true, false, 1e-6, "exchanged, by 2.5"), at(false, true, math.NaN(), ""),
		at(true, false, 1e-5, "another"), at(true, false, 1e-7, "exchanged, by -3"),
	})
	want := Row{Sampler: "a", Fault: "b", Look: byDraws, N: 100, Seeds: 4, Seen: 3, Unclear: 1, P: 1e-6,
		Says: "exchanged, by 2.5", Saying: 2, Named: 2}
	if len(rows) != 1 || rows[0] != want {
		t.Errorf("%+v", rows)
	}
}

// TestMissing: a sampler whose package or interpreter is not there is left out in words.
func TestMissing(t *testing.T) {
	for _, s := range []sampler{
		{script: "a.py", interpreters: []string{"no-such-program"}, needs: "import numpy", packages: "python3-numpy"},
		{script: "a.R", interpreters: []string{"false"}, needs: "library(no.such.package)", packages: "python3-numpy"},
	} {
		if says := s.find(t.Context()); says != s.needs+" fails; the Debian packages python3-numpy would do" {
			t.Errorf("%q", says)
		}
	}
	none := Page(Found{Missing: []Missing{{Sampler: "JAGS", What: "library(rjags) fails"}}})
	var b bytes.Buffer
	must.Do(t, none.Write(&b, table.Markdown, table.Style{Width: -1}))
	if !strings.Contains(b.String(), "JAGS is left out here: library(rjags) fails.") {
		t.Errorf("%s", b.String())
	}
}

// TestSamplers: where they are installed, samplers on one seed show what is committed: a mistake that was seen on all
// seeds is seen, and one that was seen on none is not. The right ones pass with 100,000 draws.
func TestSamplers(t *testing.T) {
	if os.Getenv("BREADBOARD_LONG") == "" {
		t.Skip("the long form runs JAGS, MCMCpack, emcee and NumPy")
	}
	z := sized(false)
	z.seeds = 1
	found := must.Have(measured(t.Context(), run.Setting{}, z))(t)
	for _, m := range found.Missing {
		t.Logf("%s is left out: %s", m.Sampler, m.What)
	}
	if found.Rows == nil {
		t.Skip("none of the samplers is installed here")
	}
	committed := reporttest.Committed[Row](t, folder, "foreign")
	for _, r := range found.Rows {
		i := slices.IndexFunc(committed, func(c Row) bool {
			return c.Sampler == r.Sampler && c.Fault == r.Fault && c.Look == r.Look && c.N == r.N
		})
		if i < 0 {
			t.Errorf("%s, %s, %s of %d is not committed", r.Sampler, r.Fault, r.Look, r.N)
			continue
		}
		c := committed[i]
		if c.Seen == c.Seeds && r.Seen == 0 || c.Seen == 0 && r.Seen == 1 {
			t.Errorf("%s, %s, %s of %d: committed as seen on %d of %d, and now p = %g: %s", r.Sampler, r.Fault, r.Look,
				r.N, c.Seen, c.Seeds, r.P, r.Says)
		}
		if r.Fault == right && r.Look != byLast && r.Seen > 0 {
			t.Errorf("%s without a mistake is accused by %s of %d: %s", r.Sampler, r.Look, r.N, r.Says)
		}
	}
}

// TestPage: the committed page and tables are those of the committed rows, of which all mistakes are there, and right
// samplers are not accused.
func TestPage(t *testing.T) {
	rows := reporttest.Committed[Row](t, folder, "foreign")
	for _, f := range must.Have(Page(Found{Rows: rows}).Files())(t) {
		var b bytes.Buffer
		must.Do(t, f.Write(&b))
		if name := filepath.Join(folder, f.Name); !bytes.Equal(b.Bytes(), must.Have(os.ReadFile(name))(t)) {
			t.Errorf("%s is not what the rows make; go -C experiments/studies run . foreign makes it", name)
		}
	}
	for _, s := range samplers() {
		for _, f := range s.faults {
			if !slices.ContainsFunc(rows, func(r Row) bool { return r.Sampler == s.name && r.Fault == f.name }) {
				t.Errorf("%s, %s is not committed", s.name, f.name)
			}
		}
	}
	s := shown{Rows: rows}
	if a := s.Alarms(); a.Seen > 0 {
		t.Errorf("right samplers are accused in %d of %d verdicts", a.Seen, a.Of)
	}
	for _, u := range s.Unseen() {
		if u.Says == "" {
			t.Errorf("%s, %s: seen on %d of %d seeds, and the page does not say what would see it", u.Sampler, u.About,
				u.Times, u.Of)
		}
	}
}
