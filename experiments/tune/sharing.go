package tune

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments"
)

// A sharing looks for the one setting of a panel. A search of each kernel on each bridge begins from what was found for
// single targets: from all of their settings that are afforded, whatever their kernel. The best of them go down. The
// kernels and bridges that lead then go through all that a search of one target does.
type sharing struct {
	ctx      context.Context
	job      Job
	subjects []subject
	rows     []Row // by J, of the targets that are not left out, at the price
	bests    []Best
}

// newSharing makes the targets of a panel. rows are those of all searches of single targets.
func newSharing(ctx context.Context, job Job, rows []Row) (*sharing, error) {
	s := &sharing{ctx: ctx, job: job}
	for k, setting := range job.Panel.Targets {
		chain, err := setting.Chain()
		if err != nil {
			return nil, err
		}
		on := subject{setting: setting, target: chain.Target, out: slices.Contains(job.Panel.Without, k)}
		here := slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return !job.foundAlone(r, setting) })
		for _, best := range Bests(here) {
			on.least = float64(best.J)
			if !on.out {
				s.bests = append(s.bests, best)
			}
		}
		if !on.out {
			s.rows = append(s.rows, here...)
		}
		s.subjects = append(s.subjects, on)
	}
	return s, nil
}

// foundAlone reports whether a row was found for one target alone, by J and at the price of a panel.
func (j Job) foundAlone(r Row, target experiments.Setting) bool {
	return r.Job.Panel == nil && r.Job.Goal == ByJ && r.Job.Cost == j.Cost && sameTarget(r.Job.Setting, target)
}

// mostLeading is the number of kernels on bridges that are searched to the end.
const mostLeading = 2

// A leading is the search of one kernel on one bridge, and where it stands.
type leading struct {
	*search
	point
	place int // among all
}

// best returns the best point, and where each kernel on each bridge ended.
func (s *sharing) best() (best point, starts []Start, err error) {
	var all []leading
	job := s.job
	for _, job.Kernel = range s.job.Panel.Kernels {
		for _, job.Bridge = range s.job.Panel.Bridges {
			one, err := newSearch(s.ctx, job, s.subjects)
			if err != nil {
				return best, nil, err
			}
			p, ok := one.led(s.rows)
			if ok {
				all = append(all, leading{one, p, len(all)})
			}
			if err := one.failed(); err != nil {
				return best, nil, err
			}
		}
	}
	slices.SortStableFunc(all, func(a, b leading) int { return byValue(a.point, b.point) })
	starts = make([]Start, len(all))
	best.value = math.Inf(1)
	for i, one := range all {
		if i < mostLeading {
			one.point = one.followed(one.point)
		}
		if err := one.failed(); err != nil {
			return best, nil, err
		}
		starts[one.place] = one.start()
		if best.at == nil || one.value < best.value {
			best = one.point
		}
	}
	return best, starts, nil
}

// led is where the best few of the settings of single targets lead. It is not ok if none is afforded.
func (s *search) led(rows []Row) (best point, ok bool) {
	s.powers = firstPowers
	beginnings := s.beginnings(rows)
	for i, p := range beginnings[:min(mostSettled, len(beginnings))] {
		p = s.settle(s.fill(p))
		if i == 0 || p.value < best.value {
			best = p
		}
	}
	return best, len(beginnings) > 0
}

// beginnings are the points from which a search of several targets begins, the best first: settings of single targets,
// and plain ones along the ranges.
func (s *search) beginnings(rows []Row) (all []point) {
	add := func(p point, ok bool) {
		alike := func(q point) bool { return q.at == p.at && key(q) == key(p) }
		if ok && !slices.ContainsFunc(all, alike) {
			all = append(all, p)
		}
	}
	for _, shares := range s.starts() {
		add(s.plain(shares))
	}
	for _, r := range rows {
		add(s.pointOf(r))
	}
	slices.SortStableFunc(all, byValue)
	return all
}

// pointOf is the setting of a row with this search's kernel and bridge. It is not ok if it is not afforded with them.
func (s *search) pointOf(r Row) (p point, ok bool) {
	shares := [2]float64{middle, middle}
	if d := s.dials[ofKernel]; d != nil && s.job.Kernel == r.Job.Kernel {
		shares[ofKernel] = d.Share(parameterOf(r.Setting.Kernel))
	}
	if d := s.dials[ofBridge]; d != nil && s.job.Bridge == r.Job.Bridge {
		shares[ofBridge] = d.Share(parameterOf(r.Setting.Bridge))
	}
	at, ok := s.place(shares)
	if !ok {
		return p, false
	}
	return s.pointAt(at, shares, r)
}

// pointAt is the setting of a row with a kernel and a bridge.
func (s *search) pointAt(at *place, shares [2]float64, r Row) (p point, ok bool) {
	levels, steps := levelsOf(r.Setting)
	if at.cost(s.weight, steps) > float64(s.job.Cost) {
		return p, false
	}
	return s.valued(point{at: at, shares: shares, levels: levels, steps: steps}), true
}

// parameterOf is the number behind a name, as in laplace:1.5.
func parameterOf(name string) float64 {
	_, word, _ := strings.Cut(name, ":")
	v, err := strconv.ParseFloat(word, 64)
	if err != nil {
		panic("tune: a name that no dial wrote: " + name)
	}
	return v
}

// followed is where a point of several targets ends: lists of steps are tried with its betas, and all takes turns.
func (s *search) followed(p point) point {
	s.powers = powers
	equal, ok := s.plain(p.shares)
	if !ok {
		return p
	}
	like := equal
	like.levels = p.levels.Resampled(equal.levels.Len())
	like = s.valued(like)
	if s.weight > 0 {
		p = lesser(p, s.spread(like))
		p = lesser(p, s.even(equal, like))
	} else {
		p = lesser(p, s.settle(like))
	}
	p = s.mended(p)
	s.powers = lastPowers
	return s.slide(s.settle(p))
}

// bestWinner is the best setting of one target that is afforded on all. It is not known if there is none.
func (s *sharing) bestWinner() (best point, known bool, err error) {
	one := &search{ctx: s.ctx, job: s.job, weight: weightCost(s.job.FreeWeights)}
	for _, r := range s.bests {
		at, err := newPlace(s.subjects, r.Setting.Kernel, r.Setting.Bridge, s.job.Goal)
		if err != nil {
			return best, false, err
		}
		p, ok := one.pointAt(at, [2]float64{}, r.Row)
		if ok && (!known || p.value < best.value) {
			best = p
			known = true
		}
	}
	return best, known, one.failed()
}
