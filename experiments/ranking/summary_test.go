package ranking

import (
	"math"
	"slices"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/sweep"
)

func sweepRow(toy string, seed uint64, schedule string, T int, j, b float64) sweep.Row {
	c := sweep.Job{Setting: experiments.Setting{Toy: toy, Schedule: schedule, T: T}.WithDefaults()}
	if toy != "barrier" {
		c.Seed = &seed
	}
	return sweep.Row{Job: c, Values: columns.NewValues(map[string]float64{"J": j, "B": b})}
}

// sweepRows returns a sweep whose numbers can be worked out by heart: easy has 4 draws,
// and the two orders disagree on the first; barrier has one target.
func sweepRows() []sweep.Row {
	var rows []sweep.Row
	for seed := range uint64(4) {
		j := float64(seed + 1)
		rows = append(rows, sweepRow("easy", seed, "linear", 10, 3*j, 2*j), sweepRow("easy", seed, "power:2", 10, j, j))
	}
	rows[0] = sweepRow("easy", 0, "linear", 10, 3, 0.5) // J = 3 and least B
	rows = append(rows, sweepRow("barrier", 0, "linear", 10, 2, 4), sweepRow("barrier", 0, "power:2", 10, 1, 5),
		sweepRow("barrier", 0, "linear", 5, 7, 8))
	bad := sweepRow("barrier", 0, "power:2", 5, math.NaN(), math.NaN())
	return append(rows, bad)
}

// same checks one fact.
func same[T comparable](t *testing.T, fact string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", fact, got, want)
	}
}

// Of each schedule on easy there are four draws. The power at T = 5 on barrier has no numbers, and
// so linear has no rival there.
func TestOutcomesOfASmallSweep(t *testing.T) {
	s := Summarize(sweepRows())
	same(t, "rows", s.Rows, 12)
	same(t, "unmeasured", len(s.Unmeasured), 1)
	same(t, "an agreement without the best", s.Open != nil, false)
	all := s.Outcomes
	same(t, "outcomes", len(all), 5)
	linear, power := all[0], all[1]
	same(t, "draws of linear on easy", len(linear.Draws), 4)
	same(t, "J of linear on easy, 3, 6, 9 and 12", linear.J, Spread{5.25, 7.5, 9.75, 12})
	same(t, "J of linear on easy over the least", linear.OverJ, Spread{3, 3, 3, 3})
	same(t, "linear has the least J on easy", linear.LeastJ, false)
	same(t, "linear has the least B on easy", linear.LeastB, false)
	same(t, "power:2 has the least J on easy", power.LeastJ, true)
	same(t, "power:2 has the least B on easy", power.LeastB, true)
	same(t, "linear has the least J on barrier at T = 10", all[2].LeastJ, false)
	same(t, "linear has the least B on barrier at T = 10", all[2].LeastB, true)
	alone := all[4]
	same(t, "T of the last", alone.Job.T, 5)
	same(t, "its J", alone.J.Q2, 7)
	same(t, "linear at T = 5 has rivals", alone.Rivals(), false)
	same(t, "linear at T = 5 has the least J", alone.LeastJ, false)
	same(t, "a quotient without a rival", math.IsNaN(alone.OverJ.Q2), true)
}

// Kernels are rivals as schedules are, and lengths and targets are not.
func TestRivals(t *testing.T) {
	kernel := sweepRow("barrier", 0, "linear", 10, 1, 2)
	kernel.Job.Kernel = "king"
	for name, c := range map[string]struct {
		other sweep.Row
		want  bool
	}{
		"another kernel": {kernel, true}, "another schedule": {sweepRow("barrier", 0, "fisher", 10, 1, 2), true},
		"another T":                   {sweepRow("barrier", 0, "linear", 11, 1, 2), false},
		"another target":              {sweepRow("easy", 0, "linear", 10, 1, 2), false},
		"another, without a J or a B": {sweepRow("barrier", 0, "fisher", 10, math.NaN(), math.NaN()), false},
	} {
		s := Summarize([]sweep.Row{sweepRow("barrier", 0, "linear", 10, 2, 2), c.other})
		same(t, name+" competes", s.Outcomes[0].Rivals(), c.want)
		same(t, name+": J over the least", s.Outcomes[0].OverJ.Q2 == 2, c.want)
	}
}

// A draw without a J counts for nothing in the spread of J.
func TestSpreadOfWhatIsKnown(t *testing.T) {
	rows := []sweep.Row{sweepRow("easy", 1, "linear", 10, 3, 4), sweepRow("easy", 2, "linear", 10, math.NaN(), 6)}
	o := Summarize(rows).Outcomes[0]
	same(t, "the spread of J", o.J, Spread{3, 3, 3, 3})
	same(t, "the median of B", o.B.Q2, 5)
}

// tau is -1 on seed 0 and on barrier, and 1 on three seeds; T = 5 has one schedule and no
// order.
func TestAgreementOfASmallSweep(t *testing.T) {
	a := Summarize(sweepRows()).All
	same(t, "contests", len(a.Contests), 5)
	easy, barrier := a.Standings[0], a.Standings[1]
	same(t, "standings", len(a.Standings), 2)
	same(t, "the first group", easy.Group, "easy")
	same(t, "tau on easy", easy.Tau.Mean, 0.5)
	same(t, "tau on easy is inside its interval", easy.Tau.Low < 0.5 && 0.5 < easy.Tau.High && easy.Tau.High <= 1, true)
	same(t, "ties on easy", easy.Tau.Tied, 0)
	same(t, "tau on barrier", barrier.Tau.Mean, -1)
	same(t, "barrier has no interval", math.IsNaN(barrier.Tau.Low), true)
	same(t, "dear contests", len(a.Dear), 1)
	same(t, "the seed of the dear one", *a.Dear[0].Job.Seed, 0)
	same(t, "its cost", a.Dear[0].Cost(), 3)
}

func TestTheBestAreTakenOut(t *testing.T) {
	rows := append(sweepRows(),
		sweepRow("barrier", 0, "best-j", 10, 0.5, 4.5),
		sweepRow("barrier", 0, "best-b", 10, 2, 3))
	s := Summarize(rows)
	if s.Open == nil {
		t.Fatal("nothing was taken out")
	}
	same(t, "tau without the best", s.Open.Standings[0].Tau, Summarize(sweepRows()).All.Standings[0].Tau)
	last := s.All.Contests[len(s.All.Contests)-1]
	same(t, "the winner by J", last.Winner(experiments.J).Schedule, "best-j")
	same(t, "the winner by B", last.Winner(experiments.B).Schedule, "best-b")
	same(t, "the cost of going by B", last.Cost(), 4)
}

func TestGroupsAreNamedByWhatDiffers(t *testing.T) {
	one := sweepRow("easy", 1, "linear", 10, 1, 1)
	two, three := one, one
	two.Job.Kernel = "heat-bath"
	three.Job.SkipLast = true
	s := Summarize([]sweep.Row{one, two, three})
	got := []string{}
	for _, r := range []sweep.Row{one, two, three, sweepRow("easy", 2, "fisher", 20, 1, 1)} {
		got = append(got, s.GroupName(r.Job))
	}
	if want := []string{"easy, metropolis", "easy, heat-bath", "easy, metropolis, without the last kernel",
		"easy, metropolis"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
