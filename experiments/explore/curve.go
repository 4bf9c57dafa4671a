package explore

import (
	"context"
	"fmt"
	"slices"

	"breadboard/experiments"
	"breadboard/grid/text"
)

// usualTs are the Ts of a curve if none are asked for.
var usualTs = []int{10, 30, 100, 300, 1000}

// Curve tells J and B of each schedule at each T, as soon as they are known: of all schedules at the smallest T first.
// Without schedules it is the curve of the question's own.
func Curve(ctx context.Context, q Question, specs []string, ts []int, tell func(Point) error) error {
	if len(specs) == 0 {
		specs = []string{q.Setting().WithDefaults().Schedule}
	}
	if len(ts) == 0 {
		ts = usualTs
	}
	if len(specs) > MostCurves || len(ts) > MostTs {
		return experiments.Faultf("%s at %d %v; at most %d at %d would do", text.Count(len(specs), "schedule"), len(ts),
			experiments.FieldT, MostCurves, MostTs)
	}
	ts = slices.Compact(slices.Sorted(slices.Values(ts)))
	for _, T := range ts {
		if err := inLevels(T); err != nil {
			return err
		}
	}
	ctx, stop := inTime(ctx)
	defer stop()
	q.T = ts[len(ts)-1]
	c, err := q.onAny(specs)
	if err != nil {
		return err
	}
	if err := inCurve(c, len(specs), ts); err != nil {
		return err
	}
	for _, T := range ts {
		for _, spec := range specs {
			s, err := run{chain: c}.scheduled(ctx, spec, T)
			if err == nil {
				err = tell(Point{Schedule: spec, T: T, J: s.J, B: s.B, Off: s.Off, Note: s.Note})
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// inCurve returns a fault if all points together are too much work.
func inCurve(c experiments.Chain, schedules int, ts []int) error {
	levels := 0
	for _, T := range ts {
		levels += T * schedules
	}
	if most := int(MostWork / c.States); levels > most {
		return experiments.Faultf("%v %s with %s are %d levels on %.0f states; at most %d would do",
			experiments.FieldT, fmt.Sprint(ts), text.Count(schedules, "schedule"), levels, c.States, most)
	}
	return nil
}
