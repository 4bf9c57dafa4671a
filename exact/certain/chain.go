package certain

import (
	"errors"
	"fmt"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/chains/numbers"
)

// ErrUndefined says that a kernel is not known over intervals.
var ErrUndefined = errors.New("the kernel is known by its float64 probabilities alone, so that nothing can be " +
	"proved; use a kernel of the catalogue, one made of those, or matrices")

// A chain is the forward or the reverse chain at a level, over intervals.
type chain struct {
	*bridge
	bits   uint              // the precision of masses
	one    *numbers.Interval // 1 in the precision of log densities, which is somewhat higher
	a      chains.Annealing
	kernel flows.OperatorOver[*numbers.Interval]
	t      int // the level's place in the schedule

	log       []*numbers.Interval // log f by class, up to a constant; nil without mass
	f         []*numbers.Interval // f by class, 0 without mass
	logBefore []*numbers.Interval // log at the previous level
	start     []*numbers.Interval // by cell, the masses where the bridge begins; nil until the kernel needs them

	mass     []*numbers.Interval // the distribution of the chain's state, by cell
	next     []*numbers.Interval
	logW     *numbers.Interval // the expectation of the weight's steps so far
	plusInf  bool              // it is +Inf: there is mass in a cell where the lower of two levels has none
	minusInf bool              // it is -Inf
	tick     func() error      // is called at every level
}

// moreBits is the number of bits that a log density has more than a mass.
const moreBits = 64

// newChain returns a chain at level t, in the distribution p_t. The error says why there is no proof, if the bridge or
// the kernel is known in floats alone.
func newChain(a chains.Annealing, bits uint, t int, tick func() error) (*chain, error) {
	one := numbers.Zero(bits + moreBits).Of(1)
	b, err := newBridge(one, a.Bridge)
	if err != nil {
		return nil, err
	}
	op, err := a.Kernel.On(a.Grid)
	if err != nil {
		return nil, err
	}
	if !flows.Proved(op) {
		return nil, ErrUndefined
	}
	c := &chain{bridge: b, bits: bits, one: one, a: a, kernel: flows.DeepOf(op),
		next: make([]*numbers.Interval, len(b.classOf)), logW: numbers.Zero(bits), tick: tick}
	c.moveTo(t)
	total := c.total()
	for _, class := range c.classOf {
		c.mass = append(c.mass, c.f[class].Over(total))
	}
	return c, nil
}

// moveTo moves to level t.
func (c *chain) moveTo(t int) {
	c.t = t
	c.logBefore = c.log
	c.log, c.f = c.at(c.a.Schedule.Beta(t))
}

// at returns the log density and the density at beta, by class.
func (c *chain) at(beta float64) (log, f []*numbers.Interval) {
	place := c.one.Of(beta)
	for i := range c.classes {
		logf := c.logf(i, place)
		value := numbers.Zero(c.bits)
		if logf != nil {
			value = logf.Exp().Rounded(c.bits)
		}
		log = append(log, logf)
		f = append(f, value)
	}
	return log, f
}

// total returns the sum of the density over all cells.
func (c *chain) total() *numbers.Interval {
	total := numbers.Zero(c.bits)
	for _, class := range c.classOf {
		total = total.Plus(c.f[class])
	}
	return total
}

// aim aims the kernel at the level.
func (c *chain) aim() {
	m := flows.Masses[*numbers.Interval]{P: make([]*numbers.Interval, len(c.classOf)),
		None: make([]bool, len(c.classOf)), Start: c.atStart,
		Level: &chains.Level{T: c.t, Beta: c.a.Schedule.Beta(c.t)}}
	least := numbers.Zero(c.bits).Vanishing()
	same := c.firstAlike()
	for x, class := range c.classOf {
		m.P[x] = c.f[same[class]]
		if c.log[class] == nil || c.a.Grid.Wall(x) {
			m.None[x] = true
			m.P[x] = least
		}
	}
	c.kernel.Aim(m)
}

// firstAlike returns for each class the first class that certainly has the same density, so that the kernel sees one
// number there. Otherwise a rounding error in place of 0 would leave it open whether the chain can stay.
func (c *chain) firstAlike() []int {
	first := map[string]int{}
	alike := make([]int, c.classes)
	for class := range alike {
		alike[class] = class
		log := c.log[class]
		if log == nil || log.Lo.Cmp(&log.Hi) != 0 {
			continue
		}
		name := log.Lo.Text('p', 0)
		if at, seen := first[name]; seen {
			alike[class] = at
		} else {
			first[name] = class
		}
	}
	return alike
}

// atStart returns the masses where the bridge begins, 0 in a cell that has none there.
func (c *chain) atStart() []*numbers.Interval {
	if c.start == nil {
		_, f := c.at(0)
		for _, class := range c.classOf {
			c.start = append(c.start, f[class])
		}
	}
	return c.start
}

// step moves to level t and adds the mean of log f there less log f at the previous level, or its opposite for the
// reverse chain.
func (c *chain) step(t int, reverse bool) error {
	c.moveTo(t)
	byClass := make([]*numbers.Interval, c.classes)
	for x, class := range c.classOf {
		if byClass[class] == nil {
			byClass[class] = c.mass[x]
		} else {
			byClass[class] = byClass[class].Plus(c.mass[x])
		}
	}
	for i, mass := range byClass {
		from, to := c.logBefore[i], c.log[i]
		if reverse {
			from, to = to, from
		}
		switch {
		case mass.Is(0) || from == nil && to == nil: // in a cell without mass a chain keeps its weight
		case from == nil || to == nil:
			if mass.Lo.Sign() <= 0 {
				return fmt.Errorf("at level %d it cannot be decided whether the chain is in a cell without mass", t)
			}
			c.plusInf = c.plusInf || from == nil
			c.minusInf = c.minusInf || to == nil
		default:
			c.logW = c.logW.Plus(mass.Times(to.Minus(from)))
		}
	}
	return c.tick()
}

// forward runs the forward chain from level 1 to T.
func (c *chain) forward() error {
	for t := 2; t <= c.a.T(); t++ {
		if err := c.step(t, false); err != nil {
			return err
		}
		if t <= c.a.PathEnd() {
			c.aim()
			c.kernel.Push(c.next, c.mass)
			c.mass, c.next = c.next, c.mass
		}
	}
	return nil
}

// reverse runs the reverse chain from level T to 1, by Bayes and without a reversal: if r is the distribution of the
// state after T_t, the distribution before it is
//
//	p_t(x) sum over y of T_t(x,y) r(y)/p_t(y),
//
// in which p_t may have any factor. It ends if the weight becomes infinite.
func (c *chain) reverse() error {
	for t := c.a.T(); t >= 2; t-- {
		if t <= c.a.PathEnd() {
			c.aim()
			for x, class := range c.classOf {
				if c.next[x] = c.f[class]; c.log[class] != nil { // 0 without mass
					c.next[x] = c.mass[x].Over(c.f[class])
				}
			}
			c.kernel.Pull(c.mass, c.next)
			for x, class := range c.classOf {
				c.mass[x] = c.mass[x].Times(c.f[class])
			}
		}
		if err := c.step(t-1, true); err != nil || c.plusInf {
			return err
		}
	}
	return nil
}
