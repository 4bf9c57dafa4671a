package leaderboard

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
	"breadboard/reports/table"
)

// bothSets are the contests of both sets on some families.
func bothSets(all []contest, families ...string) []contest {
	return append(ofFamilies(all, run.FoundOn, families...), ofFamilies(all, run.TriedOn, families...)...)
}

// firstOn counts the contests in which a kernel is first, alone or with others.
func firstOn(all []contest, kernel string, m measure) (n int) {
	for _, c := range all {
		n += count(slices.Contains(c.firsts(m), kernel))
	}
	return n
}

// medianPlace is that of a kernel.
func medianPlace(all []contest, kernel string, m measure) float64 {
	var places []float64
	for _, c := range all {
		places = append(places, float64(c.place(kernel, m)))
	}
	return evidence.Median(places)
}

// listed are words with commas, and an "and" before the last.
func listed(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// mediansOver are the medians over the targets of both sets, each, of J of the first by gap over the least.
func mediansOver(all []contest, by measure, family string) (medians []float64) {
	for _, set := range []string{run.FoundOn, run.TriedOn} {
		var overs []float64
		for _, c := range ofFamilies(all, set, family) {
			overs = append(overs, c.over(c.firsts(byGap)[0], by))
		}
		medians = append(medians, evidence.Median(overs))
	}
	return medians
}

// rangeOfMedians are the least and the most of mediansOver.
func rangeOfMedians(all []contest, by []measure, families ...string) (low, high float64) {
	low = math.Inf(1)
	for _, family := range families {
		for _, m := range by {
			medians := mediansOver(all, m, family)
			low = min(low, slices.Min(medians))
			high = max(high, slices.Max(medians))
		}
	}
	return low, high
}

// lessOn counts the targets on which one kernel has less J than another.
func lessOn(t *testing.T, all []contest, kernel, other string, by measure) string {
	t.Helper()
	n := 0
	for _, c := range all {
		one, has := c.row(kernel)
		two, hasToo := c.row(other)
		if !has || !hasToo {
			t.Errorf("%s or %s has no row on %s", kernel, other, c.target)
		}
		n += count(by.of(one) < by.of(two))
	}
	return fmt.Sprint(n)
}

// twoDigits is a number with two digits, and no power of ten.
func twoDigits(v float64) string {
	const hundred = 100
	if v < hundred {
		return digits2(v)
	}
	return fmt.Sprintf("%.0f", math.Round(v/10)*10)
}

// TestBothCounts: the page and the finding have the tables of all four counts, of Gibbs in order and of the first by
// gap.
func TestBothCounts(t *testing.T) {
	rows := reporttest.CommittedCSV[Row](t, folder, "rows.csv")
	without := contests(rows, false)
	for _, by := range byAnnealing { // a gradient as one evaluation changes no first
		if n := firstOn(bothSets(contestsWithout(rows, clusters...), small...), gradientAsOne, by); n > 0 {
			t.Errorf("%s: it is first on %d", by.name, n)
		}
	}
	for _, path := range []string{filepath.Join(folder, "README.md"), "../../../reports/README.md"} {
		page := string(must.Have(os.ReadFile(path))(t))
		for _, family := range small {
			found := ofFamilies(without, run.FoundOn, family)
			tried := ofFamilies(without, run.TriedOn, family)
			firsts := fmt.Sprintf(" %d; %d |", len(found), len(tried))
			overs := firsts
			for _, by := range byAnnealing {
				firsts += fmt.Sprintf(" %d; %d |", firstOn(found, "cycle", by), firstOn(tried, "cycle", by))
				medians := mediansOver(without, by, family)
				overs += fmt.Sprintf(" %s; %s |", twoDigits(medians[0]), twoDigits(medians[1]))
			}
			for _, cells := range []string{firsts, overs} {
				if !strings.Contains(page, cells) {
					t.Errorf("%s, %s: it has not %q", path, family, cells)
				}
			}
		}
	}
}

// TestFirstByGapIsNotLast: on no target is the first by gap the last by J of an annealing, and the page has the pairs
// that are nearest to it.
func TestFirstByGapIsNotLast(t *testing.T) {
	all := contests(reporttest.CommittedCSV[Row](t, folder, "rows.csv"), false)
	targets := 0
	for _, c := range all {
		if c.family == counted {
			continue
		}
		targets++
		for _, by := range byAnnealing {
			for _, kernel := range c.firsts(byGap) {
				place, kernels := c.place(kernel, by), len(c.rows)
				if place == kernels {
					t.Errorf("%s is last of %d on %s", kernel, place, c.target)
				}
				if float64(place) > 0.89*float64(kernels) && c.target != "clustering:4:3, seed 302" {
					t.Errorf("%s is %d. of %d on %s", kernel, place, kernels, c.target)
				}
				if over := c.over(kernel, by); over > 5000 && c.target != "clustering:6:2, seed 2" {
					t.Errorf("%s has %v times the least J on %s", kernel, over, c.target)
				}
			}
		}
	}
	of := func(target string) contest {
		i := slices.IndexFunc(all, func(c contest) bool { return c.target == target })
		return all[i]
	}
	near := of("clustering:4:3, seed 302")
	far := of("clustering:6:2, seed 2")
	back := of("potts:2x2:3:2")
	got := fmt.Sprint(targets, near.firsts(byGap), near.place("independence", byCharged),
		near.place("independence", byCharged1000), len(near.rows), math.Round(near.over("independence", byCharged)),
		far.firsts(byGap), far.place("king", byCharged), len(far.rows), far.over("king", byCharged),
		back.place("langevin:1.5", byGap), back.place("langevin:1.5", byCharged), len(back.rows))
	if want := "62 [independence] 16 17 18 2609 [king] 15 20 2.425e+06 3 18 18"; got != want {
		t.Errorf("%s, and on the page %s", got, want)
	}
}

// TestImportance: where draws of the start, which are weighed and not moved, take fewer evaluations than an annealing
// and than a chain, as the page counts it.
func TestImportance(t *testing.T) {
	found := Found{reporttest.CommittedCSV[Row](t, folder, "rows.csv"),
		reporttest.CommittedCSV[Estimate](t, folder, "estimates.csv")}
	got := map[string][]int{"side": make([]int, 4), "logf": make([]int, 4)}
	for _, p := range pricesOf(found, counted) {
		counts := got[p.function]
		counts[0] += count(p.importance < p.charged)
		counts[1] += count(p.importance < p.free)
		counts[2] += count(p.importance < p.chain)
		counts[3] += count(p.importance < p.free && p.free < p.chain)
	}
	if want := fmt.Sprint(map[string][]int{"side": {6, 5, 2, 1}, "logf": {3, 1, 0, 0}}); fmt.Sprint(got) != want {
		t.Errorf("draws of the start take fewer than an annealing, charged and free, and than a chain on %v, on the "+
			"page "+
			"on %s", got, want)
	}
}

// TestWays: the page has the tables of ways, row by row.
func TestWays(t *testing.T) {
	estimates := reporttest.CommittedCSV[Estimate](t, folder, "estimates.csv")
	page := string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t))
	for _, of := range []table.Table{waysByFamily(estimates, chargedDraw), waysByKernel(estimates, chargedDraw)} {
		for _, row := range of.Rows {
			line := "|"
			for _, cell := range row {
				line += fmt.Sprintf(" %v |", cell)
			}
			if !strings.Contains(page, line) {
				t.Errorf("the page has not %s", line)
			}
		}
	}
}

// cases counts some of the bests: "12 of 15".
func cases(all []best, is func(best) bool) string {
	n := 0
	for _, b := range all {
		n += count(is(b))
	}
	return fmt.Sprintf("%d of %d", n, len(all))
}

// some are the bests of some families and functions; no function is both.
func some(all []best, families []string, functions ...string) []best {
	return slices.DeleteFunc(slices.Clone(all), func(b best) bool {
		return !slices.Contains(families, b.family) || functions != nil && !slices.Contains(functions, b.function)
	})
}

// twoLevels counts the cases on cells whose best annealing has two levels.
func twoLevels(all []Estimate) string {
	runs := slices.DeleteFunc(slices.Clone(all), func(r Estimate) bool {
		return r.Method != annealing || r.Family == counted
	})
	short := slices.DeleteFunc(slices.Clone(runs), func(r Estimate) bool { return r.T > 2 })
	least := bests(short, chargedDraw)
	n := 0
	for i, b := range bests(runs, chargedDraw) {
		n += count(least[i].price[annealing] == b.price[annealing])
	}
	return fmt.Sprintf("%d of %d", n, len(least))
}

// TestWaysInWords: the counts of the page's sentences on ways.
func TestWaysInWords(t *testing.T) {
	estimates := reporttest.CommittedCSV[Estimate](t, folder, "estimates.csv")
	page := strings.Join(strings.Fields(string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t))), " ")
	says := func(format string, args ...any) {
		t.Helper()
		if sentence := fmt.Sprintf(format, args...); !strings.Contains(page, sentence) {
			t.Errorf("the page does not say %q", sentence)
		}
	}
	all := bests(estimates, chargedDraw)
	weighed := func(b best) bool { return b.under(importance, annealing) }
	says("fewer evaluations than the best annealing of log f on %s targets, and of the side on %s",
		cases(some(all, small, "logf"), weighed), cases(some(all, small, "side"), weighed))
	says("has two levels in %s cases", twoLevels(estimates))
	says("a chain is first of all in %s cases", cases(some(all, []string{spins, glasses}),
		func(b best) bool { return b.first() == oneChain }))
	says("such draws are first in %s", cases(some(all, []string{machines, labels, posteriors}),
		func(b best) bool { return b.first() == importance }))
	resampled := func(b best) bool { return b.under(smc, annealing) }
	by := func(kernel string, families ...string) string {
		tried := slices.DeleteFunc(bests(estimates, chargedDraw, kernel), func(b best) bool {
			return math.IsInf(b.price[smc], 1)
		})
		return cases(some(tried, families), resampled)
	}
	says("With `wolff` they take fewer in %s cases on cells and in %s on counted spins, and with `swendsen-wang` in "+
		"%s and %s", by("wolff", small...), by("wolff", counted), by("swendsen-wang", small...),
		by("swendsen-wang", counted))
	says("with `cycle` in %s, with `king` in %s, with `informed` in %s and with `block-gibbs` in %s",
		by("cycle", small...), by("king", small...), by("informed", small...), by("block-gibbs", small...))
	says("With `metropolis` it is %s on cells and %s on counted spins", by("metropolis", small...),
		by("metropolis", counted))
	says("take fewer than a chain as well in %s cases of machines, labels and posteriors, and in %s of spins and "+
		"glasses",
		cases(some(all, []string{machines, labels, posteriors}), func(b best) bool {
			return b.under(smc, annealing) && b.under(smc, oneChain)
		}), cases(some(all, []string{spins, glasses}), func(b best) bool {
			return b.under(smc, annealing) && b.under(smc, oneChain)
		}))
	free := bests(estimates, freeDraw)
	i := 0
	says("With free weights the first is the same in %s", cases(all, func(b best) bool {
		i++
		return b.first() == free[i-1].first()
	}))
	says("particles are first of all in %s", cases(all, func(b best) bool { return b.first() == smc }))
}

// TestFigures: the figures are those of the committed rows.
func TestFigures(t *testing.T) {
	found := Found{reporttest.CommittedCSV[Row](t, folder, "rows.csv"),
		reporttest.CommittedCSV[Estimate](t, folder, "estimates.csv")}
	reporttest.FiguresUpToDate(t, folder, Page(found).Unrendered(), "go -C experiments/studies run . leaderboard "+
		"makes it",
		false)
}

// TestSentences: each number of the page's sentences is what the committed rows say.
func TestSentences(t *testing.T) {
	rows := reporttest.CommittedCSV[Row](t, folder, "rows.csv")
	found := Found{rows, reporttest.CommittedCSV[Estimate](t, folder, "estimates.csv")}
	page := strings.Join(strings.Fields(string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t))), " ")
	says := func(format string, args ...any) {
		t.Helper()
		if sentence := fmt.Sprintf(format, args...); !strings.Contains(page, sentence) {
			t.Errorf("the page does not say %q", sentence)
		}
	}
	with := contests(rows, true)
	without := contests(rows, false)
	small := []string{spins, glasses, machines, labels, posteriors}
	says("a first set of %d targets was tried on %d others", len(ofFamilies(with, run.FoundOn, small...)),
		len(ofFamilies(with, run.TriedOn, small...)))

	bonds := bothSets(with, spins, glasses)
	says("`wolff` is first on %d of %d by J", firstOn(bonds, "wolff", byCharged), len(bonds))
	free := bothSets(without, spins, glasses)
	of := func(family string) []contest { return bothSets(with, family) }
	leads := 0
	var onMachines, onPosteriors, wolffs []string
	for _, by := range byAnnealing {
		leads += firstOn(free, "cycle", by) + firstOn(of(labels), "cycle", by)
		onMachines = append(onMachines, fmt.Sprint(firstOn(of(machines), "cycle", by)))
		onPosteriors = append(onPosteriors, fmt.Sprint(firstOn(of(posteriors), "cycle", by)))
		wolffs = append(wolffs, fmt.Sprint(firstOn(bonds, "wolff", by)))
	}
	says("on all %d of spins, glasses and labels", firstOn(free, "cycle", byCharged)+firstOn(of(labels), "cycle",
		byCharged))
	says("by all four counts together on %d of %d", leads, len(byAnnealing)*(len(free)+len(of(labels))))
	says("on %s of %d machines", listed(onMachines), len(of(machines)))
	says("on %s of %d posteriors", listed(onPosteriors), len(of(posteriors)))
	says("(by the four counts %s)", listed(wolffs))
	if firstOn(bothSets(without, small...), "cycle", byGap) == 0 {
		says("It is first by gap nowhere")
	}

	low, high := rangeOfMedians(without, byAnnealing, spins, glasses, labels)
	says("has %.1f to %.0f times the least J", low, high)
	low, high = rangeOfMedians(without, byAnnealing, machines)
	says("%.1f to %.1f times on machines", low, high)
	ordinals := map[float64]string{2: "second", 12: "twelfth", 13: "thirteenth", 14: "fourteenth", 15: "fifteenth"}
	says("`independence` is %s by gap, and %s by J", ordinals[medianPlace(free, "independence", byGap)],
		ordinals[medianPlace(free, "independence", byCharged)])

	worse, worseCharged := 0, 0
	priced := 0
	least := math.Inf(1)
	for _, p := range pricesOf(found, counted) {
		if !(p.smc > 0) {
			t.Errorf("%s has no particles", p.target)
		}
		worse += count(p.smc > p.free)
		worseCharged += count(p.smcCharged > p.charged)
		priced++
		if p.function == "side" && p.relaxation > 1600 && p.charged < p.chain {
			least = min(least, p.relaxation)
		}
	}
	says("take more evaluations than annealing in %d of %d cases with free weights, and in %d with charged ones", worse,
		priced, worseCharged)
	var below, oneBelow, cycleBelow, cycleOnBonds []string
	machinesOnly := bothSets(contestsWithout(rows), machines)
	onBonds := bothSets(contestsWithout(rows), spins, glasses)
	for _, by := range byAnnealing {
		below = append(below, lessOn(t, machinesOnly, "informed", "informed-gradient", by))
		oneBelow = append(oneBelow, lessOn(t, machinesOnly, gradientAsOne, "informed", by))
		cycleBelow = append(cycleBelow, lessOn(t, machinesOnly, "cycle", gradientAsOne, by))
		cycleOnBonds = append(cycleOnBonds, lessOn(t, onBonds, "cycle", gradientAsOne, by))
	}
	says("has a higher J than `informed` on %s of %d by the four counts, at the same price", listed(below),
		len(machinesOnly))
	says("it has a lower one on %s", listed(oneBelow))
	says("`cycle` has a lower one still on all %d, and on all %d of spins and glasses", len(machinesOnly), len(onBonds))
	for i := range byAnnealing {
		if cycleBelow[i] != fmt.Sprint(len(machinesOnly)) || cycleOnBonds[i] != fmt.Sprint(len(onBonds)) {
			t.Error("not on all")
		}
	}

	lows := []float64{math.Inf(1), math.Inf(1)}
	highs := []float64{0, 0}
	curie, times := 0, math.Inf(1)
	for _, r := range rows {
		if r.Family != counted || r.Kernel != "wolff" || r.Left != "" {
			continue
		}
		curie++
		for i, v := range []float64{r.ChainLogF, r.ChainSide} {
			lows[i] = min(lows[i], v)
			highs[i] = max(highs[i], v)
		}
		times = min(times, r.FreeLogF/r.ChainLogF, r.FreeSide/r.ChainSide)
	}
	says("on all %d `curie-weiss` a chain of `wolff` takes %.1f to %.1f evaluations for an exact draw of log f, and "+
		"%.2f to %.1f for one of the side, where its own annealing takes at least %.0f times as many", curie, lows[0],
		highs[0], lows[1], highs[1], math.Floor(times))
	says("from %.0f,000 evaluations on", math.Round(least/1000))
}
