package explore

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"breadboard/experiments"
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
	return drawn(c.Target, cmp.Or(c.TargetLabel(), "painted"), about(c)), nil
}

// drawn lays a target out to be painted.
func drawn(t toys.Target, name, about string) Drawn {
	d := Drawn{Shape: shapeOf(t.Grid), Name: name, LogF: numbers(t.LogF), About: about}
	if t.Grid.Axes() <= 2 {
		d.Target = PaintedText(t)
	}
	return d
}

// about says what the target is: the catalogue's words for a toy, and the size of any other.
func about(c experiments.Chain) string {
	name, _, _ := strings.Cut(c.Toy, ":")
	for _, toy := range toys.Catalogue {
		if toy.Name == name {
			return toy.About
		}
	}
	return sizeOf(c.Target)
}

// sizeOf says how large a target is, as "7x7 cells, 4 of them walls".
func sizeOf(t toys.Target) string {
	walls := 0
	for x := range t.Grid.Size() {
		if t.Grid.Wall(x) {
			walls++
		}
	}
	if walls == 0 {
		return fmt.Sprintf("%v cells", t.Grid)
	}
	return fmt.Sprintf("%v cells, %d of them walls", t.Grid, walls)
}
