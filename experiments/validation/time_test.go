package validation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/cause"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/text"
)

// A countdown is a context that ends when it has been looked at so many times. So a test can end a time at every
// place at which anybody looks, without a clock.
type countdown struct {
	context.Context
	left int
	over bool // somebody saw the end
}

func (c *countdown) Err() error {
	if c.left == 0 {
		c.over = true
		return context.Canceled
	}
	c.left--
	return nil
}

// lengths are those of countdowns: all short ones, and then fewer and fewer.
func lengths(yield func(n int) bool) {
	for n := 0; n < 1e7; n += 1 + n/10 {
		if !yield(n) {
			return
		}
	}
}

// A punctual mover fails the test if it is asked for anything after the time is over.
type punctual struct {
	*mover
	t    *testing.T
	time *countdown
}

func (m punctual) Move(ctx context.Context, next, states []int) error {
	if m.time.over {
		m.t.Error("moves are asked for after the time is over")
	}
	return m.mover.Move(ctx, next, states)
}

// judgedIn judges moves of a power of the density in the time of a countdown.
func judgedIn(t *testing.T, n int, power float64) (Validation, *countdown, error) {
	time := &countdown{Context: t.Context(), left: n}
	o := sampling(40_000, 20, 0.1)
	m := punctual{drawing(sample.Seeded(3), always(power)), t, time}
	v, err := small(nil).Sample(time, m, nil, o)
	return v, time, err
}

// Wherever the time ends there is a verdict if there are moves. It says what was left out; it has no cause or the one
// that all the time finds; and it accuses no sound kernel. The time ends in each of the stages.
func TestTimeEndsAnywhere(t *testing.T) {
	whole, _, err := judgedIn(t, 1e9, -1)
	must.Do(t, err)
	if whole.OK() || whole.Cause == nil || len(whole.Left) > 0 {
		t.Fatalf("with all the time: %s", whole.Verdict())
	}
	stages := map[string]int{}
	for n := range lengths {
		v, time, err := judgedIn(t, n, -1)
		if v.Moves == 0 {
			stages["none"]++
			if !errors.Is(err, ErrNoMore) {
				t.Errorf("%d looks, no moves: %v", n, err)
			}
			continue
		}
		must.Do(t, err)
		says, left := v.Verdict(), anyLeft(v.tests)
		for stage, is := range map[string]bool{"moves": v.stopped && !left, "tests": left, "ways": v.unlooked > 0,
			"causes": slices.Contains(v.Left, cutShort)} {
			if is {
				stages[stage]++
			}
		}
		if v.Cause != nil && (v.Cause.Says != whole.Cause.Says || slices.Contains(v.Left, cutShort)) {
			t.Errorf("%d looks: %s", n, says)
		}
		if left != strings.Contains(says, fmt.Sprintf(" of %d tests were not made: the time was over", len(v.tests))) {
			t.Errorf("%d looks, tests are left: %v; %s", n, left, says)
		}
		connected := v.finding(laws.Connected)
		if v.unlooked > 0 && connected.OK && !connected.Unclear {
			t.Errorf("%d looks: nobody looked, and %q is clear", n, laws.Connected)
		}
		found := strings.Contains(says, "to find") || strings.Contains(says, "that find a fault")
		if left && (!v.stopped || found) {
			t.Errorf("%d looks: tests that were not made find no fault: %s", n, says)
		}
		if len(v.tests) != len(whole.tests) {
			t.Errorf("%d looks: corrected for %d tests, of %d", n, len(v.tests), len(whole.tests))
		}
		if !v.stopped && !slices.EqualFunc(v.Laws, whole.Laws, func(a, b laws.Finding) bool { return a.OK == b.OK }) {
			t.Errorf("%d looks change the laws of the same moves", n)
		}
		if !time.over { // it was not cut short
			if says != whole.Verdict() {
				t.Errorf("%d looks: %s, want %s", n, says, whole.Verdict())
			}
			break
		}
		if len(v.Left) == 0 && !v.stopped && says != whole.Verdict() {
			t.Errorf("%d looks: nothing is said to be left out: %s", n, says)
		}
	}
	for _, stage := range []string{"none", "moves", "tests", "ways", "causes"} {
		if stages[stage] == 0 {
			t.Errorf("the time never ended in the stage of %s: %v", stage, stages)
		}
	}
	for n := range lengths {
		v, time, err := judgedIn(t, n, 1)
		if !time.over {
			break
		}
		if err == nil && !v.OK() {
			t.Errorf("%d looks accuse a sound kernel: %s", n, v.Verdict())
		}
	}
}

// The time may end in the tests of the last level, after which nobody asks for moves: then too it was stopped.
func TestTimeEndsInTheLastTests(t *testing.T) {
	run := func(n int) (Validation, *countdown) {
		time := &countdown{Context: t.Context(), left: n}
		o := sampling(1e6, 0, 0.1)
		return must.Have(small(nil).Sample(time, drawing(sample.Seeded(3), always(1)), []float64{1}, o))(t), time
	}
	_, whole := run(1e9)
	looks := 1_000_000_000 - whole.left
	cut := 0
	for n := looks - 12; n <= looks; n++ {
		v, time := run(n)
		if anyLeft(v.tests) {
			cut++
			if !v.stopped {
				t.Errorf("%d looks: it was not stopped: %s", n, v.Verdict())
			}
		}
		if !time.over {
			break
		}
	}
	if cut < 3 {
		t.Errorf("tests were cut short %d times", cut)
	}
}

// A second look that the time cuts short clears nothing and accuses nobody: each law is judged by the first.
func TestTimeEndsInTheSecondLook(t *testing.T) {
	cut := 0
	for seed := range uint64(10) {
		run := func(n int) (Validation, *countdown) {
			time := &countdown{Context: t.Context(), left: n}
			o := Sampling{Budget: 1e7, Chains: 50, Fault: 0.2, Level: 0.001, Power: 0.9, Seed: seed}
			m := drawing(sample.Seeded(seed, 6), always(0.93))
			return must.Have(independent().Sample(time, m, nil, o))(t), time
		}
		whole, time := run(1e9)
		looks := 1e9 - time.left
		asked := func(t test) bool { return t.first > 0 }
		if !slices.ContainsFunc(whole.tests, asked) {
			continue
		}
		for n := looks / 2; n < looks; n += 1 + (looks-n)/40 {
			v, _ := run(n)
			if !v.stopped {
				if v.Verdict() != whole.Verdict() || !slices.Equal(v.Notes, whole.Notes) {
					t.Errorf("seed %d, %d looks: nothing is said to be left out: %s", seed, n, v.Verdict())
				}
				continue
			}
			cut++
			for _, f := range v.Laws {
				if f.Limit > 0 && f.Limit != 0.001 {
					t.Errorf("seed %d, %d looks: %q is judged at %v", seed, n, f.Law, f.Limit)
				}
			}
			notes := strings.Join(v.Notes, "\n")
			if slices.ContainsFunc(v.tests, asked) || strings.Contains(notes, "asked again on fresh moves it") {
				t.Errorf("seed %d, %d looks: a second look that was cut short is told", seed, n)
			}
		}
	}
	if cut == 0 {
		t.Error("no second look was cut short")
	}
}

// A counted kernel is Metropolis. It counts the rows that are computed since its time was looked at last.
type countedKernel struct {
	kernels.Metropolis
	rows *int
}

func (k countedKernel) On(g grid.Grid) (chains.Operator, error) {
	op, err := k.Metropolis.On(g)
	return countedRows{op, k.rows}, err
}

type countedRows struct {
	chains.Operator
	rows *int
}

func (o countedRows) Row(x int, visit func(y int, p float64)) {
	*o.rows++
	o.Operator.Row(x, visit)
}

// watchedTime is a countdown that knows the largest number of rows between two looks.
type watchedTime struct {
	countdown
	rows, most int
}

func (c *watchedTime) Err() error {
	c.most = max(c.most, c.rows)
	c.rows = 0
	return c.countdown.Err()
}

// The search for causes is cut at any of its looks: then there is the error and no cause. It looks before every few
// rows that it computes.
func TestSearchIsCutAnywhere(t *testing.T) {
	for name, bySamples := range map[string]bool{"matrices": false, "samples": true} {
		s := onRugged(make([]float64, 20), kernels.Rows{To: times(0.5)})
		seen := map[int]*evidence.Tally{}
		for level := 2; level <= 3; level++ {
			w := s.write(level, s.Schedule.Beta(level), chains.On(s.Kernel, s.Grid))
			d := sample.Seeded(7)
			seen[level] = evidence.NewTally(len(w.P))
			for x := range w.P {
				for range 5000 {
					seen[level].Add(x, d.Pick(w.Rows[x]))
				}
			}
		}
		search := func(n int) (*cause.Cause, *watchedTime, error) {
			time := &watchedTime{countdown: countdown{Context: t.Context(), left: n}}
			k := countedKernel{rows: &time.rows}
			c := cause.Case{Annealing: s.Annealing, Declared: k,
				Keeps: func(context.Context, float64) bool { return false }}
			for level := 2; level <= 3; level++ {
				w := s.write(level, s.Schedule.Beta(level), chains.On(s.Kernel, s.Grid))
				l := cause.Level{Written: w, Broken: map[laws.Law]bool{laws.EachCell: true}}
				if bySamples {
					l.Seen = seen[level]
				}
				c.Levels = append(c.Levels, l)
			}
			found, err := cause.Of(time, c)
			return found, time, err
		}
		whole, _, err := search(1e9)
		must.Do(t, err)
		if whole == nil || whole.Name != "square-root" {
			t.Fatalf("%s: the cause is %+v", name, whole)
		}
		cut := 0
		for n := range lengths {
			found, time, err := search(n)
			if time.most > 2 {
				t.Fatalf("%s: %d rows are computed between two looks", name, time.most)
			}
			if err == nil {
				if found == nil || *found != *whole {
					t.Errorf("%s: %d looks find %+v", name, n, found)
				}
				break
			}
			cut++
			if found != nil || !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %d looks: %+v, %v", name, n, found, err)
			}
		}
		if cut < 20 {
			t.Errorf("%s: the search was cut %d times", name, cut)
		}
	}
}

// Spins on many sites are judged too, though 10 have 1,024 cells, and the 16 of the long form 65,536: what is done
// there grows with the cells, and not with their square. A sound kernel is not accused. Nobody looks for the cause of a
// wrong one, which the verdict says.
func TestManySpins(t *testing.T) {
	sites := 10
	g := grid.New(slices.Repeat([]int{2}, sites)...)
	logf := make([]float64, g.Size())
	for x := range logf {
		for a := range sites {
			if g.Coord(x, a) == g.Coord(x, (a+1)%sites) {
				logf[x] += 0.4
			}
		}
	}
	s := annealing("spins", g, make([]float64, len(logf)), logf, kernels.Metropolis{}, 2)
	for name, power := range map[string]float64{"sound": 1, "wrong": -1} {
		o := sampling(20_000, 0, 0.3)
		m := &stopping{steps(sample.Seeded(2), kernels.HeatBath{}, g, powerOf(power)), 100, -1}
		v := must.Have(s.Sample(t.Context(), m, []float64{1}, o))(t)
		if v.OK() != (name == "sound") || v.Cause != nil {
			t.Errorf("%s: %s", name, v.Verdict())
		}
		says := "no cause was looked for: " + text.Thousands(g.Size()) + " cells are more than the 512"
		if strings.Contains(v.Verdict(), says) == v.OK() {
			t.Errorf("%s: %s", name, v.Verdict())
		}
	}
}

// The cells that were not seen to be connected are such: of random moves, no way leads from the first to the second
// that is named, and there is nothing to name only if every cell leads to every other. The oracle goes every way.
func TestApartByBruteForce(t *testing.T) {
	d := sample.Seeded(9)
	some := 0
	for range 300 {
		const n = 6
		s := annealing("", grid.New(n), make([]float64, n), make([]float64, n), kernels.Metropolis{}, 2)
		w := newWatched(s, 1, 1, plan{needs: map[int]int{}})
		var leads [n][n]bool
		for range 3 + d.Pick(alike(12)) {
			x := d.Pick(alike(n))
			y := d.Pick(alike(n))
			w.all.Add(x, y)
			leads[x][y] = true
		}
		for by := range n {
			leads[by][by] = true
			for x := range n {
				for y := range n {
					leads[x][y] = leads[x][y] || leads[x][by] && leads[by][y]
				}
			}
		}
		all := true
		for x := range n {
			for y := range n {
				all = all && leads[x][y]
			}
		}
		says := w.apart()
		if all != (says == "") {
			t.Fatalf("all are connected: %v; %q", all, says)
		}
		if says == "" {
			continue
		}
		some++
		_, named, _ := strings.Cut(says, "no way from cell ")
		var from, to int
		must.Have(fmt.Sscanf(named, "%d to cell %d", &from, &to))(t)
		if leads[from][to] {
			t.Fatalf("a way leads from %d to %d: %s", from, to, says)
		}
	}
	if some < 50 || some == 300 {
		t.Errorf("%d of 300 are apart: the test tests little", some)
	}
}

// alike are n equal odds.
func alike(n int) []float64 { return slices.Repeat([]float64{1}, n) }
