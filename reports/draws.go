package reports

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/draws"
	"breadboard/grid"
	"breadboard/grid/text"
	"breadboard/reports/table"
)

// Draws returns the tables of samples beside the distribution of a target: a row for each sample and, for people, the
// cells that are farthest off in the sample with the least p-value.
func Draws(an experiments.Annealer, all []draws.Result, f table.Format) []table.Table {
	if f.ForSoftware() {
		names := map[string]any{"target": an.TargetName(), "grid": an.GridName(), "seed": table.NilIfNil(an.Seed)}
		return []table.Table{table.Filled(table.Table{Columns: table.Keys("target grid seed sample draws ess kept " +
			"impossible chi_square df p_value verdict why reach p q z lacking")}, all,
			func(draws.Result) map[string]any { return names })}
	}
	// the least p-value; NaN is the least of all numbers, and so the last to be chosen
	worst := slices.MaxFunc(all, func(a, b draws.Result) int { return cmp.Compare(-a.P, -b.P) })
	return []table.Table{samplesTable(an, all), farthestOff(an.Target.Grid, worst)}
}

// samplesTable returns a row for each sample, and notes on what its draws show.
func samplesTable(an experiments.Annealer, all []draws.Result) table.Table {
	t := table.Table{
		Title:   "draws beside " + an.TargetName() + " on " + an.GridName() + SeedWords(an.Seed),
		Columns: table.Columns("sample", "chains", "draws", "ess=ESS", "chi_square=χ²", "p_value=p", "verdict"),
	}
	t = table.Filled(t, all, func(r draws.Result) map[string]any {
		verdict := table.Verdict{Text: r.Verdict}
		if r.Verdict == draws.Differs {
			verdict.Mark = table.Failed
		}
		return map[string]any{"verdict": verdict, "p_value": r.P}
	})
	if all[0].Name == "" {
		t.Drop("sample")
	}
	if len(all) == 1 {
		t.Title = all[0].Verdict + ": " + t.Title
	}
	t.Note("ESS: the least of log p and the coordinates; χ² is of the shares of all draws, as of so many that "+
		"are independent. p: corrected for the number of samples; at %g or below independent draws are not "+
		"p's, and of a chain nothing is known. Below an ESS of %d, or of %d draws in each of two parts, χ² has no known "+
		"distribution, and only draws in the lightest cells can tell.",
		draws.Level, draws.LeastESS, draws.Pooled)
	for _, r := range all {
		of := strings.TrimPrefix(r.Name+": ", ": ")
		switch {
		case r.Verdict == draws.Unclear:
			t.Note("%snothing is known: %s.", of, r.Why)
		case r.Why != "":
			t.Note("%s%s.", of, r.Why)
		}
		if r.Verdict == draws.Fits && !math.IsNaN(r.Reach) {
			t.Note("%sno difference is seen. A distribution that is %.2g or more from p in total variation, in cells "+
				"that are not pooled, would show one in 9 of 10 such samples.", of, r.Reach)
		}
		if r.Needs > 0 {
			t.Note("%s%g would show in about %s draws like these.", of, draws.Wanted, table.Thousands(r.Needs))
		}
	}
	return t
}

// fewCells bounds the cells of a sample that people see.
const fewCells = 8

// farthestOff returns the cells of a sample whose shares are farthest from p.
func farthestOff(g grid.Grid, r draws.Result) table.Table {
	t := table.Table{
		Columns: table.Columns("cell", "at", "q", "p", "z"),
		Title:   strings.TrimSpace("The cells that are farthest off " + r.Name),
	}
	cells := make([]int, len(r.Z))
	for x := range cells {
		cells[x] = x
	}
	slices.SortStableFunc(cells, func(x, y int) int { return cmp.Compare(math.Abs(r.Z[y]), math.Abs(r.Z[x])) })
	for _, x := range cells[:min(fewCells, len(cells))] {
		t.Add(x, g.Coords(x), r.Q[x], r.Target[x], r.Z[x])
	}
	t.Note("q: the share of the draws. z: how far it is off, in standard errors; inf where p is 0, and no "+
		"sampler of p is. Without a draw, where p expects %d or more: %s. What draws do not show: whether weights "+
		"are right (breadboard sandwich), how far a program's distribution is from p (aide), and whether a kernel "+
		"leaves p invariant (validate FILE, without --draws, judges the moves along chains). A light mode that "+
		"nobody visited is not missed.",
		draws.Expected, text.Count(len(r.Lacking), "cell"))
	return t
}
