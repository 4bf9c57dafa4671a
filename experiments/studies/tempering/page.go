package tempering

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/evidence"
	"breadboard/experiments"
	"breadboard/experiments/studies/display"
	"breadboard/experiments/studies/run"
	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// Names are the names of the files of Page.
var Names = slices.Concat([]string{"ladders.csv", "rivals.csv"}, table.Names("png svg", "trips", "rivals"))

// Page shows what was found, and has all numbers for programs.
func Page(found Found) (all study.Study) {
	all.People = []table.Table{tripsTable(found.Ladders), practiceTable(found.Ladders), reversibleTable(found.Ladders),
		rivalsTable(found)}
	all.Others = append(all.Others, display.Rows("ladders.csv", found.Ladders),
		display.Rows("rivals.csv", found.Rivals))
	all.Figure("trips", func(w io.Writer, m figure.Medium) error { return drawnTrips(w, m, found.Ladders) })
	all.Figure("rivals", func(w io.Writer, m figure.Medium) error { return drawnRivals(w, m, found) })
	return all
}

// families are all of them, in the order of the tables.
var families = []string{random, paper, spins, colours}

// laddersWhere are the ladders that a test is true of.
func laddersWhere(all []Ladder, is func(r Ladder) bool) []Ladder {
	return slices.DeleteFunc(slices.Clone(all), func(r Ladder) bool { return !is(r) })
}

// share is the real rate of round trips over that of perfect exploration.
func share(r Ladder) float64 { return r.Trips / r.Ideal }

// A spread is the least, the median and the most of numbers.
func spread(values []float64) string {
	if len(values) == 0 {
		return ""
	}
	return fmt.Sprintf("%.2g; %.2g; %.2g", floats.Min(values), evidence.Median(values), floats.Max(values))
}

// valuesOf are those of rows that are known.
func valuesOf[R any](rows []R, of func(R) float64) (all []float64) {
	for _, r := range rows {
		if v := of(r); !math.IsNaN(v) {
			all = append(all, v)
		}
	}
	return all
}

// tripsTable has the rates of round trips over the formula's.
func tripsTable(rows []Ladder) table.Table {
	t := table.Table{Title: "Round trips over the formula's: least; median; most", Lead: 2,
		Columns: table.Columns("family", "set", "walkers", "deo_draw=deo, draws", "deo_move=deo, moves",
			"seo_draw=seo, draws", "seo_move=seo, moves")}
	for _, family := range families {
		for _, set := range []string{run.FoundOn, run.TriedOn} {
			for walkers := 2; walkers <= mostWalkers; walkers++ {
				cells := []any{family, set, walkers}
				known := false
				for _, exchange := range []string{"deo", "seo"} {
					for _, hot := range []string{"draw", "move"} {
						here := laddersWhere(rows, func(r Ladder) bool {
							return r.Family == family && r.Set == set && r.Walkers == walkers &&
								r.Exchange == exchange && r.Hot == hot
						})
						values := valuesOf(here, share)
						known = known || len(values) > 0
						cells = append(cells, spread(values))
					}
				}
				if known {
					t.Add(cells...)
				}
			}
		}
	}
	return t
}

// A contest is the ladders of a target by their numbers of walkers, with exchanges in turn and draws.
type contest struct {
	set, family, target string
	rows                []Ladder
}

func contests(rows []Ladder) (all []contest) {
	usual := laddersWhere(rows, func(r Ladder) bool { return r.Exchange == "deo" && r.Hot == "draw" })
	type place struct{ set, family, target string }
	for at, some := range experiments.GroupBy(usual, func(r Ladder) place { return place{r.Set, r.Family, r.Target} }) {
		all = append(all, contest{at.set, at.family, at.target, some})
	}
	return all
}

// best is the ladder of least measure.
func (c contest) best(of func(Ladder) float64) Ladder {
	return slices.MinFunc(c.rows, func(a, b Ladder) int { return cmp.Compare(of(a), of(b)) })
}

// practised is the ladder of practice's number, or of the largest that was tried. Without ok it was not tried.
func (c contest) practised() (r Ladder, ok bool) {
	i := slices.IndexFunc(c.rows, func(r Ladder) bool { return r.Walkers == r.Practice })
	if i < 0 {
		return r, false
	}
	return c.rows[i], true
}

func j30(r Ladder) float64  { return max(r.J30, run.Negligible) }
func j100(r Ladder) float64 { return max(r.J100, run.Negligible) }
func j300(r Ladder) float64 { return max(r.J300, run.Negligible) }

// perTrip is the number of evaluations for a round trip.
func perTrip(r Ladder) float64 {
	if math.IsNaN(r.Trips) {
		return math.Inf(1)
	}
	return r.ScanCost / r.Trips
}

// practiceTable says by how much practice's number of walkers misses the best, by J and by evaluations for a trip.
func practiceTable(rows []Ladder) table.Table {
	t := table.Table{Title: "Practice's number of walkers over the best number", Lead: 2,
		Columns: table.Columns("family",
			"target", "set", "practice", "j30=best, J at 30", "over30=over", "j100=at 100", "over100=over",
			"j300=at 300",
			"over300=over", "trips=evaluations a trip", "over_trips=over")}
	for _, c := range contests(rows) {
		own, ok := c.practised()
		cells := []any{c.family, c.target, c.set, c.rows[0].Practice}
		for _, of := range []func(Ladder) float64{j30, j100, j300, perTrip} {
			best := c.best(of)
			over := any(nil)
			if ok && !math.IsInf(of(own), 0) {
				over = fmt.Sprintf("%.2g", of(own)/of(best))
			}
			cells = append(cells, best.Walkers, over)
		}
		t.Add(cells...)
	}
	return t
}

// A pair is the same ladder with both schemes.
type pair struct{ deo, seo Ladder }

// pairs are those of three walkers and more: two have one pair, which both schemes offer half of the time.
func pairs(rows []Ladder) (all []pair) {
	for _, d := range rows {
		if d.Exchange != "deo" || d.Walkers < 3 {
			continue
		}
		for _, s := range rows {
			if s.Exchange == "seo" && s.Target == d.Target && s.Walkers == d.Walkers && s.Hot == d.Hot &&
				s.Set == d.Set {
				all = append(all, pair{d, s})
			}
		}
	}
	return all
}

// wins counts where seo is better, of how many.
func wins(all []pair, better func(p pair) bool) string {
	n := 0
	for _, p := range all {
		if better(p) {
			n++
		}
	}
	return fmt.Sprintf("%d of %d", n, len(all))
}

// reversibleTable counts where reversible exchanges are better.
func reversibleTable(rows []Ladder) table.Table {
	t := table.Table{Title: "Where the coin, seo, is better than turns, deo", Columns: table.Columns("set",
		"trips=round trips",
		"relaxation", "j30=J at 30", "j100=J at 100", "j300=J at 300", "over=deo's J at 100 over seo's")}
	for _, set := range []string{run.FoundOn, run.TriedOn} {
		of := slices.DeleteFunc(pairs(rows), func(p pair) bool { return p.deo.Set != set })
		j := func(of func(Ladder) float64) func(p pair) bool {
			return func(p pair) bool { return of(p.seo) < of(p.deo) }
		}
		over := valuesOf(of, func(p pair) float64 { return j100(p.deo) / j100(p.seo) })
		trips := wins(of, func(p pair) bool { return p.seo.Trips > p.deo.Trips })
		relaxation := wins(of, func(p pair) bool { return p.seo.Relaxation < p.deo.Relaxation })
		t.Add(set, trips, relaxation, wins(of, j(j30)), wins(of, j(j100)), wins(of, j(j300)), spread(over))
	}
	return t
}

// least is the least J after 100 evaluations of some methods on the target of a contest.
func (f Found) least(c contest, methods ...string) float64 {
	least := math.Inf(1)
	for _, r := range f.Rivals {
		if r.Target == c.target && r.Set == c.set && slices.Contains(methods, r.Method) {
			least = min(least, r.J100)
		}
	}
	return least
}

// rivalsTable has J of all methods: parallel tempering with practice's number of walkers, or the largest that was
// tried, and with the best.
func rivalsTable(found Found) table.Table {
	t := table.Table{Title: "J after 100 evaluations, and the error of log R after 300", Lead: 2,
		Columns: table.Columns(
			"family", "target", "set", "pt=PT, best N", "pt3=three walkers", "move=hot moves", "annealing", "chain",
			"draws=chain of draws", "two=smc:2", "four=smc:4",
			"rmse=PT's log R", "rmse_annealing=annealing's", "rmse_two=smc:2's")}
	for _, c := range contests(found.Ladders) {
		of := func(method string) (r Rival) {
			i := slices.IndexFunc(found.Rivals, func(r Rival) bool {
				return r.Target == c.target && r.Set == c.set && r.Method == method
			})
			return found.Rivals[i]
		}
		byFour := "" // not run where it takes long
		if least := found.least(c, four); !math.IsInf(least, 1) {
			byFour = fmt.Sprintf("%.2g", least)
		}
		three := slices.IndexFunc(c.rows, func(r Ladder) bool { return r.Walkers == 3 })
		moves := laddersWhere(found.Ladders, func(r Ladder) bool {
			return r.Target == c.target && r.Set == c.set && r.Hot == "move" && r.Exchange == "deo" && r.Walkers == 3
		})
		j := func(v float64) string { return fmt.Sprintf("%.2g", v) }
		byMoves := ""
		if len(moves) > 0 {
			byMoves = j(moves[0].J100)
		}
		least := floats.Min(valuesOf(c.rows, func(r Ladder) float64 { return min(r.RMSEStones, r.RMSEIntegral) }))
		t.Add(c.family, c.target, c.set, j(c.best(j100).J100), j(c.rows[three].J100), byMoves, j(of(annealing).J100),
			j(of(chain).J100), j(of(draws).J100), j(of(two).J100), byFour, j(least), j(of(annealing).RMSE),
			j(of(two).RMSE))
	}
	return t
}
