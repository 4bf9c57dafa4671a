// Package sandwich asks how far `breadboard sandwich` can be trusted: on the bench log R, E_fwd[log w] and E_rev[log
// w] are exact, and faults can be put in. reports/sandwich has what was found.
package sandwich

import (
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/exact"
	judge "breadboard/experiments/sandwich"
	"breadboard/experiments/sandwich/subjects"
	"breadboard/experiments/studies/run"
	"breadboard/toys"
	"breadboard/toys/zoo"
)

// zooOf are densities of the zoo, each step-th of those of up to 100 cells without walls.
func zooOf(step int) (all []toys.Target) {
	i := 0
	for _, d := range zoo.Catalogue() {
		target := d.Make()
		if target.Grid.Size() <= 100 && !slices.ContainsFunc(target.LogF,
			func(v float64) bool { return math.IsInf(v, 0) }) {
			if i++; i%step == 0 {
				all = append(all, target)
			}
		}
	}
	return all
}

// A Share counts how often something happened.
type Share struct{ Yes, Of int }

func (s *Share) add(yes bool) {
	s.Of++
	if yes {
		s.Yes++
	}
}

// String is the share in percent.
func (s Share) String() string {
	return fmt.Sprintf("%.1f%%", 100*float64(s.Yes)/float64(max(1, s.Of)))
}

// Counts are what is seen of sets of so many runs each way.
type Counts struct{ LogR, Forward, Reverse, Judged, Bar, At05, At001 Share }

func (c *Counts) add(r judge.Result, logR, fwd, rev float64) {
	c.LogR.add(r.Ends[0] <= logR && logR <= r.Ends[1])
	c.Forward.add(r.Ends[0] <= fwd)
	c.Reverse.add(rev <= r.Ends[1])
	c.Bar.add(math.Abs(r.Bar.Value-logR) <= 2*r.Bar.StdErr)
	judged := r.Verdict != judge.CannotTell
	c.Judged.add(judged)
	if judged {
		c.At05.add(r.P <= 0.05)
		c.At001.add(r.P <= judge.Level)
	}
}

// shares are all that is counted.
func (c *Counts) shares() []*Share {
	return []*Share{&c.LogR, &c.Forward, &c.Reverse, &c.Judged, &c.Bar, &c.At05, &c.At001}
}

// join adds what was counted elsewhere.
func (c *Counts) join(other Counts) {
	into := c.shares()
	for i, s := range other.shares() {
		into[i].Yes += s.Yes
		into[i].Of += s.Of
	}
}

// runsEachWay are the sizes of sets of log weights.
var runsEachWay = [3]int{30, 100, 1000}

// covered counts, by runsEachWay, over sets of a sound sampler on the i-th density: so many times each.
func covered(ctx context.Context, target toys.Target, i, times int, setting run.Setting) (all [3]Counts, err error) {
	for k, kernel := range []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}} {
		for j, T := range []int{3, 10, 30} {
			a := subjects.Annealed(target, kernel, T)
			m, err := exact.Measure(ctx, a)
			if err != nil {
				return all, err
			}
			for size, n := range runsEachWay {
				runs, err := sample.Run(ctx, a, sample.Options{Chains: n * times,
					Seed: setting.Seeded(uint64(1000*i + 10*j + k)), Workers: 1})
				if err != nil {
					return all, err
				}
				for r := range times {
					var s judge.Set
					s.Sides[0].LogW = runs.Forward.LogW[r*n:][:n]
					s.Sides[1].LogW = runs.Reverse.LogW[r*n:][:n]
					logR := m.LogR - runs.Rise
					all[size].add(judge.Judge(s), logR, logR-m.Paths.Forward, logR+m.Paths.Reverse)
				}
			}
		}
	}
	return all, nil
}

// A Forecast has the quotients of the levels at which B would be 0.1 by a forecast, and of the right ones: by c/(T + d)
// from exact B at two T, and by c/T from the larger alone. Both are in order.
type Forecast struct {
	Fewer, More   int
	Linear, Plain []float64
}

// aimB is the B that is forecast.
const aimB = 0.1

// forecast adds a density.
func (f *Forecast) add(ctx context.Context, target toys.Target) error {
	at := func(T int) (judge.Result, error) {
		m, err := exact.Measure(ctx, subjects.Annealed(target, kernels.Metropolis{}, T))
		return judge.Result{Set: judge.Set{T: T}, B: sample.Exactly(m.Paths.Forward + m.Paths.Reverse)}, err
	}
	a, err := at(f.Fewer)
	if err != nil {
		return err
	}
	b, err := at(f.More)
	if err != nil || b.B.Value <= aimB {
		return err
	}
	above := func(T int) (bool, error) {
		r, err := at(T)
		return r.B.Value > aimB, err
	}
	right, err := firstBelow(f.More, above)
	if err != nil {
		return err
	}
	f.Linear = append(f.Linear, judge.Levels(a, b, aimB)/float64(right))
	f.Plain = append(f.Plain, b.B.Value*float64(f.More)/aimB/float64(right))
	return nil
}

// firstBelow is the least number of levels that is not above, up to a two-hundredth of it, and 40,000 at most.
func firstBelow(low int, above func(T int) (bool, error)) (int, error) {
	const most, part = 40_000, 200
	high := 2 * low
	for high < most {
		still, err := above(high)
		if err != nil {
			return 0, err
		}
		if !still {
			break
		}
		low = high
		high *= 2
	}
	for high-low > max(1, low/part) {
		middle := (low + high) / 2
		still, err := above(middle)
		if err != nil {
			return 0, err
		}
		if still {
			low = middle
		} else {
			high = middle
		}
	}
	return high, nil
}

// within counts quotients from 1/by to by.
func within(all []float64, by float64) (s Share) {
	for _, v := range all {
		s.add(v >= 1/by && v <= by)
	}
	return s
}

// A Powered table says how often faults are found on a density.
type Powered struct {
	Name string
	Rows [][]string
}

// A Study is all that is counted.
type Study struct {
	Densities     int
	Coverage      [3]Counts // by runsEachWay
	With, Without Counts    // 20 starts of 10 reverse runs, told and not told
	Faults        []Powered
	Forecasts     []Forecast
}

// A size says how much is done.
type size struct{ step, times, starts, faults int }

func sized(quick bool) size {
	if quick {
		return size{step: 70, times: 20, starts: 2, faults: 1}
	}
	return size{step: 6, times: 20, starts: 40, faults: 50}
}

// Measure counts everything.
func Measure(ctx context.Context, setting run.Setting) (s Study, err error) {
	z := sized(setting.Quick)
	targets := zooOf(z.step)
	s.Densities = len(targets)
	alike := slices.Repeat([]int{1}, len(targets))
	found, err := run.Each(ctx, setting.Shelf, "coverage", alike, setting.Tell.Share(0, 50, 100),
		func(ctx context.Context, i int) ([3]Counts, error) {
			return covered(ctx, targets[i], i, z.times, setting)
		})
	if err != nil {
		return s, err
	}
	for _, one := range found {
		for size := range one {
			s.Coverage[size].join(one[size])
		}
	}
	pairs, err := run.Each(ctx, setting.Shelf, "sharing", alike, setting.Tell.Share(50, 60, 100),
		func(ctx context.Context, i int) ([2]Counts, error) {
			return sharing(ctx, targets[i], i, z.starts, setting)
		})
	if err != nil {
		return s, err
	}
	for _, one := range pairs {
		s.With.join(one[0])
		s.Without.join(one[1])
	}
	on := []struct {
		name   string
		target toys.Target
		seed   uint64
	}{{"barrier, T = 10", toys.Barrier(), 1}, {"easy, T = 10", toys.Easy(1), 2}}
	s.Faults, err = run.Each(ctx, setting.Shelf, "faults", []int{1, 1}, setting.Tell.Share(60, 90, 100),
		func(_ context.Context, i int) (Powered, error) {
			return Powered{on[i].name, power(on[i].target, 10, z.faults, on[i].seed, setting)}, nil
		})
	if err != nil {
		return s, err
	}
	between := [][2]int{{3, 10}, {10, 30}, {30, 100}}
	s.Forecasts, err = run.Each(ctx, setting.Shelf, "forecasts", []int{1, 1, 1}, setting.Tell.Share(90, 100, 100),
		func(ctx context.Context, i int) (Forecast, error) {
			f := Forecast{Fewer: between[i][0], More: between[i][1]}
			for _, target := range targets {
				if err := f.add(ctx, target); err != nil {
					return f, err
				}
			}
			slices.Sort(f.Linear)
			slices.Sort(f.Plain)
			return f, nil
		})
	return s, err
}
