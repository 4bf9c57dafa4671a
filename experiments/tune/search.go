package tune

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/experiments"
)

// A point is a setting on the way of a search: a place, and the levels and steps of a run there.
type point struct {
	at     *place
	shares [2]float64 // of the dials of kernel and bridge, on their way from end to end
	levels chains.Schedule
	steps  []int // at each level but the first
	value  float64
}

func byValue(a, b point) int { return cmp.Compare(a.value, b.value) }

// A search looks for the best point of a job.
type search struct {
	ctx    context.Context
	job    Job
	on     experiments.Chain // whose target it is
	dials  [2]*experiments.Dial
	smooth [2]*bool // whether a dial has a gradient; nil before it is asked
	places map[string]*place
	weight float64 // evaluations of a level's weight
	err    error   // of a place that cannot be made
}

// A Start is where a search began, and where it ended from there.
type Start struct {
	Kernel string  `json:"kernel"`
	Bridge string  `json:"bridge"`
	Value  float64 `json:"value"`
}

// newSearch reads the ranges of a job.
func newSearch(ctx context.Context, job Job, on experiments.Chain) (*search, error) {
	s := &search{ctx: ctx, job: job, on: on, places: map[string]*place{}, weight: weightCost(job.FreeWeights)}
	specs := []string{job.Kernel, job.Bridge}
	for i, field := range []experiments.Field{experiments.FieldKernel, experiments.FieldBridge} {
		d, ok, err := experiments.ReadDial(field, specs[i])
		if err != nil {
			return nil, err
		}
		if ok {
			s.dials[i] = &d
		}
	}
	return s, nil
}

// frees reports whether a part is chosen.
func (s *search) frees(p Part) bool { return s.job.Part == Everything || s.job.Part == p }

// The dials.
const (
	ofKernel = iota
	ofBridge
)

// mayTurn reports whether a dial is there and free.
func (s *search) mayTurn(i int) bool {
	part := [2]Part{ofKernel: Kernels, ofBridge: Bridges}
	return s.dials[i] != nil && s.frees(part[i])
}

// middle is where dials stand that nobody turns.
const middle = 0.5

// best returns the best point, and the starts.
func (s *search) best() (best point, starts []Start, err error) {
	best.value = math.Inf(1)
	for _, from := range s.starts() {
		p := s.from(from)
		if s.ctx.Err() != nil {
			return point{}, nil, context.Cause(s.ctx)
		}
		if s.err != nil {
			return point{}, nil, s.err
		}
		names := p.at.chain
		starts = append(starts, Start{names.Kernel, names.Bridge, p.value})
		if best.at == nil || p.value < best.value {
			best = p
		}
	}
	return best, starts, nil
}

// A dial is looked at in so many places before a search begins from the best two.
const looks, mostStarts = 9, 2

// starts are the shares of the dials from which to search: those at which a run of equal steps is best, along the dial
// of the kernel and of the bridge.
func (s *search) starts() [][2]float64 {
	from := [2]float64{middle, middle}
	all := [][2]float64{from}
	for i := range s.dials {
		if !s.mayTurn(i) {
			continue
		}
		var tried []point
		for k := range looks {
			shares := from
			shares[i] = float64(k) / (looks - 1)
			p, ok := s.plain(shares)
			if ok {
				tried = append(tried, p)
			}
		}
		slices.SortStableFunc(tried, byValue)
		if len(tried) > 0 {
			from = tried[0].shares
			all = nil
		}
		for _, p := range tried[:min(mostStarts, len(tried))] {
			all = append(all, p.shares)
		}
	}
	return all
}

// place is the target with the dials at some shares; it is not ok if there is none.
func (s *search) place(shares [2]float64) (p *place, ok bool) {
	setting := s.named(shares)
	name := setting.Kernel + " " + setting.Bridge
	if known := s.places[name]; known != nil {
		return known, true
	}
	p, err := newPlace(s.on, setting, s.job.Goal)
	if err != nil {
		s.err = cmp.Or(s.err, err)
		return nil, false
	}
	s.places[name] = p
	return p, true
}

// named is the setting with the dials at some shares.
func (s *search) named(shares [2]float64) experiments.Setting {
	setting := s.job.Setting
	if d := s.dials[ofKernel]; d != nil {
		setting.Kernel = d.At(shares[ofKernel])
	}
	if d := s.dials[ofBridge]; d != nil {
		setting.Bridge = d.At(shares[ofBridge])
	}
	return setting
}

// plain is a run of as many equal steps of beta as are afforded with one step of the kernel each.
func (s *search) plain(shares [2]float64) (p point, ok bool) {
	at, ok := s.place(shares)
	if !ok {
		return p, false
	}
	levels := int(float64(s.job.Cost) / (s.weight + at.step))
	if levels < 1 {
		return p, false
	}
	p = point{at: at, shares: shares, levels: chains.Linear(1 + levels), steps: slices.Repeat([]int{1}, levels)}
	p.value = at.value(s.ctx, p.levels, p.steps)
	return p, true
}

// Parameters, steps and betas take turns at most so often, and as long as a turn gains this share of the value.
const (
	turns      = 8
	worthwhile = 1e-4
)

// from searches with the dials at some shares in the beginning.
func (s *search) from(shares [2]float64) point {
	p, ok := s.plain(shares)
	if !ok {
		s.err = cmp.Or(s.err, error(experiments.Faultf("%v %d does not afford a level of %s", FieldCost, s.job.Cost,
			s.job.Kernel)))
		return p
	}
	p = s.bestBetas(p)
	if s.frees(Steps) && s.weight > 0 {
		p = s.spread(p)
	}
	for range turns {
		before := p.value
		if s.frees(Steps) && s.weight > 0 {
			p = s.exchange(p)
		}
		for i, d := range s.dials {
			if s.mayTurn(i) && (!s.slides(i) || d.Smooth != nil) {
				p = s.turn(p, i)
			}
		}
		p = s.slide(p)
		if !(p.value < before*(1-worthwhile)) || p.value < rounding {
			break
		}
	}
	return p
}

// rounding is the value below which nothing but rounding is left.
const rounding = 1e-12

// bestBetas gives a run of one step a level the best betas, from all starts that a best schedule has.
func (s *search) bestBetas(p point) point {
	if !s.frees(Betas) {
		return p
	}
	c, err := p.at.down.Best(s.ctx, p.levels.Len(), nil)
	if err != nil {
		s.err = cmp.Or(s.err, err)
		return p
	}
	p.levels = c.Schedule
	p.value = p.at.value(s.ctx, p.levels, p.steps)
	return p
}

// settle gives a run that was changed the betas to which they descend, or equal steps where betas are not free.
func (s *search) settle(p point) point {
	if !s.frees(Betas) {
		p.levels = chains.Linear(1 + len(p.steps))
		p.value = p.at.value(s.ctx, p.levels, p.steps)
		return p
	}
	c, err := p.at.down.From(s.ctx, p.levels, p.steps)
	if err != nil {
		s.err = cmp.Or(s.err, err)
		return p
	}
	before := p
	p.levels = c.Schedule
	p.value = p.at.value(s.ctx, p.levels, p.steps)
	return lesser(s.tidied(p), before)
}

// tidied is the point with tidy levels, if that costs nothing.
func (s *search) tidied(p point) point {
	q := p
	q.levels, q.steps = tidy(p.levels, p.steps)
	q.value = p.at.value(s.ctx, q.levels, q.steps)
	if q.value <= p.value*(1+slack) {
		return s.fill(q) // levels that became one leave something to spend
	}
	return p
}

// A beta so near 0 or 1 is 0 or 1, if that costs no more than this share of the value.
const (
	nearEnd = 1e-6
	slack   = 1e-9
)

// tidy puts betas that are nearly 0 or 1 there, and makes one level of several at one beta, with the steps of all: the
// run is the same, and takes fewer weights.
func tidy(levels chains.Schedule, steps []int) (chains.Schedule, []int) {
	betas := []float64{0}
	var each []int
	for k, n := range steps {
		beta := levels.Beta(k + 2)
		switch {
		case beta < nearEnd:
			beta = 0
		case beta > 1-nearEnd:
			beta = 1
		}
		if len(each) > 0 && beta == betas[len(betas)-1] {
			each[len(each)-1] += n
			continue
		}
		betas = append(betas, beta)
		each = append(each, n)
	}
	return scheduleOf(betas), each
}

// lesser is the point of less value, the first of two that are alike.
func lesser(p, q point) point {
	if q.value < p.value {
		return q
	}
	return p
}

// kneeSteps are the numbers of steps between which lists are tried. At the last level there may be several times as
// many: B cannot see steps at the target, and J can. mostSettled is the number of lists that go down the gradient.
var (
	kneeSteps = []int{1, 2, 4, 8, 16}
	dwells    = map[Goal][]int{ByJ: {1, 3}, ByB: {1}}
)

const mostSettled = 6

// spread tries lists of steps that go straight from one number at the first level over one in the middle to one at the
// last, each with as many levels as are afforded. The betas are those of p, read at as many levels.
func (s *search) spread(p point) point {
	var tried []point
	for _, first := range kneeSteps {
		for _, mid := range kneeSteps {
			for _, last := range kneeSteps {
				for _, dwell := range dwells[s.job.Goal] {
					q, ok := s.stepped(p, fmt.Sprintf("%d:%d:%d", first, mid, last), (dwell-1)*last)
					if ok && len(q.steps) != len(p.steps) { // it would be p
						tried = append(tried, q)
					}
				}
			}
		}
	}
	slices.SortStableFunc(tried, byValue)
	best := s.settle(s.fill(s.atTarget(p)))
	for _, q := range tried[:min(mostSettled, len(tried))] {
		q = s.settle(s.fill(q))
		best = lesser(best, q)
	}
	return lesser(best, s.settle(s.fill(p)))
}

// atTarget is the run without annealing: one level beside the first, the target, with all steps there.
func (s *search) atTarget(p point) point {
	p.levels = chains.Linear(2)
	p.steps = []int{int((float64(s.job.Cost) - s.weight) / p.at.step)}
	p.value = p.at.value(s.ctx, p.levels, p.steps)
	return p
}

// stepped is the run with as many steps by level as a word says, and so many more at the last, and with as many levels
// as are afforded. It is not ok if that is none.
func (s *search) stepped(p point, word string, more int) (q point, ok bool) {
	setting := experiments.Setting{}.WithSteps(word)
	rest := s.job.Cost - int(math.Ceil(float64(more)*p.at.step))
	if rest < 1 {
		return q, false
	}
	T := setting.Afforded(rest, p.at.step)
	if T < 2 {
		return q, false
	}
	steps, err := setting.StepsEach(T)
	if err != nil {
		panic("tune: " + err.Error())
	}
	steps[T-2] += more
	p.levels = p.levels.Resampled(T)
	p.steps = steps
	p.value = p.at.value(s.ctx, p.levels, p.steps)
	return p, true
}

// A dial turns within so much of its way to either side, in so many tries of a golden section.
const (
	swing = 0.15
	tries = 14
)

// turn minimises along a dial with all else where it is, and lets the betas follow.
func (s *search) turn(p point, i int) point {
	best := p
	at := func(share float64) float64 {
		q := p
		q.shares[i] = share
		place, ok := s.place(q.shares)
		if !ok || place.cost(s.weight, q.steps) > float64(s.job.Cost) {
			return math.Inf(1)
		}
		q.at = place
		q.value = place.value(s.ctx, q.levels, q.steps)
		best = lesser(best, q)
		return q.value
	}
	golden(max(p.shares[i]-swing, 0), min(p.shares[i]+swing, 1), at)
	if best.at == p.at {
		return p
	}
	return s.settle(best)
}

// golden looks for the least value between two ends, each time in the part of them that the golden section leaves.
func golden(low, high float64, at func(x float64) float64) {
	at(low)
	at(high)
	section := (math.Sqrt(5) - 1) / 2
	left := high - section*(high-low)
	right := low + section*(high-low)
	atLeft := at(left)
	atRight := at(right)
	for range tries {
		if atLeft <= atRight {
			high = right
			right = left
			atRight = atLeft
			left = high - section*(high-low)
			atLeft = at(left)
		} else {
			low = left
			left = right
			atLeft = atRight
			right = low + section*(high-low)
			atRight = at(right)
		}
	}
}
