package validation

import (
	"context"
	"math"
	"reflect"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments/score"
	"breadboard/toys"
	"breadboard/toys/zoo"
)

// A Standing is the place of the kernel among those of the catalogue, at the last level: by the median
// over functions of the real effective sample size of N steps from an exact draw.
type Standing struct {
	Place, Of int
	RESS      float64
	N         int
}

// Kernels of the catalogue that take more operations, or more bytes, than these are not compared.
const (
	standingSteps = 1000
	standingWork  = 5e8
	standingBytes = 1 << 26
)

// stand finds the standing. There is none if the kernel does not leave the density invariant, if its
// pattern makes it no sampler, or if it takes too long itself.
func (v *Validation) stand(ctx context.Context) error {
	s, l := v.Candidate, v.Last()
	target := toys.Target{Name: s.Name, Grid: s.Base.Grid, LogF: baseLogF(s.Base, l)}
	if l.Balance == Unbalanced || wallHasMass(target) || slices.ContainsFunc(v.Broken(), structural) {
		return nil
	}
	others := slices.DeleteFunc(slices.Clone(kernels.Catalogue), func(e chains.Entry[chains.Kernel]) bool {
		return reflect.DeepEqual(e.Make, s.Base.Kernel)
	})
	p := &score.Plan{Densities: []zoo.Density{{Name: s.Name, Make: func() toys.Target { return target }}},
		Kernels: append(others, chains.Entry[chains.Kernel]{Name: itself, Make: s.Base.Kernel}),
		Starts:  []string{"exact"}, Budgets: []int{standingSteps}, Equal: score.Steps,
		MostWork: standingWork, MostBytes: standingBytes}
	if p.Prepare() != nil { // every function is constant
		return nil
	}
	scored, err := p.Run(ctx, 0, nil)
	if err != nil {
		return err
	}
	v.Standing = placed(scored.Rows)
	return nil
}

// itself is the name of the validated kernel among the rows; no kernel of the catalogue has it.
const itself = "itself"

// placed is the place of the validated kernel, nil if it has no rows. Kernels that agree to nine
// digits share a place.
func placed(rows []score.Row) *Standing {
	ress := map[string][]float64{}
	for _, r := range rows {
		ress[r.Kernel] = append(ress[r.Kernel], r.RESS())
	}
	if ress[itself] == nil {
		return nil
	}
	s := &Standing{Place: 1, Of: len(ress), RESS: score.Median(ress[itself]), N: standingSteps}
	for _, other := range ress {
		if score.Median(other) > s.RESS*(1+1e-9) {
			s.Place++
		}
	}
	return s
}

// baseLogF is the log density of the cells at a level.
func baseLogF(base chains.Annealing, l Level) []float64 {
	level := base.NewLevel()
	level.Move(l.T, l.Beta)
	return level.LogF()
}

// wallHasMass reports whether a level inside a bridge has mass where the target's grid has a wall.
func wallHasMass(t toys.Target) bool {
	for x, v := range t.LogF {
		if t.Grid.Wall(x) && !math.IsInf(v, -1) {
			return true
		}
	}
	return false
}
