package tune

import (
	"cmp"
	"context"
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

// valued is a point whose value is computed.
func (s *search) valued(p point) point {
	p.value = p.at.value(s.ctx, p.levels, p.steps)
	return p
}

// withLevels is a point with so many levels beside the first, n steps at each, and the betas read there.
func (s *search) withLevels(p point, levels, n int) point {
	p.levels = p.levels.Resampled(1 + levels)
	p.steps = slices.Repeat([]int{n}, levels)
	return s.valued(p)
}

func byValue(a, b point) int { return cmp.Compare(a.value, b.value) }

// A search looks for the best point of a job, with one kernel and one bridge, or ranges of them.
type search struct {
	ctx      context.Context
	job      Job
	subjects []subject // one, or those of a panel
	dials    [2]*experiments.Dial
	smooth   [2]*bool // whether a dial has a gradient; nil before it is asked
	places   map[string]*place
	descents map[string]chains.Schedule // where betas ended, by the run from which they went down
	weight   float64                    // evaluations of a level's weight
	powers   []float64                  // of norms, of several targets
	err      error                      // of a place that cannot be made
}

// A Start is where a search began, and where it ended from there.
type Start struct {
	Kernel string  `json:"kernel"`
	Bridge string  `json:"bridge"`
	Value  float64 `json:"value"`
}

// newSearch reads the ranges of a job.
func newSearch(ctx context.Context, job Job, subjects []subject) (*search, error) {
	s := &search{ctx: ctx, job: job, subjects: subjects, places: map[string]*place{},
		descents: map[string]chains.Schedule{},
		weight:   weightCost(job.FreeWeights)}
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
		if err := s.failed(); err != nil {
			return point{}, nil, err
		}
		starts = append(starts, p.start())
		if best.at == nil || p.value < best.value {
			best = p
		}
		if best.value < Rounding {
			break
		}
	}
	return best, starts, nil
}

// failed is why a search has ended before its end.
func (s *search) failed() error {
	if s.ctx.Err() != nil {
		return context.Cause(s.ctx)
	}
	return s.err
}

// start tells where a search ended.
func (p point) start() Start {
	names := p.at.chains[0]
	return Start{names.Kernel, names.Bridge, p.value}
}

const (
	// looks is the number of places at which a dial is looked at before a search begins.
	looks = 9
	// mostStarts is from how many of the best of these it begins.
	mostStarts = 2
)

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

// place is the targets with the dials at some shares; it is not ok if there is none.
func (s *search) place(shares [2]float64) (p *place, ok bool) {
	kernel, bridge := s.named(shares)
	name := kernel + " " + bridge
	if known := s.places[name]; known != nil {
		return known, true
	}
	p, err := newPlace(s.subjects, kernel, bridge, s.job.Goal)
	if err != nil {
		s.err = cmp.Or(s.err, err)
		return nil, false
	}
	s.places[name] = p
	return p, true
}

// named are the kernel and the bridge with the dials at some shares.
func (s *search) named(shares [2]float64) (kernel, bridge string) {
	kernel = s.job.Kernel
	bridge = s.job.Bridge
	if d := s.dials[ofKernel]; d != nil {
		kernel = d.At(shares[ofKernel])
	}
	if d := s.dials[ofBridge]; d != nil {
		bridge = d.At(shares[ofBridge])
	}
	return kernel, bridge
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
	return s.valued(p), true
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
	if s.frees(Steps) && s.weight > 0 || s.job.Part == EvenSteps {
		atTarget := s.atTarget(p) // the cheapest of all searches
		if atTarget.value < Rounding {
			return atTarget
		}
	}
	equal := p
	oneEach := s.bestBetas(p)
	if s.job.Part == EvenSteps {
		return s.even(equal, oneEach)
	}
	p = oneEach
	if !s.frees(Steps) || s.weight == 0 {
		return s.mended(p)
	}
	p = s.spread(p)
	if s.frees(Betas) {
		p = lesser(s.even(equal, oneEach), p)
	}
	if s.job.Goal != ByB || len(p.steps) <= mostExchanged { // B that wants many levels has no use for few
		p = lesser(p, s.few(p.value, equal, oneEach))
	}
	return s.mended(p)
}

// mended lets steps, parameters and betas of a point take turns.
func (s *search) mended(p point) point {
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
		if !(p.value < before*(1-worthwhile)) || p.value < Rounding {
			break
		}
	}
	return p
}

// Rounding is the value below which nothing but rounding is left. A search ends there, and a ratio takes less as much.
const Rounding = 1e-12
