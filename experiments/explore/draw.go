package explore

import (
	"cmp"
	"context"

	"breadboard/toys"
)

// Draw makes the target of a question, to paint on.
func Draw(ctx context.Context, q Question) (Drawn, error) {
	c, err := q.Chain()
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return Drawn{}, err
	}
	return drawn(c.Target, cmp.Or(c.TargetLabel(), "painted")), nil
}

// drawn lays a target out to be painted.
func drawn(t toys.Target, name string) Drawn {
	d := Drawn{Shape: shapeOf(t.Grid), Name: name, LogF: Numbers(t.LogF)}
	if t.Grid.Axes() <= 2 {
		d.Target = PaintedText(t)
	}
	return d
}
