package certain

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
)

// A bridge is a bridge over reals. Cells with the same log densities at both ends are a class: they have the same
// density everywhere, which is computed once.
type bridge struct {
	classOf []int // by cell
	classes int
	logf    logDensity
	offsets [2]float64 // what the bridge's log density has more than logf at beta = 0 and at beta = 1
}

// A logDensity returns the log density of a class at beta, up to a constant at each beta, and nil without mass.
type logDensity func(class int, beta *numbers.Interval) *numbers.Interval

// mostSpan is the largest span of a level's log densities, in nats: the calculator's bound, with room for the
// arithmetic of bridges.
const mostSpan = 1e6

// ErrSpan is within the error of a bridge on which a log density spans more than the calculator holds.
var ErrSpan = fmt.Errorf("use a span of at most %.3g nats", mostSpan)

// newBridge returns the bridge over reals, or an error that says why there is none.
func newBridge(one *numbers.Interval, b chains.Bridge) (*bridge, error) {
	switch b := b.(type) {
	case chains.Geometric:
		path, ends, err := newEnds(one, b.From, b.To)
		if err != nil {
			return nil, err
		}
		path.logf = geometric(ends[0], ends[1])
		return path, nil
	case *chains.QPath:
		return powerMeans(one, b)
	case *chains.Moments:
		return moments(one, b)
	case chains.Observations:
		return observations(one, b)
	}
	return nil, fmt.Errorf("a bridge of type %T is known by its float64 log densities alone; use one of the "+
		"catalogue", b)
}

// An end is a log density by class.
type end struct {
	top   float64             // the largest value
	below []*numbers.Interval // distances below it, not negative; nil where there is no mass
	first []int               // the first cell of each class
}

// newEnds returns the log densities between which a bridge leads, by class, and the bridge without its logf. The
// offsets are the largest values of the first and the last.
func newEnds(one *numbers.Interval, densities ...[]float64) (path *bridge, ends []end, err error) {
	path = &bridge{}
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
		path.classOf = append(path.classOf, class)
	}
	path.classes = len(first)
	for _, logf := range densities {
		if span := chains.LogSpan(logf); span > mostSpan {
			return nil, nil, fmt.Errorf("a log density spans %.3g nats; %w", span, ErrSpan)
		}
		e := end{top: slices.Max(logf), below: make([]*numbers.Interval, len(first)), first: first}
		for i, x := range first {
			if !math.IsInf(logf[x], -1) {
				e.below[i] = one.Of(e.top).Minus(one.Of(logf[x]))
			}
		}
		ends = append(ends, e)
	}
	path.offsets = [2]float64{ends[0].top, ends[len(ends)-1].top}
	return path, ends, nil
}

// negative returns -x.
func negative(x *numbers.Interval) *numbers.Interval { return x.Of(0).Minus(x) }

// geometric returns the geometric averages of two ends, log f = -(1-beta) from - beta to: from and to are distances
// below the largest values, so that nothing cancels.
func geometric(from, to end) logDensity {
	return func(i int, beta *numbers.Interval) *numbers.Interval {
		first, last := from.below[i], to.below[i]
		switch {
		case first == nil && last == nil, first == nil && !beta.Is(1), last == nil && !beta.Is(0):
			return nil
		case first == nil:
			return negative(last)
		case last == nil:
			return negative(first)
		}
		return negative(between(beta, first, last))
	}
}

// between returns (1-beta) from + beta to.
func between(beta, from, to *numbers.Interval) *numbers.Interval {
	return beta.Of(1).Minus(beta).Times(from).Plus(beta.Times(to))
}

// moments returns the geometric bridge plus λ·g, for the float64 λ and g of b. Whether the moments are the averages is
// another question, which b answers itself.
func moments(one *numbers.Interval, b *chains.Moments) (*bridge, error) {
	g := b.Statistics
	path, ends, err := newEnds(one, append([][]float64{b.From, b.To}, g...)...)
	if err != nil {
		return nil, err
	}
	path.offsets[1] = ends[1].top
	base := geometric(ends[0], ends[1])
	path.logf = func(i int, beta *numbers.Interval) *numbers.Interval {
		log := base(i, beta)
		if log == nil {
			return nil
		}
		at, _ := beta.Lo.Float64()
		tilt := b.Tilt(at)
		for k, l := range tilt {
			log = log.Plus(one.Of(l).Times(one.Of(g[k][ends[0].first[i]])))
		}
		return log
	}
	return path, nil
}

// powerMeans returns the power means of the normalised ends: log f is log((1-beta) p_1^r + beta p_T^r) / r, and
// geometric if r is 0. Its log densities lie (1-beta) log Z_1 + beta log Z_T below those of chains.QPath. At both ends
// the largest is taken off instead, so that cells with equal log f in the input stay equal. The error says that the
// powers span too much.
func powerMeans(one *numbers.Interval, b *chains.QPath) (*bridge, error) {
	from, to, q := b.Ends()
	path, ends, err := newEnds(one, from, to)
	if err != nil {
		return nil, err
	}
	path.logf = geometric(ends[0], ends[1])
	r := 1 - q // rounded, so it is used for its sign and its size alone
	if r == 0 {
		return path, nil
	}
	widest := max(chains.LogSpan(from), chains.LogSpan(to)) + math.Log(float64(len(from))) // of the normalised ends
	if span := math.Abs(r) * widest; span > mostSpan {
		return nil, fmt.Errorf("the power 1-Q = %g of the densities spans %.3g nats; %w", r, span, ErrSpan)
	}
	power := one.Minus(one.Of(q))
	inverse := func(v *numbers.Interval) *numbers.Interval {
		if r > 0 {
			return v.Over(power)
		}
		return negative(v).Over(negative(power))
	}
	atEnds := path.logf
	first := raised(path, ends[0], power)
	last := raised(path, ends[1], power)
	path.logf = func(i int, beta *numbers.Interval) *numbers.Interval {
		no1 := ends[0].below[i] == nil
		noT := ends[1].below[i] == nil
		switch {
		case beta.Is(0) || beta.Is(1):
			return atEnds(i, beta)
		case no1 && noT || r < 0 && (no1 || noT):
			return nil
		}
		mean := between(beta, first[i], last[i])
		return inverse(mean.Log())
	}
	return path, nil
}

// raised returns (f/Z)^power by class, 0 without mass. Here f is the density over its largest value, and Z its sum over
// all cells.
func raised(path *bridge, v end, power *numbers.Interval) []*numbers.Interval {
	Z := power.Of(0)
	for _, class := range path.classOf {
		if below := v.below[class]; below != nil {
			Z = Z.Plus(negative(below).Exp())
		}
	}
	all := make([]*numbers.Interval, path.classes)
	for i, below := range v.below {
		all[i] = power.Of(0)
		if below != nil {
			all[i] = power.Times(negative(below).Minus(Z.Log())).Exp()
		}
	}
	return all
}

// observations returns the bridge through a model's observations: N geometric bridges, each over 1/N of the range of
// beta. A beta is a float64, so that N beta is one number and not an interval that could span two of them.
func observations(one *numbers.Interval, o chains.Observations) (*bridge, error) {
	path, ends, err := newEnds(one, o.Steps...)
	if err != nil {
		return nil, err
	}
	path.logf = func(i int, beta *numbers.Interval) *numbers.Interval {
		place := beta.Times(beta.Of(float64(o.N())))
		whole, _ := place.Lo.Int64()
		t := min(int(whole), o.N()-1)
		return geometric(ends[t], ends[t+1])(i, place.Minus(beta.Of(float64(t))))
	}
	return path, nil
}
