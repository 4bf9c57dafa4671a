package reports

import (
	"cmp"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/draws"
	"breadboard/reports/table"
)

// Draws are the tables of samples beside the law of a target: a row a sample and, for people, the cells that are
// farthest off in the sample of least p-value.
func Draws(c experiments.Chain, all []draws.Result, f table.Format) []table.Table {
	if f.ForPrograms() {
		names := map[string]any{"target": c.TargetName(), "grid": c.Target.Grid.String(), "seed": table.Pointed(c.Seed)}
		return []table.Table{table.Filled(table.Table{Columns: forPrograms(columns.Of("draws"))}, all,
			func(draws.Result) map[string]any { return names })}
	}
	t := table.Filled(table.Table{Title: "Draws beside " + c.TargetLabel() + " on " + c.Where(), Columns: table.Columns("sample",
		"draws", "ess=ESS", "chi_square=χ²", "df", "p_value=p", "kl=KL(q‖p)", "kl_stderr=±", "verdict")}, all, nil)
	if all[0].Name == "" {
		t.Drop("sample")
	}
	t.Note("ESS: the least of log p and the coordinates; χ² and KL are of draws so far apart that they hardly depend on each "+
		"other. p: at %g or below, corrected for the number of samples, the draws are not p's: the sampler is wrong, or it has "+
		"not been everywhere in proportion. Below an ESS of %d nothing is said.", draws.Level, draws.LeastESS)
	r := slices.MinFunc(all, func(a, b draws.Result) int { return cmp.Compare(a.P, b.P) }) // NaN is the least
	cells := table.Table{Columns: table.Columns("cell", "at", "q", "p", "z"),
		Title: strings.TrimSpace("The cells that are farthest off " + r.Name)}
	for _, x := range r.Farthest(8) {
		cells.Add(x, c.Target.Grid.Coords(x), r.Q[x], r.Law[x], table.ThreeDigits(r.Z[x]))
	}
	cells.Note("q: the share of the draws. z: how far it is off, in standard errors. %s without a draw, of which p expects %d "+
		"or more. What draws do not show: whether weights are right (breadboard sandwich), how far the program's law is from p "+
		"(aide), and whether the kernel leaves p invariant (validate); a mode too light to be expected is not missed.",
		table.Counted(len(r.Lacking), "cell"), draws.Expected)
	return []table.Table{t, cells}
}
