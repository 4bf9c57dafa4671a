package explore

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact/spectra"
	"breadboard/experiments"
)

// usualBetas is the number of betas if none is asked for.
const usualBetas = 21

// SpectrumOf returns the speed of the kernel at so many betas, evenly from 0 to 1; at 21 if betas is 0. The numbers are
// those that a validation of the kernel shows: the matrix at each beta is written out, and package spectra takes it
// apart.
func SpectrumOf(ctx context.Context, q Question, betas int) (Spectrum, error) {
	betas = cmp.Or(betas, usualBetas)
	if err := within(betas, 2, MostBetas, "betas"); err != nil {
		return Spectrum{}, err
	}
	q.Schedule, q.Program, q.T = "", "", betas // the kernel at a beta does not depend on these
	c, err := q.Chain()
	if err != nil {
		return Spectrum{}, err
	}
	if c.States > MostSpectra {
		return Spectrum{}, experiments.Faultf("%v %s: on %v it runs on %.0f states, whose matrix is too large for its "+
			"eigenvalues in a moment; up to %d would do", experiments.FieldKernel, c.Kernel, c.Grid, c.States, MostSpectra)
	}
	ctx, stop := inTime(ctx)
	defer stop()
	a, _, err := c.At(ctx, c.T)
	if err != nil {
		return Spectrum{}, err
	}
	s, laws := Spectrum{Shape: shapeOf(c.Target.Grid), At: make([]Speed, betas)}, make([][]float64, betas)
	a, _ = a.Lowered()
	err = experiments.Each(ctx, betas, nil, func(_ context.Context, i int) error {
		s.At[i], laws[i] = speedAt(a, a.Schedule.Beta(i+1))
		return nil
	})
	for i := 1; err == nil && i < betas; i++ {
		follow(s.At[i].Slowest, s.At[i-1].Slowest, laws[i])
	}
	return s, err
}

// speedAt is the speed at a beta, with the law of the cells there.
func speedAt(a chains.Annealing, beta float64) (Speed, []float64) {
	level, op := a.NewLevel(), a.Kernel.On(a.Grid)
	level.Move(1, beta)
	op.Aim(level)
	p := chains.Normalized(level.LogF())
	m := spectra.Of(op, len(p))
	law, _ := overCells(p, p, a.StatesPerCell())
	unknown := Number(math.NaN())
	found, err := m.Spectrum(p)
	if err != nil {
		return Speed{Beta: Number(beta), Gap: unknown, Relaxation: unknown,
			Note: "No gap is known: " + err.Error() + "."}, law
	}
	_, mode := overCells(p, found.Second, a.StatesPerCell())
	return Speed{Beta: Number(beta), Gap: Number(found.Gap), Relaxation: Number(found.RelaxationTime),
		Slowest: Numbers(mode), Note: speedNote(found, a.StatesPerCell())}, law
}

// overCells returns the mass of each cell under the law p of states, and the mean of f in it: what f is worth if only
// the cell is seen. The mean is 0 in a cell without mass.
func overCells(p, f []float64, perCell int) (mass, mean []float64) {
	mass, mean = make([]float64, len(p)/perCell), make([]float64, len(p)/perCell)
	for s, v := range p {
		mass[s/perCell] += v
		mean[s/perCell] += v * f[s]
	}
	for x, v := range mass {
		if v > 0 && perCell > 1 {
			mean[x] /= v
		} else if v > 0 {
			mean[x] = f[x]
		}
	}
	return mass, mean
}

// speedNote says in sentences what the numbers do not say alone. It is empty for a reversible kernel whose slowest
// eigenvalue is positive and that leads everywhere.
func speedNote(s spectra.Spectrum, perCell int) string {
	var say []string
	switch relaxation := 1 / s.Gap; {
	case s.Gap == 0:
		say = append(say, "The cells fall into parts that never meet, so the gap is 0. The mode tells one part from "+
			"the others.")
	case math.IsInf(s.RelaxationTime, 1):
		say = append(say, "The kernel goes round in a period, and never forgets its place. Averages along it do settle.")
	case s.RelaxationTime > relaxation*(1+1e-9): // rounding is below 1e-12
		say = append(say, "The relaxation time is not 1/gap: it is that of a negative or complex eigenvalue, which is "+
			"slower.")
	}
	if !s.Reversible {
		say = append(say, "The kernel is not reversible: the mode is that of the mean of the kernel and its reversal.")
	}
	if perCell > 1 {
		say = append(say, fmt.Sprintf("A cell has %d states: the mode shows their mean under p.", perCell))
	}
	return strings.Join(say, " ")
}

// follow turns the sign of a mode if it is nearer to the mode before with the other sign, so that the picture does not
// flicker along beta. Nearness is the inner product under the law.
func follow(mode, before []Number, law []float64) {
	if mode == nil || before == nil {
		return
	}
	overlap := make([]float64, len(law))
	for x := range overlap {
		overlap[x] = law[x] * float64(mode[x]) * float64(before[x])
	}
	if floats.Sum(overlap) < 0 {
		for x := range mode {
			mode[x] = -mode[x]
		}
	}
}
