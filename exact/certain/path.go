package certain

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
)

// A path is a bridge over reals. Cells with the same log densities at both ends have
// the same density everywhere. They are a class, and each density is computed once a
// class.
type path struct {
	of      []int // the class of each cell
	classes int
	// logf sets z to the log density of a class at beta, and reports false if there is no mass. It is
	// the bridge's up to a constant at each beta.
	logf func(z *numbers.Interval, class int, beta *numbers.Interval) bool
	// lacks are the constants that logf lacks at beta = 0 and at beta = 1.
	lacks [2]float64
}

// mostSpan is the largest span of a level's log densities, in nats: the calculator's
// bound, with room for the arithmetic of bridges.
const mostSpan = 1e6

// ErrSpan is within the error of a path on which some log density spans more than the calculator holds.
var ErrSpan = fmt.Errorf("at most %.3g nats would do", mostSpan)

// newPath returns the bridge over reals, or an error that says why there is none.
func newPath(c *numbers.Calculator, b chains.Bridge) (*path, error) {
	switch b := b.(type) {
	case chains.Geometric:
		p, ends, err := newEnds(c, b.From, b.To)
		if err != nil {
			return nil, err
		}
		p.logf = geometric(c, ends[0], ends[1])
		return p, nil
	case *chains.QPath:
		return powerMeans(c, b)
	case *chains.Moments:
		return tilted(c, b)
	case chains.Observations:
		return observed(c, b)
	case chains.Proved:
		return proved(c, b)
	}
	return nil, fmt.Errorf("a bridge of type %T is known by its float64 log densities alone; one that brings its form "+
		"over intervals, as chains.Proved wants it, would do", b)
}

// An end is a log density by class, as distances below its largest value.
type end struct {
	top   float64
	below []numbers.Interval // not negative
	none  []bool             // there is no mass, and below is 0
	first []int              // the first cell of each class
}

// newEnds returns the log densities between which a bridge leads, by class, and a path that lacks the largest values of
// the first and the last, and has no form yet.
func newEnds(c *numbers.Calculator, densities ...[]float64) (p *path, ends []end, err error) {
	p = &path{}
	known := map[string]int{}
	var first []int
	for x := range densities[0] {
		key := ""
		for _, logf := range densities {
			key += fmt.Sprint(logf[x]+0, " ") // of -0 as well as of 0
		}
		class, ok := known[key]
		if !ok {
			class = len(known)
			known[key] = class
			first = append(first, x)
		}
		p.of = append(p.of, class)
	}
	p.classes = len(first)
	for _, logf := range densities {
		if span := chains.LogSpan(logf); span > mostSpan {
			return nil, nil, fmt.Errorf("a log density spans %.3g nats; %w", span, ErrSpan)
		}
		one := end{slices.Max(logf), numbers.Intervals(c.Work, len(first)), make([]bool, len(first)), first}
		for i, x := range first {
			if one.none[i] = math.IsInf(logf[x], -1); !one.none[i] {
				one.below[i].Sub(numbers.Zero(c.Work).SetFloat(one.top), numbers.Zero(c.Work).SetFloat(logf[x]))
			}
		}
		ends = append(ends, one)
	}
	p.lacks = [2]float64{ends[0].top, ends[len(ends)-1].top}
	return p, ends, nil
}

// geometric is the form of geometric averages of two ends, log f = -(1-beta) from - beta to: from and
// to are distances below the largest values, so that nothing cancels.
func geometric(c *numbers.Calculator, from, to end) func(z *numbers.Interval, i int, beta *numbers.Interval) bool {
	below := numbers.Zero(c.Work)
	return func(z *numbers.Interval, i int, beta *numbers.Interval) bool {
		if from.none[i] && !beta.Is(1) || to.none[i] && !beta.Is(0) {
			return false
		}
		z.Neg(c.Between(below, beta, &from.below[i], &to.below[i]))
		return true
	}
}

// proved is the path of a bridge that brings its form over intervals. The largest log density at each beta, as a float,
// is the constant that those of the path lack: ends of many million nats would be no densities otherwise.
func proved(c *numbers.Calculator, b chains.Proved) (*path, error) {
	from, to := b.Ends()
	p, ends, err := newEnds(c, from, to)
	if err != nil {
		return nil, err
	}
	logs := func(v end) []*numbers.Interval { // by class; nil without mass
		all := make([]*numbers.Interval, len(v.below))
		top := numbers.Zero(c.Work).SetFloat(v.top)
		for i := range all {
			if !v.none[i] {
				all[i] = numbers.Zero(c.Work).Sub(top, &v.below[i])
			}
		}
		return all
	}
	first, last := logs(ends[0]), logs(ends[1])
	log := numbers.Zero(c.Work)
	largest := func(beta *numbers.Interval) float64 {
		top := -math.MaxFloat64 // no class may have mass
		for i := range first {
			if b.Prove(c, log, beta, first[i], last[i]) {
				high, _ := log.Hi.Float64()
				top = max(top, high)
			}
		}
		return top
	}
	for beta := range p.lacks {
		p.lacks[beta] = largest(numbers.Zero(c.Work).SetInt(int64(beta)))
	}
	var at *numbers.Interval // where the top is
	top := numbers.Zero(c.Work)
	p.logf = func(z *numbers.Interval, i int, beta *numbers.Interval) bool {
		if beta != at {
			at = beta
			top.SetFloat(largest(beta))
		}
		ok := b.Prove(c, log, beta, first[i], last[i])
		if ok {
			z.Sub(log, top)
		}
		return ok
	}
	return p, nil
}

// tilted is the geometric path plus λ·g. λ and g are the bridge's float64, and the path is theirs: whether the moments
// are the averages is another question, which the bridge answers itself.
func tilted(c *numbers.Calculator, b *chains.Moments) (*path, error) {
	g := b.Statistics()
	p, ends, err := newEnds(c, append([][]float64{b.From, b.To}, g...)...)
	if err != nil {
		return nil, err
	}
	p.lacks[1] = ends[1].top
	base := geometric(c, ends[0], ends[1])
	sum := numbers.Zero(c.Work)
	part := numbers.Zero(c.Work)
	lambda := numbers.Zero(c.Work)
	value := numbers.Zero(c.Work)
	p.logf = func(z *numbers.Interval, i int, beta *numbers.Interval) bool {
		if !base(z, i, beta) {
			return false
		}
		at, _ := beta.Lo.Float64()
		tilt, _ := b.Tilt(at)
		for k, l := range tilt {
			sum.Add(z, part.Mul(lambda.SetFloat(l), value.SetFloat(g[k][ends[0].first[i]])))
			z.Set(sum)
		}
		return true
	}
	return p, nil
}

// powerMeans is the path of power means of the normalised ends: log f is log((1-beta) p_1^r
// + beta p_T^r) / r, and the geometric one if r is 0. Its log densities lie (1-beta) log
// Z_1 + beta log Z_T below those of chains.QPath. At both ends the largest is taken off
// instead, so that cells with equal log f in the input stay equal. It returns an error if
// the powers span too much.
func powerMeans(c *numbers.Calculator, b *chains.QPath) (*path, error) {
	from, to, q := b.Ends()
	p, ends, err := newEnds(c, from, to)
	if err != nil {
		return nil, err
	}
	p1, pT := ends[0], ends[1]
	r := 1 - q // rounded, so it is used for its sign and its size alone
	if r == 0 {
		p.logf = geometric(c, p1, pT)
		return p, nil
	}
	apart := max(chains.LogSpan(from), chains.LogSpan(to)) + math.Log(float64(len(from))) // of the normalised ends
	if span := math.Abs(r) * apart; span > mostSpan {
		return nil, fmt.Errorf("the power 1-Q = %g of the densities spans %.3g nats; %w", r, span, ErrSpan)
	}
	power := numbers.Zero(c.Work).Sub(c.One, numbers.Zero(c.Work).SetFloat(q))
	inverse := numbers.Zero(c.Work)
	if r > 0 {
		inverse.Quo(c.One, power)
	} else {
		inverse.Neg(numbers.Zero(c.Work).Quo(c.One, numbers.Zero(c.Work).Neg(power)))
	}
	first := raised(c, p, p1, power)
	last := raised(c, p, pT, power)
	mean := numbers.Zero(c.Work)
	log := numbers.Zero(c.Work)
	p.logf = func(z *numbers.Interval, i int, beta *numbers.Interval) bool {
		switch no1, noT := p1.none[i], pT.none[i]; {
		case beta.Is(0):
			z.Neg(&p1.below[i])
			return !no1
		case beta.Is(1):
			z.Neg(&pT.below[i])
			return !noT
		case no1 && noT || r < 0 && (no1 || noT):
			return false
		}
		c.Log(log, c.Between(mean, beta, &first[i], &last[i]))
		z.Mul(log, inverse)
		return true
	}
	return p, nil
}

// raised returns (f/Z)^power by class, 0 where there is no mass. Here f is the density over its largest value, and Z its
// sum over all cells.
func raised(c *numbers.Calculator, p *path, v end, power *numbers.Interval) []numbers.Interval {
	f := numbers.Intervals(c.Work, p.classes)
	for i := range f {
		if !v.none[i] {
			c.Exp(&f[i], numbers.Zero(c.Work).Neg(&v.below[i]))
		}
	}
	total := numbers.NewSum(c.Work)
	for _, class := range p.of {
		total.Add(&f[class])
	}
	logZ := numbers.Zero(c.Work).Set(c.Log(numbers.Zero(c.Bits), total.Total())) // log has no more bits
	all := numbers.Intervals(c.Work, p.classes)
	for i := range all {
		if !v.none[i] {
			logp := numbers.Zero(c.Work).Sub(numbers.Zero(c.Work).Neg(&v.below[i]), logZ)
			c.Exp(&all[i], numbers.Zero(c.Work).Mul(power, logp))
		}
	}
	return all
}

// observed is the path through a model's observations: N geometric paths, each over 1/N of the
// range of beta. A beta is a float64 or a product of two. So N beta is one number, and not an
// interval that could span two of the paths.
func observed(c *numbers.Calculator, o chains.Observations) (*path, error) {
	p, ends, err := newEnds(c, o.Steps...)
	if err != nil {
		return nil, err
	}
	place := numbers.Zero(c.Work)
	within := numbers.Zero(c.Work)
	count := numbers.Zero(c.Work).SetInt(int64(o.N()))
	p.logf = func(z *numbers.Interval, i int, beta *numbers.Interval) bool {
		place.Mul(beta, count)
		whole, _ := place.Lo.Int64()
		t := min(int(whole), o.N()-1)
		within.Sub(place, numbers.Zero(c.Work).SetInt(int64(t)))
		return geometric(c, ends[t], ends[t+1])(z, i, within)
	}
	return p, nil
}
