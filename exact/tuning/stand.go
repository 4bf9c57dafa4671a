package tuning

import (
	"gonum.org/v1/gonum/floats"
)

// A descent whose levels stand moves the betas of all steps of a level together: the passes go over each step, and the
// derivative by the beta of a level is the sum of those by the betas of its steps. The last level stays where it is,
// and so no step there is asked for a derivative.

// stand has the descent make so many steps at each level but the first.
func (d *descent) stand(steps []int) {
	T := 1
	for _, n := range steps {
		T += n
	}
	for i, p := range d.over {
		d.over[i] = newPasses(p.a, T)
		d.over[i].stands = T > 1+len(steps)
		d.over[i].stays = T - steps[len(steps)-1] + 1
	}
	each := make([]float64, T)
	goal := d.goal
	d.goal = func(p *passes, betas, grad []float64) float64 {
		if grad == nil {
			return goal(p, schedule(betas).Standing(steps).Betas(), nil)
		}
		value := goal(p, schedule(betas).Standing(steps).Betas(), each)
		copy(grad, together(each, steps))
		return value
	}
}

// together sums up what belongs to the steps of each level. The first level has none, and the last beta is 1 and stays.
func together(each []float64, steps []int) []float64 {
	sums := make([]float64, 1+len(steps))
	from := 1
	for i, n := range steps {
		sums[i+1] = floats.Sum(each[from : from+n])
		from += n
	}
	sums[len(steps)] = 0
	return sums
}
