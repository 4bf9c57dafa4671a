package tuning

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
)

// A Panel is several annealings, each to a target of its own, that run at the same betas with as many steps, and with
// the same values of their parameters. Its descent minimises what a Mix makes of their values, as the largest of them.
type Panel struct {
	families []Family
	goal     goal
}

// A Mix is a differentiable function of the values of a panel. It returns its value, and sets each slope to the
// derivative by that value.
type Mix func(values, slopes []float64) float64

// PanelByJ is the panel of families whose values are J. It panics unless there is one, all have the same parameters,
// and Check is nil of each.
func PanelByJ(families []Family) *Panel {
	if err := CheckPanel(families); err != nil {
		panic("tuning: " + err.Error())
	}
	return &Panel{families, (*passes).J}
}

// CheckPanel is why families are no panel that goes down, or nil.
func CheckPanel(families []Family) error {
	if len(families) == 0 {
		return errors.New("a panel of no family")
	}
	for _, f := range families {
		if len(f.Parameters) != len(families[0].Parameters) {
			return errors.New("families of a panel with other parameters")
		}
		if err := f.Check(); err != nil {
			return err
		}
	}
	return nil
}

// From returns where one descent from a start ends: no worse than the start by the mix. The error is the context's.
func (p *Panel) From(ctx context.Context, from Start, mix Mix) (Ending, error) {
	return descendFrom(ctx, p.families, p.goal, mix, from)
}

// measurePanel returns what the mix makes of the values, and sets grad and byParameter by the chain rule.
func (d *descent) measurePanel(betas []float64) float64 {
	values := make([]float64, len(d.over))
	slopes := make([]float64, len(d.over))
	grads := make([][]float64, len(d.over))
	for i, p := range d.over {
		if d.grad != nil {
			grads[i] = make([]float64, len(d.grad))
		}
		values[i] = d.goal(p, betas, grads[i])
		if !(values[i] < math.Inf(1)) {
			return math.Inf(1)
		}
	}
	value := d.mix(values, slopes)
	clear(d.grad)
	d.byParameter = make([]float64, len(d.dials.values))
	for i, p := range d.over {
		if d.grad != nil {
			floats.AddScaled(d.grad, slopes[i], grads[i])
		}
		if len(d.byParameter) > 0 {
			floats.AddScaled(d.byParameter, slopes[i], p.byParameter)
		}
	}
	return value
}
