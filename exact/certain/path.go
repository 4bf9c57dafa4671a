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
	// logf returns the log density of a class at beta, nil if there is no mass. It is
	// the bridge's up to a constant at each beta.
	logf form
	// lacks are the constants that logf lacks at beta = 0 and at beta = 1.
	lacks [2]float64
}

type form func(class int, beta *numbers.Interval) *numbers.Interval

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
	}
	return nil, fmt.Errorf("a bridge of type %T is known by its float64 log densities alone; one of the catalogue "+
		"would do", b)
}

// An end is a log density by class.
type end struct {
	top   float64             // the largest value
	below []*numbers.Interval // distances below it, not negative; nil where there is no mass
	first []int               // the first cell of each class
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
		one := end{top: slices.Max(logf), below: make([]*numbers.Interval, len(first)), first: first}
		for i, x := range first {
			if !math.IsInf(logf[x], -1) {
				one.below[i] = c.One.Of(one.top).Minus(c.One.Of(logf[x]))
			}
		}
		ends = append(ends, one)
	}
	p.lacks = [2]float64{ends[0].top, ends[len(ends)-1].top}
	return p, ends, nil
}

func negative(x *numbers.Interval) *numbers.Interval { return x.Of(0).Minus(x) }

// geometric is the form of geometric averages of two ends, log f = -(1-beta) from - beta to: from and
// to are distances below the largest values, so that nothing cancels.
func geometric(c *numbers.Calculator, from, to end) form {
	return func(i int, beta *numbers.Interval) *numbers.Interval {
		below := numbers.Zero(c.Work)
		if !c.Average(below, beta, from.below[i], to.below[i]) {
			return nil
		}
		return negative(below)
	}
}

// tilted is the geometric path plus λ·g. λ and g are the bridge's float64, and the path is theirs: whether the moments
// are the averages is another question, which the bridge answers itself.
func tilted(c *numbers.Calculator, b *chains.Moments) (*path, error) {
	g := b.Statistics
	p, ends, err := newEnds(c, append([][]float64{b.From, b.To}, g...)...)
	if err != nil {
		return nil, err
	}
	p.lacks[1] = ends[1].top
	base := geometric(c, ends[0], ends[1])
	p.logf = func(i int, beta *numbers.Interval) *numbers.Interval {
		log := base(i, beta)
		if log == nil {
			return nil
		}
		at, _ := beta.Lo.Float64()
		tilt := b.Tilt(at)
		for k, l := range tilt {
			log = log.Plus(c.One.Of(l).Times(c.One.Of(g[k][ends[0].first[i]])))
		}
		return log
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
	p.logf = geometric(c, ends[0], ends[1])
	r := 1 - q // rounded, so it is used for its sign and its size alone
	if r == 0 {
		return p, nil
	}
	apart := max(chains.LogSpan(from), chains.LogSpan(to)) + math.Log(float64(len(from))) // of the normalised ends
	if span := math.Abs(r) * apart; span > mostSpan {
		return nil, fmt.Errorf("the power 1-Q = %g of the densities spans %.3g nats; %w", r, span, ErrSpan)
	}
	power := c.One.Minus(c.One.Of(q))
	inverse := func(v *numbers.Interval) *numbers.Interval {
		if r > 0 {
			return v.Over(power)
		}
		return negative(v).Over(negative(power))
	}
	atEnds := p.logf
	first := raised(p, ends[0], power)
	last := raised(p, ends[1], power)
	p.logf = func(i int, beta *numbers.Interval) *numbers.Interval {
		no1 := ends[0].below[i] == nil
		noT := ends[1].below[i] == nil
		switch {
		case beta.Is(0) || beta.Is(1):
			return atEnds(i, beta)
		case no1 && noT || r < 0 && (no1 || noT):
			return nil
		}
		mean := c.Between(numbers.Zero(c.Work), beta, first[i], last[i])
		return inverse(mean.Log())
	}
	return p, nil
}

// raised returns (f/Z)^power by class, 0 where there is no mass. Here f is the density over its largest value, and Z
// its sum over all cells.
func raised(p *path, v end, power *numbers.Interval) []*numbers.Interval {
	Z := power.Of(0)
	for _, class := range p.of {
		if below := v.below[class]; below != nil {
			Z = Z.Plus(negative(below).Exp())
		}
	}
	all := make([]*numbers.Interval, p.classes)
	for i, below := range v.below {
		all[i] = power.Of(0)
		if below != nil {
			all[i] = power.Times(negative(below).Minus(Z.Log())).Exp()
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
	p.logf = func(i int, beta *numbers.Interval) *numbers.Interval {
		place := beta.Times(beta.Of(float64(o.N())))
		whole, _ := place.Lo.Int64()
		t := min(int(whole), o.N()-1)
		return geometric(c, ends[t], ends[t+1])(i, place.Minus(beta.Of(float64(t))))
	}
	return p, nil
}
