package bread

import (
	"context"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments"
	"breadboard/toys"
)

// A Kernel makes the steps of an annealing. The zero Kernel is the paper's: Metropolis with moves to the four
// neighbours, of which those off the grid are rejected.
type Kernel struct {
	Setting experiments.Setting // names the kernel, or the command that returns its rows
	By      experiments.Stepper // has its rows; nil for a kernel of the catalogue
	Most    int                 // the largest T for which to ask, if that is above 10
}

func (k Kernel) isMetropolis() bool { return k.Setting.Kernel == "" && k.Setting.Exec == "" }

// Name returns the kernel's name in tables.
func (k Kernel) Name() string { return k.Setting.WithDefaults().Kernel }

// annealer returns what makes the annealings of a toy by the kernel: from the uniform distribution, by geometric
// averages on a linear schedule, as in the paper.
func (k Kernel) annealer(t Toy, seed uint64) (experiments.Annealer, error) {
	s := k.Setting
	s.Toy = t.Name
	if t.Seeded {
		s.Seed = &seed
	}
	annealer, err := s.Annealer()
	if err == nil && k.By != nil {
		annealer = annealer.WithRows(k.By)
	}
	return annealer, err
}

// annealing returns the annealing of a toy by a kernel of the catalogue with T levels.
func (k Kernel) annealing(ctx context.Context, t Toy, seed uint64, T int) (chains.Annealing, error) {
	if k.isMetropolis() {
		return Annealing(t.Of(seed), T), nil
	}
	annealer, err := k.annealer(t, seed)
	if err != nil {
		return chains.Annealing{}, err
	}
	a, _, err := annealer.At(ctx, T)
	return a, err
}

// Annealing returns the paper's annealing of T levels: from the uniform distribution, by geometric averages on a linear
// schedule, with Metropolis moves.
func Annealing(t toys.Target, T int) chains.Annealing {
	return chains.To(t.LogF, t.Grid, kernels.Metropolis{}, T)
}

// Check returns the fault of the kernel's name, or why it has no form on the toys.
func (k Kernel) Check() error {
	_, err := k.annealer(Toys()[0], 0)
	return err
}
