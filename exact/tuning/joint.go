package tuning

import (
	"context"
	"math"
	"slices"

	"breadboard/chains"
)

// A Joint is the descent of betas and of the parameters of a family together.
type Joint struct {
	family Family
	goal   goal
}

// ByB returns the descent of B. It panics unless Check is nil.
func (f Family) ByB() *Joint { return f.joint((*passes).B) }

// ByJ returns the descent of J, as ByB does that of B.
func (f Family) ByJ() *Joint { return f.joint((*passes).J) }

func (f Family) joint(by goal) *Joint {
	if err := f.Check(); err != nil {
		panic("tuning: " + err.Error())
	}
	return &Joint{f, by}
}

// A Start is where a joint descent begins.
type Start struct {
	Schedule chains.Schedule
	Values   []float64 // of the parameters
	Still    bool      // the betas stay, and the parameters alone go down
}

// An Ending is where it ends: a choice of betas, and the values of the parameters there. Its Gradient is that in the
// roots of the steps and in the angles of the parameters (dials).
type Ending struct {
	chains.Chosen
	Values []float64
}

// From returns where one descent from a start ends. It is no worse than the start. The error is the context's.
func (j *Joint) From(ctx context.Context, from Start) (Ending, error) {
	return descendFrom(ctx, []Family{j.family}, j.goal, nil, from)
}

// descendFrom is the descent of one family, or of a panel of several by what mix makes of their values.
func descendFrom(ctx context.Context, families []Family, by goal, mix Mix, from Start) (Ending, error) {
	d := newDescent(ctx, families[0].lowered(from.Values), from.Schedule.Len(), by)
	for _, f := range families[1:] {
		d.over = append(d.over, newPasses(f.lowered(from.Values), from.Schedule.Len()))
	}
	d.mix = mix
	if from.Still {
		d.still = true
		d.grad = nil
	}
	d.dials = dials{families: families, values: slices.Clone(from.Values)}
	c := d.descend(d.choice("", from.Schedule))
	c.Evaluations = d.evaluations
	if ctx.Err() != nil {
		return Ending{}, context.Cause(ctx)
	}
	return Ending{c, d.dials.values}, nil
}

// dials are the parameters of a family on their way down. A parameter goes by an angle φ, from 0 to π as it goes from
// its low end to the high one: its share of the way is (1 - cos φ)/2. So it may end at an end, and does not leave its
// range. As a step of length 0, a dial at an end has no slope.
type dials struct {
	families []Family  // of each annealing, with the same parameters
	values   []float64 // where they stand
	at       []float64 // where the passes were moved last
}

// parameter is that of a dial.
func (d *dials) parameter(k int) Parameter { return d.families[0].Parameters[k] }

// awayFromEnds is the share of the way within which no descent begins.
const awayFromEnds = 0.01

// angles are those at which a descent begins.
func (d *dials) angles() (all []float64) {
	for k, v := range d.values {
		share := min(max(d.parameter(k).share(v), awayFromEnds), 1-awayFromEnds)
		all = append(all, math.Acos(1-2*share))
	}
	return all
}

// set turns the dials to some angles.
func (d *dials) set(angles []float64) {
	for k, angle := range angles {
		d.values[k] = d.parameter(k).at((1 - math.Cos(angle)) / 2)
	}
}

// turned reports whether the dials stand elsewhere than the passes.
func (d *dials) turned() bool { return !slices.Equal(d.values, d.at) }

// turn moves the passes to where the dials stand.
func (d *dials) turn(over []*passes) {
	if d.turned() {
		for i, p := range over {
			p.turnTo(d.families[i], d.values)
		}
		d.at = append(d.at[:0], d.values...)
	}
}

// gradient sets dst to the derivatives by the angles, from those by the values.
func (d *dials) gradient(dst, angles, byValue []float64) {
	for k, angle := range angles {
		dst[k] = byValue[k] * d.parameter(k).perShare(d.values[k]) * math.Sin(angle) / 2
	}
}

// slope is the square of the norm of the derivatives by the angles, and the most that the value falls by the share of a
// dial that stands at an end and would leave it.
func (d *dials) slope(byValue []float64) (square, missing float64) {
	for k, v := range d.values {
		byShare := byValue[k] * d.parameter(k).perShare(v)
		share := d.parameter(k).share(v)
		square += byShare * byShare * share * (1 - share)
		switch share {
		case 0:
			missing = max(missing, -byShare)
		case 1:
			missing = max(missing, byShare)
		}
	}
	return square, missing
}

// nearEnd is the share of the way within which a dial is put to an end.
const nearEnd = 1e-4

// dropToEnds puts dials that are near an end there, if that costs a negligible part of the descent's gain.
func (d *descent) dropToEnds(c chains.Chosen, gained float64) chains.Chosen {
	for k, stood := range d.dials.values {
		p := d.dials.parameter(k)
		share := p.share(stood)
		switch {
		case share > 0 && share < nearEnd:
			d.dials.values[k] = p.Low
		case share < 1 && share > 1-nearEnd:
			d.dials.values[k] = p.High
		default:
			continue
		}
		if v := d.evaluate(c.Schedule.Betas()); v <= c.Value+negligible*gained {
			c.Value = v
		} else {
			d.dials.values[k] = stood
		}
	}
	return c
}
