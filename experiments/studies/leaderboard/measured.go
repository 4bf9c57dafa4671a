package leaderboard

import (
	"context"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/toys"
)

// shown are the kernels whose estimates are kept, beside the numbers of their rows.
var shown = []string{"metropolis", sweep, "cycle", "king", "informed", "block-gibbs", "swendsen-wang", "wolff"}

// On more states than fewStates only these are, for time: most others lead everywhere in a step.
var shownAnywhere = []string{"metropolis", "cycle", "wolff"}

const fewStates = 200

// shows reports whether the estimates of an entrant are kept.
func (e entrant) shows() bool {
	return slices.Contains(shownAnywhere, e.kernel) || len(e.last) <= fewStates && slices.Contains(shown, e.kernel)
}

// particles are the numbers of them in sequential Monte Carlo, which is tried with the kernels that are shown.
var particles = []int{2, 8, 32}

// measured are all rows of a target.
func (s subject) measured(ctx context.Context) (found Found, err error) {
	chain, err := s.setting().Chain()
	if err != nil {
		return found, err
	}
	functions := functionsOf(chain.Target)
	var entered []entrant
	for _, kernel := range names() {
		e, left := s.enter(kernel)
		if left != "" {
			found.Rows = append(found.Rows, s.leftOut(kernel, chain.Target, left))
			continue
		}
		if i := slices.IndexFunc(entered, e.same); i >= 0 {
			k := slices.IndexFunc(found.Rows, func(r Row) bool { return r.Kernel == entered[i].kernel })
			twin := found.Rows[k]
			twin.Kernel = kernel
			twin.Same = entered[i].kernel
			found.Rows = append(found.Rows, twin)
			continue
		}
		entered = append(entered, e)
		r := s.row(kernel, chain.Target)
		r.Cost = e.cost
		estimates, err := e.measured(ctx, &r, functions)
		if err != nil {
			return found, err
		}
		found.Rows = append(found.Rows, r)
		for _, one := range estimates {
			one.Set = s.set
			one.Family = s.family
			one.Target = s.toy
			one.Seed = s.seed
			if e.shows() {
				found.Estimates = append(found.Estimates, one)
			}
		}
	}
	return found, nil
}

func (s subject) row(kernel string, target toys.Target) Row {
	return Row{Set: s.set, Family: s.family, Target: s.toy, Seed: s.seed, Cells: target.Grid.Size(), Kernel: kernel}
}

// leftOut is the row of a kernel without numbers.
func (s subject) leftOut(kernel string, target toys.Target, why string) Row {
	r := s.row(kernel, target)
	r.Left = why
	for _, v := range r.numbers() {
		*v = math.NaN()
	}
	return r
}

// measured sets the numbers of a row, and returns all estimates.
func (e entrant) measured(ctx context.Context, r *Row, functions []function) (all []Estimate, err error) {
	r.Gap, r.SLEM, err = e.spectrum()
	if err != nil {
		return nil, err
	}
	all, err = e.byChain(ctx, r, functions)
	if err != nil {
		return nil, err
	}
	all = append(all, e.weighed(functions)...)
	some, err := e.byAnnealing(ctx, r, functions)
	if err != nil {
		return nil, err
	}
	all = append(all, some...)
	r.setLeastPrices(all)
	return all, nil
}

// byChain sets the numbers of a row that are of chains at the target, and returns the estimates of their averages.
func (e entrant) byChain(ctx context.Context, r *Row, functions []function) (all []Estimate, err error) {
	chain := e.averages()
	limits := e.drawPrices(chain, functions)
	r.ChainLogF = limits[0]
	r.ChainSide = limits[1]
	all, err = e.averaged(ctx, chain, limits, functions)
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		if one.Method != oneChain {
			continue
		}
		switch one.Function { // the last is of the highest price
		case "logf":
			r.RESSLogF = one.ress()
		case "side":
			r.RESSSide = one.ress()
		}
	}
	for i, to := range []*float64{&r.JChain100, &r.JChain1000} {
		*to, err = e.chainJ(ctx, steps(prices[i], e.cost))
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// byAnnealing sets J of a row's annealings, and returns the estimates by annealings and by particles, at all numbers of
// levels that are tried.
func (e entrant) byAnnealing(ctx context.Context, r *Row, functions []function) (all []Estimate, err error) {
	js := map[int]float64{1: e.jeffreys(e.first)} // by T; of one level where not one step is afforded
	for _, T := range e.levelsTried(r.Family) {
		annealed, err := e.annealed(ctx, T, functions)
		if err != nil {
			return nil, err
		}
		js[T] = annealed[0].J // the same whatever the function
		all = append(all, annealed...)
		if e.shows() && e.affordsParticles(T) {
			some, err := e.particled(ctx, T, particles, functions)
			if err != nil {
				return nil, err
			}
			all = append(all, some...)
		}
	}
	r.JCharged100 = js[levelsCharged(prices[0], e.cost)]
	r.JFree100 = js[levelsFree(prices[0], e.cost)]
	r.JCharged1000 = js[levelsCharged(prices[1], e.cost)]
	r.JFree1000 = js[levelsFree(prices[1], e.cost)]
	return all, nil
}

// levelsTried are the numbers of levels, from 2 on, that annealings have at all prices.
func (e entrant) levelsTried(family string) []int {
	var Ts []int
	for _, price := range runPrices(family) {
		Ts = append(Ts, levelsCharged(price, e.cost))
	}
	for _, price := range prices {
		Ts = append(Ts, levelsCharged(price, e.cost), levelsFree(price, e.cost))
	}
	Ts = slices.DeleteFunc(Ts, func(T int) bool { return T < 2 })
	return slices.Compact(slices.Sorted(slices.Values(Ts)))
}

// Particles are tried on so many states at most, up to a price of each, weights charged, and up to so many products of
// a pair of states and a way of one of them: more take a minute.
const (
	mostPaired      = 256
	mostOfParticles = 1000
	mostProducts    = 100_000_000
)

// affordsParticles reports whether particles are tried at so many levels.
func (e entrant) affordsParticles(T int) bool {
	states := float64(len(e.last))
	kernel := e.base.Kernel
	times := 1
	if repeat, ok := kernel.(kernels.Repeat); ok {
		kernel = repeat.Kernel
		times = repeat.Times
	}
	ways := float64(times) * min(chains.FactsOf(kernel, e.base.Grid).Moves, states)
	products := float64(T-1) * states * states * ways
	return states <= mostPaired && charged(T, e.cost) <= mostOfParticles && products <= mostProducts
}

// setLeastPrices sets the least prices of a draw by annealings.
func (r *Row) setLeastPrices(all []Estimate) {
	least := func(function string, of func(Estimate) float64) float64 {
		price := math.Inf(1)
		for _, one := range all {
			if one.Method == annealing && one.Function == function {
				price = min(price, of(one))
			}
		}
		return price
	}
	byCharged := func(r Estimate) float64 { return r.DrawCharged }
	byFree := func(r Estimate) float64 { return r.DrawFree }
	r.ChargedLogF = least("logf", byCharged)
	r.ChargedSide = least("side", byCharged)
	r.FreeLogF = least("logf", byFree)
	r.FreeSide = least("side", byFree)
}
