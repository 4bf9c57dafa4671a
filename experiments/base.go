package experiments

import "breadboard/chains"

// Base is the chain's annealing over these betas on the target's own cells, before its
// kernel adds any. Another kernel may be put in its place, and extended.
func (c Chain) Base(s chains.Schedule) chains.Annealing {
	return chains.Annealing{Grid: c.Target.Grid, Bridge: c.bridge, Schedule: s, Kernel: c.kernel, SkipLast: c.SkipLast}
}

// Extended reports whether the chain's kernel needs more cells than the target has.
func (c Chain) Extended() bool {
	return chains.States(c.kernel, c.Target.Grid) != c.Target.Grid.Size()
}

// Fixed reports whether the schedule comes from a file, so that there is one T alone.
func (c Chain) Fixed() bool { return c.schedule.levels.Len() > 0 }
