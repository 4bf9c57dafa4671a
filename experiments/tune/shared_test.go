package tune

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/grid/must"
)

// formulas are targets of 3x3 cells.
func formulas(all ...string) (targets []experiments.Setting) {
	for _, f := range all {
		targets = append(targets, experiments.Setting{Target: f, Box: "3x3"})
	}
	return targets
}

// sharedOf is an ask for one setting of some targets.
func sharedOf(cost int, targets []experiments.Setting, kernels ...string) Ask {
	a := asked(cost, kernels...)
	a.Targets = targets
	a.Goals = []Goal{ByJ}
	a.Ratios = Ratios
	return a
}

// ratiosOf are the ratios of a run on targets by exact runs, each made anew.
func ratiosOf(t *testing.T, targets []experiments.Setting, least []float64, kernel string, levels chains.Schedule,
	steps []int) (ratios []float64) {
	t.Helper()
	for i, s := range targets {
		s.Kernel = kernel
		chain := must.Have(s.Chain())(t)
		m := must.Have(exact.Measure(t.Context(), chain.Base(levels.Standing(steps))))(t)
		ratios = append(ratios, m.J()/least[i])
	}
	return ratios
}

// leastOf are the least J that was found for each target.
func leastOf(rows []Row) (least []float64) {
	for _, b := range Bests(rows) {
		least = append(least, float64(b.J))
	}
	return least
}

// TestNoSharedSettingIsBetter: at a price of seven evaluations no list of steps at any betas in tenths has a smaller
// worst or median ratio on three targets, or on two of them, than what was found for them.
func TestNoSharedSettingIsBetter(t *testing.T) {
	const price = 7
	targets := formulas("2*cos(x_1)+x_2", "-(x_1-x_2)^2", "3*sin(x_1+2*x_2)")
	rows := rowsOf(t, sharedOf(price, targets, "metropolis"), 0)
	least := leastOf(rows)
	var scan [][]float64 // the ratios of each list on each target, which all goals are judged by
	for _, steps := range allSteps(price) {
		tenths(len(steps), func(levels chains.Schedule) {
			scan = append(scan, ratiosOf(t, targets, least, "metropolis", levels, steps))
		})
	}
	for _, row := range append(rows, fromNothing(t, rows)...) {
		if row.Job.Panel == nil {
			continue
		}
		judged := func(ratios []float64) float64 {
			seen := slices.Clone(ratios)
			for _, k := range row.Job.Panel.Without {
				seen = slices.Delete(seen, k, k+1)
			}
			if row.Job.Goal == ByWorst {
				return slices.Max(seen)
			}
			return evidence.Median(seen)
		}
		levels, steps := levelsOf(row.Setting)
		found := judged(ratiosOf(t, targets, least, row.Setting.Kernel, levels, steps))
		must.Within(t, float64(row.Together.Ratio), found, 1e-9, "%v", row.Job)
		scanned := math.Inf(1)
		for _, ratios := range scan {
			scanned = min(scanned, judged(ratios))
		}
		if !(found <= scanned*(1+1e-4)) || !(scanned < 1.1*found) { // betas in tenths are not far from the best
			t.Errorf("%v: %v was found, and betas in tenths have %v", row.Job, found, scanned)
		}
	}
}

// poorly is one step at the target.
func poorly(s experiments.Setting) experiments.Setting {
	s = s.WithSteps("1")
	s.Schedule = "curve:0:1"
	s.T = 2
	return s
}

// fromNothing searches again for all targets, as if their own searches had ended at one step at the target.
func fromNothing(t *testing.T, rows []Row) (again []Row) {
	t.Helper()
	poor := slices.Clone(rows)
	for i := range poor {
		poor[i].Setting = poorly(poor[i].Setting)
	}
	for _, r := range rows {
		if r.Job.Panel != nil && r.Job.Panel.Without == nil {
			again = append(again, must.Have(r.Job.share(t.Context(), poor, build))(t))
		}
	}
	return again
}

// TestWinnerIsTaken: where a search ends above the best setting of one target, that is what suits all: the least of
// those of the targets that are not left out. The first target has a poor one.
func TestWinnerIsTaken(t *testing.T) {
	a := sharedOf(12, formulas("2*cos(x_1)+x_2", "-(x_1-x_2)^2"), "metropolis")
	a.Ratios = nil
	rows := rowsOf(t, a, 0)
	a.Ratios = Ratios
	for i, r := range rows {
		if sameTarget(r.Job.Setting, a.Targets[0]) {
			rows[i].Setting = poorly(r.Setting)
		}
	}
	a.Kernels = []string{"lazy:0.9"}
	for _, j := range a.panelJobs() {
		r := must.Have(j.share(t.Context(), rows, build))(t)
		poor := slices.Contains(j.Panel.Without, 1) // the search is better than that
		if !poor && (r.Setting.Kernel != "metropolis" || r.Together.Ratio != r.Together.Winners) {
			t.Errorf("%v: %v, and winners have %v", j, r.Setting, r.Together.Winners)
		}
		least := math.Inf(1)
		for _, b := range Bests(rows) {
			value, ok := judgedAs(t, r, b, leastOf(rows))
			if ok {
				least = min(least, value)
			}
		}
		must.Within(t, float64(r.Together.Winners), least, 1e-9, "%v: the winners", j)
	}
}

// TestPanelsSettingIsTaken: where a panel has less J on a target than the target's own search, its setting is the
// best of that target, by an exact run, and no ratio is below 1.
func TestPanelsSettingIsTaken(t *testing.T) {
	rows := rowsOf(t, sharedOf(12, formulas("2*cos(x_1)+x_2", "-(x_1-x_2)^2", "x_1*x_2"), "metropolis"), 0)
	for i, r := range rows {
		if r.Job.Panel == nil {
			rows[i].J *= 5
		}
	}
	for _, b := range Bests(rows) {
		e, _, err := measured(t.Context(), must.Have(b.Setting.Chain())(t))
		must.Do(t, err)
		must.Within(t, float64(b.J), e.Cell.Jeffreys(), 1e-9, "J of %v", b.Setting)
	}
	for _, s := range Shares(rows) {
		for k, o := range s.Together.On {
			if !(min(float64(o.OverLeast), s.LeftOut[k]) >= 1) {
				t.Errorf("%v: ratios of %v and %v on target %d", s.Job, o.OverLeast, s.LeftOut[k], k)
			}
		}
	}
}

// TestAffordedOnAll: where a step takes more evaluations on one target, also on one that is left out, that is what it
// takes.
func TestAffordedOnAll(t *testing.T) {
	targets := formulas("2*cos(x_1)+x_2", "-(x_1-x_2)^2")
	targets = append(targets, experiments.Setting{Target: "sin(x_1)+x_2/2", Box: "2x2x2"})
	const price = 10
	a := sharedOf(price, targets, "heat-bath")
	a.Ratios = []Goal{ByWorst} // both are afforded alike
	rows := rowsOf(t, a, 0)
	costs := map[float64]bool{}
	for _, row := range rows {
		if row.Job.Panel == nil {
			continue
		}
		most := 0.0
		for k, o := range row.Together.On {
			costs[o.Cost] = true
			most = max(most, o.Cost)
			if o.Cost > price {
				t.Errorf("%v: it takes %v evaluations on target %d", row.Job, o.Cost, k)
			}
		}
		if row.Cost != most {
			t.Errorf("%v: it takes %v evaluations, and on a target %v", row.Job, row.Cost, most)
		}
	}
	if len(costs) < 2 {
		t.Errorf("the same on all targets: %v", costs)
	}
}

// TestNoWorseThanAWinner: a setting for several targets is no worse than any that is best for one of those it was
// searched for, of whatever kernel.
func TestNoWorseThanAWinner(t *testing.T) {
	targets := formulas("2*cos(x_1)+x_2", "-(x_1-x_2)^2")
	targets = append(targets, experiments.Setting{Target: "sin(x_1)+x_2/2", Box: "2x2x3"})
	a := sharedOf(12, targets, "metropolis", "laplace:0.5..4")
	a.Bridges = []string{"geometric", "power:0..1"}
	rows := rowsOf(t, a, 0)
	shared := 0
	for _, row := range rows {
		if row.Job.Panel == nil {
			continue
		}
		shared++
		for _, b := range Bests(rows) {
			if other, ok := judgedAs(t, row, b, leastOf(rows)); ok && !(float64(row.Together.Ratio) <= other) {
				t.Errorf("%v: %v, and the best of %v has %v", row.Job, row.Together.Ratio, b.Job, other)
			}
		}
	}
	if shared != 8 {
		t.Errorf("%d settings for several targets", shared)
	}
}

// judgedAs is the goal of a row by the setting of another; it is not ok if that is not afforded on all targets, or if
// its own target is left out.
func judgedAs(t *testing.T, row Row, b Best, least []float64) (value float64, ok bool) {
	t.Helper()
	var ratios []float64
	for k, s := range row.Job.Panel.Targets {
		out := slices.Contains(row.Job.Panel.Without, k)
		if out && sameTarget(s, b.Job.Setting) {
			return 0, false
		}
		chain := must.Have(onTarget(s, b.Setting).Chain())(t)
		bare := s
		bare.Kernel = b.Setting.Kernel
		bare.Bridge = b.Setting.Bridge
		steps := must.Have(b.Setting.StepsEach(b.Setting.T))(t)
		step := must.Have(bare.Find())(t).StepCost()
		if float64(len(steps))+step*float64(movesOf(steps)) > float64(row.Job.Cost) {
			return 0, false
		}
		if !out {
			e, _, err := measured(t.Context(), chain)
			must.Do(t, err)
			ratios = append(ratios, OverLeast(e.Cell.Jeffreys(), least[k]))
		}
	}
	return row.Job.Goal.ofRatios(ratios), true
}

// TestLeftOutIsUnseen: a setting that is found without a target is the same whatever that target is.
func TestLeftOutIsUnseen(t *testing.T) {
	without := func(last string) (settings []experiments.Setting, ratios []float64) {
		targets := formulas("2*cos(x_1)+x_2", "-(x_1-x_2)^2", last)
		rows := rowsOf(t, sharedOf(12, targets, "metropolis", "king"), 0)
		for _, r := range rows {
			if r.Job.Panel != nil && slices.Equal(r.Job.Panel.Without, []int{2}) {
				settings = append(settings, r.Setting)
			}
		}
		for _, s := range Shares(rows) {
			ratios = append(ratios, s.LeftOut[2])
		}
		return settings, ratios
	}
	one, ratios := without("3*sin(x_1+2*x_2)")
	other, others := without("x_1*x_2-2*x_1")
	if len(one) != 2 || !slices.Equal(one, other) {
		t.Errorf("it is %v, and with another target left out %v", one, other)
	}
	if slices.Equal(ratios, others) {
		t.Errorf("its ratios on both are %v", ratios)
	}
}

// TestSharedGoesOn: a search that is stopped anywhere goes on to the same rows, and its pace counts all that is left.
func TestSharedGoesOn(t *testing.T) {
	a := sharedOf(12, formulas("2*cos(x_1)+x_2", "-(x_1-x_2)^2", "x_1*x_2"), "metropolis")
	want := rowsOf(t, a, 2)
	for _, stop := range []int{1, 14, 17} {
		rows := map[string]Row{}
		stopped := errors.New("stopped")
		commit := func([]Row) error {
			if len(rows) >= stop {
				return stopped
			}
			return nil
		}
		work := a.Work(must.Have(a.Find())(t))
		err := work.Run(t.Context(), rows, 1, commit, func(journal.Pace) {})
		if !errors.Is(err, stopped) {
			t.Fatalf("it ended with %v", err)
		}
		kept := len(rows)
		var last journal.Pace
		must.Do(t, work.Run(t.Context(), rows, 1, keep, func(p journal.Pace) { last = p }))
		if left := a.Size() - kept; last.Jobs != left || last.AllJobs != left || last.Cost != last.AllCost {
			t.Errorf("%d jobs were left, and the pace ends with %+v", left, last)
		}
		got, _ := work.Table(rows)
		if string(must.Have(json.Marshal(got))(t)) != string(must.Have(json.Marshal(want))(t)) {
			t.Errorf("stopped after %d rows it ends in others", kept)
		}
	}
}

// TestManyAreLeftOutInGroups: of more than twelve targets some are left out together, each once.
func TestManyAreLeftOutInGroups(t *testing.T) {
	a := sharedOf(40, asked(40).Targets, "metropolis")
	a.Targets = slices.Repeat(a.Targets[:1], 2*mostGroups+5)
	times := make([]int, len(a.Targets))
	for _, j := range a.panelJobs() {
		for _, k := range j.Panel.Without {
			times[k]++
		}
	}
	if len(a.panelJobs()) != 2*(1+mostGroups) || slices.Min(times) != 2 || slices.Max(times) != 2 {
		t.Errorf("%d searches leave targets out %v times", len(a.panelJobs()), times)
	}
	a.Goals = []Goal{ByB}
	must.Fail(t, a.Check(), "J,worst, would do", "ratios of J, and J is not asked for")
	a.Goals = Goals
	a.Targets = a.Targets[:1]
	must.Fail(t, a.Check(), "several targets would do", "one target")
}
