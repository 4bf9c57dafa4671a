package chaintest

import (
	"context"
	"fmt"
	"testing"

	"breadboard/chains"
	"breadboard/chains/cause"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// LawsOn fails t for every law that k breaks on a target of one's own, from the uniform density on the same grid. Many
// a kernel is made for one grid, and Laws would ask it on others. LawsOn names the likely cause. It walks whole
// annealings where they are small enough, on up to four cells.
func LawsOn(t *testing.T, k chains.Kernel, logf []float64, g grid.Grid) {
	t.Helper()
	if fault := chains.Fits(k, g); fault != nil {
		t.Fatalf("%T on %v: %v", k, g, fault)
	}
	found, says := breachesOn(t.Context(), k, logf, g)
	report(t, k, found)
	if says != "" {
		t.Log("Likely cause: " + says)
	}
}

// breachesOn are the laws that k breaks on a target, and a sentence about the likely cause. All paths are walked on up
// to four cells.
func breachesOn(ctx context.Context, k chains.Kernel, logf []float64, g grid.Grid) (found []Breach, says string) {
	a := chains.To(logf, g, k, 4)
	from, to := a.Ends()
	place := Place{Name: "the target on " + g.String(), Grid: a.Grid, From: from, To: to}
	found = OperatorBreaches(k, place)
	const few = 4
	if len(found) == 0 && g.Size() <= few {
		scene := place.Scene(k, Geometric, 4)
		found = Enumerate(scene.Annealing, Annealer).Breaches(scene.Name)
	}
	return found, likely(ctx, a, found)
}

// likely is a sentence about the likely cause of breaches of an annealing's kernel; "" if none explains all that is
// off.
func likely(ctx context.Context, a chains.Annealing, found []Breach) string {
	broken := map[laws.Law]bool{}
	for _, b := range found {
		broken[b.Law] = true
	}
	if len(broken) == 0 || a.Grid.Size() > mostWritten {
		return ""
	}
	c := cause.Case{Annealing: a, Keeps: func(context.Context, float64) bool { return false }}
	for _, beta := range []float64{0.35, 1} {
		op, level := a.Aimed(a.T(), beta)
		c.Levels = append(c.Levels, cause.Level{Written: written(a.Grid, level, op), Broken: broken})
	}
	why, err := cause.Of(ctx, c)
	if err != nil || why == nil {
		return ""
	}
	if advice := why.Advice; advice != "" {
		return fmt.Sprintf("%s. To do: %s.", why.Says, advice)
	}
	return why.Says + "."
}

// mostWritten is the number of cells up to which a cause is looked for: it takes a second there.
const mostWritten = 256
