package studies

import (
	"io"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/score"
	"breadboard/experiments/studies/samplers"
	"breadboard/reports/figure"
	"breadboard/reports/scores"
	"breadboard/reports/table"
)

// shown is how many points a panel of Figure 3 has, at most.
const shown = 600

// A summary has the numbers that are rendered. All of them are in the files of data, so that a page can
// be made anew from these.
type summary struct {
	Size         size
	Boards       []board         // Table 1
	Profiles     []score.Profile // of time averages
	Solved       []score.Row     // Figure 2: means from an exact draw that succeed
	Points       []score.Point
	Verdicts     []samplers.Verdict
	Counterparts []samplers.Counterpart
	Calibrations []samplers.Calibration
	Metas        []samplers.Meta
	Findings     []experiments.Finding
}

// A board is a leaderboard with its place among the files.
type board struct {
	name, unit string
	score.Board
}

// boards are Table 1 at equal steps from each start, as many as the sampled chains have, and from an exact
// draw at equal evaluations of the density and at equal time.
func boards(s samplers.Study) (all []board) {
	asLong := slices.DeleteFunc(slices.Clone(s.Scores), func(r score.Row) bool { return r.Budget != s.N })
	for _, b := range score.Boards(asLong) {
		all = append(all, board{b.Start, score.Steps.Unit(), b})
	}
	for _, b := range score.Boards(s.Evaluations) {
		all = append(all, board{string(score.Evaluations), score.Evaluations.Unit(), b})
	}
	for _, b := range score.Boards(s.Times) {
		all = append(all, board{string(score.Time), score.Time.Unit(), b})
	}
	return all
}

type size struct {
	Quick     bool `column:"quick"`
	Chains    int  `column:"chains"`
	N         int  `column:"N"`
	Densities int  `column:"densities"`
	Kernels   int  `column:"kernels"`
	Runs      int  `column:"runs"`
	LeftOut   int  `column:"left_out"`
}

func summarize(s samplers.Study) summary {
	sum := summary{Boards: boards(s), Points: s.Points("exact", shown), Verdicts: s.Verdicts,
		Counterparts: s.Counterparts, Calibrations: s.Calibrations, Metas: s.Metas, Findings: s.Findings}
	sum.Size = size{Quick: s.Quick, Chains: s.Chains, N: s.N, Runs: len(s.Runs), LeftOut: len(s.LeftOut)}
	densities, kernels := map[string]bool{}, map[string]bool{}
	var averages []score.Row // KS distances are measured at the last step alone
	for _, r := range s.Scores {
		densities[r.Density], kernels[r.Kernel] = true, true
		if r.Class() == "ks" {
			continue
		}
		averages = append(averages, r)
		if r.Class() == "mean" && r.Start == "exact" && r.Budget == s.N && r.Solved() {
			sum.Solved = append(sum.Solved, r)
		}
	}
	sum.Size.Densities, sum.Size.Kernels = len(densities), len(kernels)
	sum.Profiles = score.Profiles(averages)
	return sum
}

func (s summary) profiles(start string) []score.Profile {
	return slices.DeleteFunc(slices.Clone(s.Profiles), func(p score.Profile) bool { return p.Start != start })
}

func (s summary) starts() (names []string) {
	for _, p := range s.Profiles {
		if !slices.Contains(names, p.Start) {
			names = append(names, p.Start)
		}
	}
	return names
}

// SamplersNames are the names of the files of Samplers.
var SamplersNames = slices.Concat(table.Names("md", "README", "rows"),
	table.Names("csv json", "calibration", "calibration-points", "counterparts", "diagnostics", "findings",
		"leaderboard-evaluations", "leaderboard-exact", "leaderboard-fit", "leaderboard-lightest", "leaderboard-time",
		"leaderboards", "profiles", "regression", "regression-sizes", "size", "solved"),
	table.Names("png svg", "boxes", "calibration", "profiles-exact", "profiles-fit", "profiles-lightest"))

const findingsTitle = "What holds of the paper"

// Samplers shows the study of how well samplers really work (package experiments/studies/samplers).
func Samplers(s samplers.Study) Study { return summarize(s).study() }

func (s summary) study() Study {
	all := Study{Quick: s.Size.Quick, Data: boardTables(s, table.CSV)}
	for _, b := range boardTables(s, table.Plain) {
		all.People = append(all.People, b.Table)
	}
	all.People = append(append(all.People, counterpartTable(s), verdictTable(s), calibrationTable(s)),
		each(s.Metas, metaTable)...)
	all.People = append(all.People, findingTable(findingsTitle, s.Findings))
	s.addData(&all)
	all.figure("boxes", func(w io.Writer, m figure.Medium) error { return scores.Boxes(w, m, s.Solved) })
	all.figure("calibration", func(w io.Writer, m figure.Medium) error {
		return scores.Calibration(w, m, s.Points, s.Size.Chains)
	})
	for _, start := range s.starts() {
		all.figure("profiles-"+start, func(w io.Writer, m figure.Medium) error {
			return scores.Profiles(w, m, s.profiles(start), "steps")
		})
	}
	all.text("README.md", strings.TrimSpace(fill("samplers", pageData(s)))+"\n")
	all.Others = append(all.Others, table.Page("rows.md", all.People...))
	return all
}

func pageData(s summary) map[string]any {
	fill := map[string]any{"Size": s.Size, "Runs": table.Thousands(s.Size.Runs), "N": table.Thousands(s.Size.N),
		"Findings": titled(findingTable(findingsTitle, s.Findings)), "Verdicts": titled(verdictTable(s)),
		"Counterparts": titled(counterpartTable(s))}
	fill["Starts"] = s.starts()
	fill["Boards"] = each(boardTables(s, table.Plain), func(b table.Named) string { return titled(b.Table) })
	fill["Metas"] = each(s.Metas, func(m samplers.Meta) string {
		return "From start " + m.Start + ":\n\n" + titled(metaTable(m))
	})
	return fill
}
