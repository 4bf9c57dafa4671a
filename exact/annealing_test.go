package exact_test

import (
	"breadboard/chains"
	"breadboard/toys"
)

// annealing goes from uniform to the target, geometrically, on the
// space that the kernel needs.
func annealing(t toys.Target, k chains.Kernel, s chains.Schedule) chains.Annealing {
	return chains.Annealing{Grid: t.Grid, Kernel: k, Schedule: s,
		Bridge: chains.Geometric{From: chains.Uniform(t.LogF), To: t.LogF}}.Extended()
}
