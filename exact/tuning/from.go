package tuning

import (
	"context"

	"breadboard/chains"
)

// From returns the choice to which one descent leads from a schedule. It is for who has a good schedule already, and
// changed something else a little. Its Evaluations are those of the gradient at this T. The error is the context's.
func (s *Search) From(ctx context.Context, from chains.Schedule) (chains.Chosen, error) {
	d := newDescent(ctx, s.a, from.Len(), s.goal)
	c := d.descend(d.choice("", from))
	c.Evaluations = d.evaluations
	if ctx.Err() != nil {
		return chains.Chosen{}, context.Cause(ctx)
	}
	return c, nil
}
