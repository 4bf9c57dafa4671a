package chains

import (
	"fmt"
	"math"

	"breadboard/grid"
)

// An Annealing says everything there is to say about a run.
type Annealing struct {
	Grid     grid.Grid
	Bridge   Bridge
	Schedule Schedule
	Kernel   Kernel
	// SkipLast leaves out T_T, the last kernel, whose step comes after the last
	// weight: it changes the law of x_T, so J, and not B.
	SkipLast bool
}

// T is the number of levels.
func (a Annealing) T() int { return a.Schedule.Len() }

// LevelAt moves l to level t.
func (a Annealing) LevelAt(l *Level, t int) { l.Move(t, a.Schedule.Beta(t)) }

// NewLevel returns a level on the annealing's bridge.
func (a Annealing) NewLevel() *Level { return NewLevel(a.Bridge, a.Grid.Size()) }

// Check returns an error where a level has no mass at all, as when the initial
// density and the target are nowhere both positive, or mass that is not a number,
// or inside the bridge mass on a wall, which no kernel that does not enter it can
// leave invariant. It looks at the two ends and at one level inside: the mass of a
// bridge does not come and go between its ends.
func (a Annealing) Check() error {
	l := a.NewLevel()
	seen := -1.0
	for t := 1; t <= a.T(); t++ {
		beta := a.Schedule.Beta(t)
		if beta == seen || (seen > 0 && beta < 1) {
			continue
		}
		seen = beta
		l.Move(t, beta)
		top := math.Inf(-1)
		for x, v := range l.LogF() {
			if math.IsNaN(v) || math.IsInf(v, 1) {
				return fmt.Errorf("at beta = %g the log density of cell %v is %v; a finite number or -inf would do", beta, a.Grid.Coords(x), v)
			}
			if !math.IsInf(v, -1) && a.Grid.Wall(x) && beta > 0 && beta < 1 {
				return fmt.Errorf("at beta = %g cell %v has mass and is a wall; a grid without that wall would do", beta, a.Grid.Coords(x))
			}
			top = max(top, v)
		}
		if math.IsInf(top, -1) {
			return fmt.Errorf("at beta = %g no cell has any mass; the initial density and the target must share at least one", beta)
		}
	}
	return nil
}
