package tempering

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains/evidence"
	"breadboard/chains/tempering"
	"breadboard/exact/replicas"
	"breadboard/experiments/studies/run"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

const folder = "../../../reports/tempering"

// allOf is what is committed.
func allOf(t *testing.T) Found {
	return Found{reporttest.CommittedCSV[Ladder](t, folder, "ladders.csv"),
		reporttest.CommittedCSV[Rival](t, folder, "rivals.csv")}
}

// TestRoundTrips: with two walkers the formula is right whatever explores. On all ladders of more the rate is below it;
// the page and the finding have the range.
func TestRoundTrips(t *testing.T) {
	low := math.Inf(1)
	high := 0.
	more := 0
	for _, r := range allOf(t).Ladders {
		switch {
		case math.IsNaN(r.Trips):
		case r.Walkers == 2:
			must.Near(t, share(r), 1, 1e-4, "two walkers on %s", r.Target)
		default:
			more++
			low = min(low, share(r))
			high = max(high, share(r))
		}
	}
	if math.Round(100*low) != 19 || math.Round(100*high) != 96 || more != 200 {
		t.Errorf("the rate is %v to %v of the formula's on %d ladders, and 0.19 to 0.96 of 200 on the page", low, high,
			more)
	}
}

// TestTurnsBeatTheCoin: on no ladder the coin is better by anything.
func TestTurnsBeatTheCoin(t *testing.T) {
	all := pairs(allOf(t).Ladders)
	for _, p := range all {
		if p.seo.Trips > p.deo.Trips || p.seo.Relaxation < p.deo.Relaxation || j30(p.seo) < j30(p.deo) ||
			j100(p.seo) < j100(p.deo) || j300(p.seo) < j300(p.deo) {
			t.Errorf("the coin is better on %s with %d walkers", p.deo.Target, p.deo.Walkers)
		}
	}
	if len(all) != 100 {
		t.Errorf("%d ladders, and 100 on the page", len(all))
	}
}

// most is the largest number of walkers that was tried.
func (c contest) most() (walkers int) {
	for _, r := range c.rows {
		walkers = max(walkers, r.Walkers)
	}
	return walkers
}

// TestMoreThanPractice: of the targets on which more walkers than practice has were tried, none is better with them, by
// J at any price or by evaluations a trip. On the others the question is open.
func TestMoreThanPractice(t *testing.T) {
	more := map[string]int{}
	as, fewer := 0, 0
	var open []string // the least J is at the largest number tried
	for _, c := range contests(allOf(t).Ladders) {
		practice := c.rows[0].Practice
		switch most := c.most(); {
		case most > practice:
			more[c.set]++
		case most == practice:
			as++
		default:
			fewer++
		}
		for _, of := range []func(Ladder) float64{j30, j100, j300, perTrip} {
			if best := c.best(of); best.Walkers > practice {
				t.Errorf("%s is better with %d walkers than with practice's %d", c.target, best.Walkers, practice)
			}
		}
		if c.best(j100).Walkers == c.most() {
			open = append(open, c.target)
		}
	}
	if more[run.FoundOn] != 6 || more[run.TriedOn] != 7 || as != 15 || fewer != 4 {
		t.Errorf("more walkers than practice's were tried on %v, as many on %d, and fewer on %d", more, as, fewer)
	}
	slices.Sort(open)
	if want := []string{"hard 1", "hard 3, 4x4", "hard 301", "hard 302"}; !slices.Equal(open, want) {
		t.Errorf("the least J is at the largest number on %v, and on %v on the page", open, want)
	}
}

// TestPracticeHasMany: the price of practice's number of walkers.
func TestPracticeHasMany(t *testing.T) {
	fewer, tried := 0, 0
	var over []float64
	for _, c := range contests(allOf(t).Ladders) {
		own, ok := c.practised()
		if !ok { // its product is too large
			continue
		}
		tried++
		over = append(over, j100(own)/j100(c.best(j100)))
		if over[len(over)-1] > 1.05 {
			fewer++
		}
	}
	median := evidence.Median(over)
	if fewer != 16 || tried != 28 || math.Round(10*median) != 13 || math.Round(slices.Max(over)) != 80 {
		t.Errorf("%d of %d targets are better with fewer, J over the least %v, most %v", fewer, tried, median,
			slices.Max(over))
	}
}

// TestBesideOthers: tempering has less J than annealing and than particles everywhere. Of two chains one has still less
// on random targets and BARRIER, and the other on counted ones.
func TestBesideOthers(t *testing.T) {
	found := allOf(t)
	logR := 0
	all := 0
	fours := 0
	for _, c := range contests(found.Ladders) {
		best := c.best(func(r Ladder) float64 { return r.J100 }).J100
		if !(best < found.least(c, annealing, two, four)) {
			t.Errorf("%s: J of tempering is %v", c.target, best)
		}
		if !math.IsInf(found.least(c, four), 1) {
			fours++
		}
		wins, loses := draws, chain
		if c.family == spins || c.family == colours {
			wins, loses = chain, draws
		}
		if !(found.least(c, wins) < best && best < found.least(c, loses)) {
			t.Errorf("%s: J of tempering is %v, and not between %s and %s", c.target, best, wins, loses)
		}
		rmse := slices.Min(valuesOf(c.rows, func(r Ladder) float64 { return min(r.RMSEStones, r.RMSEIntegral) }))
		i := slices.IndexFunc(found.Rivals, func(r Rival) bool {
			return r.Target == c.target && r.Set == c.set && r.Method == annealing
		})
		all++
		if rmse < found.Rivals[i].RMSE {
			logR++
		}
	}
	if logR != 31 || all != 32 || fours != 23 {
		t.Errorf("log R is better on %d of %d, and on 31 of 32 on the page; smc:4 was run on %d", logR, all, fours)
	}
}

// TestOtherPrices: with three walkers tempering still has less J than annealing and particles, and at 30 evaluations
// one of two chains has less than tempering on all targets but one.
func TestOtherPrices(t *testing.T) {
	found := allOf(t)
	three, chains := 0, 0
	moves := 0
	for _, c := range contests(found.Ladders) {
		others := found.least(c, annealing, two, four)
		for _, r := range found.Ladders {
			if r.Target != c.target || r.Set != c.set || r.Walkers != 3 || r.Exchange != "deo" || r.J100 >= others {
				continue
			}
			if r.Hot == "draw" {
				three++
			} else {
				moves++
			}
		}
		least := math.Inf(1)
		for _, r := range found.Rivals {
			if r.Target == c.target && r.Set == c.set && (r.Method == chain || r.Method == draws) {
				least = min(least, r.J30)
			}
		}
		if least < c.best(func(r Ladder) float64 { return r.J30 }).J30 {
			chains++
		}
	}
	if three != 32 || moves != 31 || chains != 31 {
		t.Errorf("three walkers win on %d, with moves on %d, and at 30 evaluations a chain on %d", three, moves, chains)
	}
}

// TestFigures: the figures are those of the committed rows.
func TestFigures(t *testing.T) {
	reporttest.FiguresUpToDate(t, folder, Page(allOf(t)).Unrendered(), "go -C experiments/studies run . tempering "+
		"makes it",
		false)
}

// TestMeasuredToday: a small ladder has the committed numbers.
func TestMeasuredToday(t *testing.T) {
	s := subject{set: run.FoundOn, family: random, toy: "easy", seed: 1, corner: true}
	c := must.Have(s.chain())(t)
	a, _, err := c.At(t.Context(), 2)
	must.Do(t, err)
	l := tempering.Ladder{Annealing: a, Exchange: tempering.DEO, Fresh: true}
	today := Found{Ladders: []Ladder{must.Have(s.ladder(t.Context(), l, true))(t)}}.round().Ladders[0]
	i := slices.IndexFunc(allOf(t).Ladders, func(r Ladder) bool {
		return r.Target == today.Target && r.Walkers == 2 && r.Exchange == "deo" && r.Hot == "draw"
	})
	was := allOf(t).Ladders[i]
	for k, v := range today.numbers() {
		must.Near(t, *v, *was.numbers()[k], 1e-4*math.Abs(*v), "number %d", k)
	}
	if replicas.States(c.States, 2) != 256 {
		t.Error("16 states")
	}
}
