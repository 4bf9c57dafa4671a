package tune

import (
	"cmp"

	"breadboard/chains"
	"breadboard/exact/tuning"
)

// Dials that have a gradient go down it together with the betas. A dial has one if its parameter takes any value and,
// of a bridge, if the path knows how it bends and goes through the same cells everywhere in the range.

// slides reports whether a dial is free and has a gradient.
func (s *search) slides(i int) bool {
	if !s.mayTurn(i) {
		return false
	}
	if s.smooth[i] == nil {
		d := s.dials[i]
		families := s.families([]slider{{i, d.Low, d.High}}, [2]float64{middle, middle})
		smooth := tuning.CheckPanel(families) == nil
		s.smooth[i] = &smooth
	}
	return *s.smooth[i]
}

// A slider is a dial with the part of its range in which it goes down.
type slider struct {
	dial      int
	low, high float64
}

// families have some dials as parameters, and the others at their shares: one on each target.
func (s *search) families(sliders []slider, shares [2]float64) (all []tuning.Family) {
	for _, on := range s.subjects {
		if !on.out {
			all = append(all, s.family(on, sliders, shares))
		}
	}
	return all
}

// family is that on one target.
func (s *search) family(on subject, sliders []slider, shares [2]float64) (f tuning.Family) {
	for _, slider := range sliders {
		d := s.dials[slider.dial]
		f.Parameters = append(f.Parameters, tuning.Parameter{Bends: slider.dial == ofBridge, Low: slider.low,
			High: slider.high, Spacing: d.Spacing, Linear: d.Linear})
	}
	f.At = func(values []float64) chains.Annealing {
		kernel, bridge := s.named(shares)
		for k, slider := range sliders {
			name := s.dials[slider.dial].Named(values[k])
			if slider.dial == ofBridge {
				bridge = name
			} else {
				kernel = name
			}
		}
		chain, err := on.on(kernel, bridge)
		if err != nil { // both ends of the range were looked up
			panic("tune: " + err.Error())
		}
		return chain.Fewest()
	}
	return f
}

// sliders are the dials that have a gradient, in the parts of their ranges around a point where it has no jump and the
// run is afforded.
func (s *search) sliders(p point) (all []slider) {
	for i, d := range s.dials {
		if !s.slides(i) {
			continue
		}
		low := d.Value(s.farthest(p, i, 0))
		high := d.Value(s.farthest(p, i, 1))
		if d.Smooth != nil {
			from, to := d.Smooth(d.Value(p.shares[i]))
			low = max(low, from)
			high = min(high, to)
		}
		one := slider{i, low, high}
		if tuning.CheckPanel(s.families([]slider{one}, p.shares)) == nil {
			all = append(all, one)
		}
	}
	return all
}

// farthest is the share of a dial nearest to an end at which the steps of a point are still afforded: the cost may
// depend on the parameter, as on the share of steps that stay.
func (s *search) farthest(p point, i int, end float64) float64 {
	affords := func(share float64) bool {
		p.shares[i] = share
		place, ok := s.place(p.shares)
		return ok && place.cost(s.weight, p.steps) <= float64(s.job.Cost)
	}
	here := p.shares[i]
	if affords(end) {
		return end
	}
	for range halvings {
		half := (here + end) / 2
		if affords(half) {
			here = half
		} else {
			end = half
		}
	}
	return here
}

// halvings leave a millionth of a range.
const halvings = 20

// slide lets betas and dials go down together; betas that are not free stay.
func (s *search) slide(p point) point {
	sliders := s.sliders(p)
	if len(sliders) == 0 || p.value < Rounding {
		return p
	}
	from := tuning.Start{Schedule: p.levels, Steps: p.steps, Still: !s.frees(Betas)}
	for _, slider := range sliders {
		v := s.dials[slider.dial].Value(p.shares[slider.dial])
		from.Values = append(from.Values, min(max(v, slider.low), slider.high))
	}
	end, err := p.at.slide(s.ctx, s.families(sliders, p.shares), from, s.powers)
	if err != nil {
		s.err = cmp.Or(s.err, err)
		return p
	}
	q := p
	for k, slider := range sliders {
		q.shares[slider.dial] = s.dials[slider.dial].Share(end.Values[k])
	}
	at, ok := s.place(q.shares)
	if !ok || at.cost(s.weight, q.steps) > float64(s.job.Cost) {
		return p
	}
	q.at = at
	q.levels = end.Schedule
	q = s.valued(q)
	if s.frees(Betas) {
		q = s.tidied(q)
	}
	if q.value < p.value*(1-slack) {
		return q
	}
	return p // a dial on which nothing depends stays
}
