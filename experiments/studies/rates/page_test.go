package rates

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/evidence"
	"breadboard/experiments/studies/run"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

const folder = "../../../reports/rates"

// all is what is committed.
func all(t *testing.T) Found {
	return Found{reporttest.CommittedCSV[Row](t, folder, "rows.csv"),
		reporttest.CommittedCSV[Bound](t, folder, "bounds.csv")}
}

// TestPageOfLittle: what one target gives is a page with all its files, as in the short form.
func TestPageOfLittle(t *testing.T) {
	s := subject{run.FoundOn, "curie-weiss:4:1", 0, []string{plans, samplers, faults, ratio, bounded}}
	files := must.Have(Page(must.Have(s.measured(t.Context()))(t)).Files())(t)
	if len(files) != len(Names) {
		t.Errorf("there are %d files, want %v", len(files), Names)
	}
}

// TestMeasuredToday: small targets have the committed numbers.
func TestMeasuredToday(t *testing.T) {
	found := all(t)
	for _, s := range []subject{{run.FoundOn, "titanic", 0, []string{plans, samplers, faults}},
		{run.TriedOn, "curie-weiss:4:0.6", 0, []string{ratio}},
		{run.TriedOn, "curie-weiss:9:1.5", 0, []string{bounded}}} {
		today := must.Have(s.measured(t.Context()))(t)
		known := map[string]Row{}
		for _, r := range found.Rows {
			known[r.Target+r.Question+r.Program] = r
		}
		for _, r := range today.Rows {
			was, ok := known[r.Target+r.Question+r.Program]
			if !ok {
				t.Errorf("%s, %s: %s is not committed", r.Target, r.Question, r.Program)
			}
			must.Near(t, r.J, was.J, 1e-5*was.J+1e-12, "J of %s, %s", r.Target, r.Program)
			must.Near(t, r.B, was.B, 1e-5*was.B+1e-12, "B of %s, %s", r.Target, r.Program)
		}
		for _, b := range today.Bounds {
			for _, was := range found.Bounds {
				if was.Target == b.Target && was.Plan == b.Plan {
					must.Near(t, b.KLpq, was.KLpq, 1e-5*was.KLpq, "KL(p||q) of %s, %s", b.Target, b.Plan)
					must.Near(t, b.LiCai, was.LiCai, 1e-5*was.LiCai, "Li and Cai of %s, %s", b.Target, b.Plan)
				}
			}
		}
	}
}

// TestPageSays: the numbers of the page are those of the committed rows.
func TestPageSays(t *testing.T) {
	found := all(t)
	page := string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t))
	says := func(format string, args ...any) {
		t.Helper()
		if want := fmt.Sprintf(format, args...); !strings.Contains(page, want) {
			t.Errorf("the page has not %q", want)
		}
	}
	diffusions := withoutAnnealing(found.Rows)
	for _, question := range []string{plans, samplers} {
		contests := contestsOf(diffusions, question)
		for _, by := range choosers {
			f := ordered(contests, run.FoundOn, by.of)
			s := ordered(contests, run.TriedOn, by.of)
			says("| %s | %d of %d; %d of %d | %.2f; %.2f | %.2f; %.2f | %s; %s |", by.name, f.agree, f.contests,
				s.agree,
				s.contests, f.tau, s.tau, f.price, s.price, short(f.most), short(s.most))
		}
	}
	for _, pair := range opposed {
		cells := ""
		for _, calls := range callsOf {
			nf, lessF, moreF := pairOf(found.Rows, run.FoundOn, pair[0], pair[1], calls)
			ns, lessS, moreS := pairOf(found.Rows, run.TriedOn, pair[0], pair[1], calls)
			if nf > 0 {
				cells += fmt.Sprintf(" %d of %d, %d more B; %d of %d, %d |", lessF, nf, moreF, lessS, ns, moreS)
			} else {
				cells += " |"
			}
		}
		says("%s", cells)
	}
	for _, program := range faulted {
		for _, direction := range directions {
			if program == "uniform" && direction == "sharp" {
				continue // in words
			}
			shares := sharesOf(found.Rows, program, direction)
			cells := ""
			for _, at := range []int{1, 2, shares[0].steps / 2, shares[0].steps - 1, shares[0].steps} {
				f := medianShare(shares, run.FoundOn, at)
				if math.IsNaN(f) {
					cells += " |"
				} else {
					cells += fmt.Sprintf(" %s; %s |", thousandths(f), thousandths(medianShare(shares, run.TriedOn, at)))
				}
			}
			says("%s", cells)
		}
	}
	targets := 0
	lowered := 0
	for _, s := range sharesOf(found.Rows, "uniform", "sharp") {
		if s.at == faultUniform {
			targets++
			if s.j < 0 {
				lowered++
			}
		}
	}
	says("in the last step they lower J on %d of %d targets", lowered, targets)
	for _, way := range ways {
		cells := ""
		for _, calls := range callsOf {
			j := median(found.Rows, way, calls, func(_ contest, r Row) float64 { return r.J })
			b := median(found.Rows, way, calls, func(_ contest, r Row) float64 { return r.B })
			if math.IsNaN(j) {
				cells += " |"
			} else {
				cells += fmt.Sprintf(" %s; %s |", short(j), short(b))
			}
		}
		says("%s", cells)
	}
	for _, family := range []string{"curie-weiss", "ising"} {
		for _, way := range []string{"uniform:K=%d", "uniform:K=%d:by=tweedie"} {
			cells := ""
			for _, set := range []string{run.FoundOn, run.TriedOn} {
				dj, kj, _ := exponents(found.Rows, set, family, way, byJ)
				db, kb, _ := exponents(found.Rows, set, family, way, byB)
				cells += fmt.Sprintf(" d^%.2f K^-%.2f | d^%.2f K^-%.2f |", dj, kj, db, kb)
			}
			says("%s", cells)
		}
	}
	low, high := math.Inf(1), 0.0
	lowOut, highOut := math.Inf(1), 0.0
	for _, b := range found.Bounds {
		if b.PathRev > b.Steep || b.KLpq > b.PathRev {
			t.Errorf("%s, %s: the bound is broken", b.Target, b.Plan)
		}
		low = min(low, b.PathRev/b.LiCai)
		high = max(high, b.PathRev/b.LiCai)
		lowOut = min(lowOut, b.KLpq/b.PathRev)
		highOut = max(highOut, b.KLpq/b.PathRev)
	}
	says("between %.2f and %.2f of the bound of Li and Cai, on %d plans", low, high, len(found.Bounds))
	says("between %.2f and %.2f of the path KL", lowOut, highOut)
}

// TestWhatStepsCount: in the first eleven of 16 steps of uniform diffusion an error adds as much to B and to the path
// KL as in the first, and nearly none of it comes out. In the last steps it does not; the page and the finding have
// both.
func TestWhatStepsCount(t *testing.T) {
	found := all(t)
	page := string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t))
	findings := string(must.Have(os.ReadFile("../../../reports/README.md"))(t))
	for _, direction := range directions {
		shares := sharesOf(found.Rows, "uniform", direction)
		for at := 1; at <= 11; at++ {
			for _, of := range []func(share) float64{shareB, sharePath} {
				for _, ratio := range overFirst(shares, "", at, of) {
					must.Near(t, ratio, 1, 0.09, "%s, step %d", direction, at)
				}
			}
			for _, set := range []string{run.FoundOn, run.TriedOn} {
				if out := math.Abs(medianShare(shares, set, at)); out > 0.006 {
					t.Errorf("%s: of an error in step %d comes out %v", direction, at, out)
				}
			}
		}
		cells := ""
		counts := map[string]string{}
		for _, at := range countedAt[1:] {
			f := evidence.Median(overFirst(shares, run.FoundOn, at, shareB))
			s := evidence.Median(overFirst(shares, run.TriedOn, at, shareB))
			cells += fmt.Sprintf(" %.2f; %.2f |", f, s)
			if at > 11 {
				counts[run.FoundOn] += fmt.Sprintf(", %.2f", f)
				counts[run.TriedOn] += fmt.Sprintf(", %.2f", s)
			}
		}
		last := overFirst(shares, "", faultUniform, shareB)
		cells += fmt.Sprintf(" %.2f; %.2g |", slices.Min(last), slices.Max(last))
		if !strings.Contains(page, cells) {
			t.Errorf("%s: the page has not %q", direction, cells)
		}
		line := counts[run.FoundOn][2:] + "; " + counts[run.TriedOn][2:] + " |"
		if !strings.Contains(findings, line) {
			t.Errorf("%s: the finding has not %q", direction, line)
		}
	}
}

// better counts the targets on which one way has less J than another at so many calls, of all that have both.
func better(rows []Row, way, other string, calls int) (less, targets int) {
	for _, set := range []string{run.FoundOn, run.TriedOn} {
		n, some, _ := pairOf(rows, set, way, other, calls)
		less += some
		targets += n
	}
	return less, targets
}

// firstsOf counts the targets on which each way has the least J of some at so many calls.
func firstsOf(rows []Row, some []string, calls int) map[string]int {
	firsts := map[string]int{}
	for _, c := range contestsOf(rows, samplers) {
		if c.calls != calls {
			continue
		}
		var of []Row
		for _, r := range c.rows {
			if slices.ContainsFunc(some, func(way string) bool { return r.Program == specOf(way, calls) }) {
				of = append(of, r)
			}
		}
		first := contest{rows: of}.least(byJ).Program
		for _, way := range some {
			if specOf(way, calls) == first {
				firsts[way]++
			}
		}
	}
	return firsts
}

// TestWhoIsBest: the sentences below the table of ways.
func TestWhoIsBest(t *testing.T) {
	rows := all(t).Rows
	page := strings.Join(strings.Fields(string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t))), " ")
	says := func(format string, args ...any) {
		t.Helper()
		if want := fmt.Sprintf(format, args...); !strings.Contains(page, want) {
			t.Errorf("the page has not %q", want)
		}
	}
	const (
		tweedie = "uniform:K=%d:by=tweedie:clock=linear"
		cosine  = "masked:K=%d:by=tau:clock=cosine"
	)
	least := func(calls int) (shares, targets int) {
		for _, c := range contestsOf(rows, samplers) {
			has := slices.ContainsFunc(c.rows, func(r Row) bool {
				return r.Program == fmt.Sprintf("masked:K=%d",
					calls)
			})
			if c.calls != calls || !has {
				continue
			}
			targets++
			switch c.least(byJ).Program {
			case specOf("masked:K=%d", calls), specOf("masked:K=%d:clock=cosine", calls):
				shares++
			}
		}
		return shares, targets
	}
	two, ofTwo := least(2)
	four, ofFour := least(4)
	says("on %d of %d targets at 2 calls and on all %d at 4", two, ofTwo, ofFour)
	if four != ofFour {
		t.Errorf("masks by shares are best on %d of %d", four, ofFour)
	}
	var each []string
	for _, way := range ways {
		if strings.Contains(way, "by=") || strings.HasPrefix(way, "uniform") {
			each = append(each, way)
		}
	}
	at2 := firstsOf(rows, each, 2)
	at4 := firstsOf(rows, each, 4)
	at8 := firstsOf(rows, each, 8)
	at16 := firstsOf(rows, each, 16)
	says("it is first on %d of %d at 8 calls and on %d at 16, on %d at 4 and on none at 2", at8[tweedie], ofTwo,
		at16[tweedie], at4[tweedie])
	if at2[tweedie] != 0 {
		t.Errorf("at 2 calls it is first on %d, want none", at2[tweedie])
	}
	lessAt2, _ := better(rows, cosine, tweedie, 2)
	lessAt4, _ := better(rows, cosine, tweedie, 4)
	lessAt8, _ := better(rows, cosine, tweedie, 8)
	says("on %d of %d targets at 2 calls, on %d at 4 and on %d at 8", lessAt2, ofTwo, lessAt4, lessAt8)
	var linear [3]int
	for i, calls := range []int{4, 8, 16} {
		n, _ := better(rows, annealed, "uniform:K=%d", calls)
		if n != ofTwo {
			t.Errorf("at %d calls annealing is ahead of tau-leaping on %d", calls, n)
		}
		linear[i], _ = better(rows, annealed, "uniform:K=%d:clock=linear", calls)
	}
	says("on all %d targets on the even clock, and on the linear one on %d, %d and %d", ofTwo, linear[0],
		linear[1], linear[2])
	says("at 16 calls up to %.0f times", mostOver(rows, 16))
	says("its B is up to %.0f times its J", mostOver(rows, 8))
}

// mostOver is the most times that B is J of uniform diffusion by tau-leaping on the linear clock.
func mostOver(rows []Row, calls int) (most float64) {
	for _, r := range rows {
		if r.Question == samplers && r.Program == fmt.Sprintf("uniform:K=%d:clock=linear", calls) {
			most = max(most, r.B/r.J)
		}
	}
	return most
}

// TestFigures: the figures are those of the committed rows.
func TestFigures(t *testing.T) {
	reporttest.FiguresUpToDate(t, folder, Page(all(t)).Unrendered(), "go -C experiments/studies run . rates makes "+
		"it", false)
}
