package explore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/exact/spectra"
	"breadboard/experiments"
	"breadboard/grid/text"
)

// Schedules tells each of the schedules at the question's T, in their order, as soon as it is known. One that the
// annealing does not have, as the friction schedule of a kernel that never moves, has a note that says why.
func Schedules(ctx context.Context, q Question, specs []string, tell func(Scheduled) error) error {
	if len(specs) > MostSchedules {
		return experiments.Faultf("%d schedules; at most %d would do", len(specs), MostSchedules)
	}
	ctx, stop := inTime(ctx)
	defer stop()
	c, err := q.onAny(specs)
	if err != nil {
		return err
	}
	for _, spec := range specs {
		s, err := run{chain: c}.scheduled(ctx, spec, c.T)
		if err == nil {
			err = tell(s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// onAny makes the chain of the question, whose own schedule is not looked at, if all these schedules may be asked for.
func (q Question) onAny(specs []string) (experiments.Chain, error) {
	var faults []error
	for _, spec := range specs {
		faults = append(faults, inCatalogue(experiments.FieldSchedule, spec))
	}
	q.Schedule = ""
	c, err := q.Chain()
	return c, errors.Join(append(faults, err)...)
}

// scheduled measures the chain on a schedule of T levels. The error is the context's.
func (r run) scheduled(ctx context.Context, spec string, T int) (Scheduled, error) {
	s := Scheduled{Name: spec, Betas: []Number{}, J: Number(math.NaN()), B: Number(math.NaN())}
	of, err := r.on(ctx, spec, T)
	var m Measured
	if err == nil {
		s.Betas = Numbers(of.annealing.Schedule.Betas())
		m, err = of.measure(ctx)
	}
	if ctx.Err() != nil {
		return s, context.Cause(ctx)
	}
	if err != nil {
		s.Note = experiments.Say(err, func(f experiments.Field) string { return string(f) })
		return s, nil
	}
	if s.J, s.B, s.Off = m.J.Sum, m.B.Sum, m.J.Off; math.IsNaN(float64(s.J)) || math.IsNaN(float64(s.B)) {
		s.Note = strings.Join(m.Notes, "; ")
	}
	return s, nil
}

// Curve tells J and B of each schedule at each T, as soon as they are known, the smallest T first. The best schedules,
// which take nearly all of the time, are searched for one beside the other, and beside the other schedules. Without schedules it is the curve of the question's own.
func Curve(ctx context.Context, q Question, specs []string, ts []int, tell func(Point) error) error {
	asked := Beside{Schedules: specs, Ts: ts}.WithDefaults(q)
	specs, ts = asked.Schedules, asked.Ts
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
	levels := 0
	for _, T := range ts {
		levels += T * len(specs)
	}
	if most := int(MostWork / c.States); levels > most {
		return experiments.Faultf("%v %s with %s are %d levels on %.0f states; at most %d would do",
			experiments.FieldT, fmt.Sprint(ts), text.Count(len(specs), "schedule"), levels, c.States, most)
	}
	var mu sync.Mutex
	rows := inRows(specs)
	group, ctx := crew.WithContext(ctx)
	group.SetLimit(curvesAtOnce)
	for _, row := range rows {
		group.Go(func() error {
			for _, T := range ts {
				for _, spec := range row {
					s, err := run{chain: c}.scheduled(ctx, spec, T)
					if err != nil {
						return err
					}
					mu.Lock()
					err = tell(Point{Schedule: spec, T: T, J: s.J, B: s.B, Off: s.Off, Note: s.Note})
					mu.Unlock()
					if err != nil {
						return err
					}
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// curvesAtOnce is the number of schedules of a Curve that are measured at once.
const curvesAtOnce = 2

// inRows are schedules in rows that are measured one beside the other: all formulas in one, then each of the best.
func inRows(specs []string) [][]string {
	rows := make([][]string, 1)
	for _, spec := range specs {
		if experiments.ChoosingPasses(spec) > 0 {
			rows = append(rows, []string{spec})
		} else {
			rows[0] = append(rows[0], spec)
		}
	}
	return rows
}

// SpectrumOf returns the speed of the kernel at so many betas, evenly from 0 to 1; at 21 if betas is 0. The numbers are
// those that a validation of the kernel shows: package spectra takes the matrix at each beta apart, or searches for the
// ends of its spectrum if it is too large to be written out. Betas that are not reached in time are left out, and the
// first one's note says so.
func SpectrumOf(ctx context.Context, q Question, betas int) (Spectrum, error) {
	betas = cmp.Or(betas, usualBetas)
	if err := within(betas, 2, MostBetas, "betas"); err != nil {
		return Spectrum{}, err
	}
	q.Schedule, q.Program, q.T = "", "", betas // the kernel at a beta does not depend on these
	return answered(ctx, q, func(r run, ctx context.Context) (Spectrum, error) {
		soon, stop := context.WithTimeout(ctx, mostSearching)
		defer stop()
		at, laws, order := make([]Speed, betas), make([][]float64, betas), coarseFirst(betas)
		a, _ := r.annealing.Lowered()
		err := experiments.Each(ctx, betas, nil, func(_ context.Context, i int) error {
			at[order[i]], laws[order[i]] = speedAt(soon, a, a.Schedule.Beta(order[i]+1))
			return nil
		})
		if err != nil {
			return Spectrum{}, err
		}
		return reached(Spectrum{Shape: shapeOf(r.chain.Target.Grid)}, at, laws)
	})
}

// reached puts the betas that were reached in time, whose laws are known, into a spectrum.
func reached(s Spectrum, at []Speed, laws [][]float64) (Spectrum, error) {
	last := 0
	for i, law := range laws {
		if law == nil {
			continue
		}
		if len(s.At) > 0 {
			follow(at[i].Slowest, at[last].Slowest, law)
		}
		s.At, last = append(s.At, at[i]), i
	}
	if len(s.At) == 0 {
		return s, experiments.Faultf("%v: no beta was reached in %v; fewer cells would do", experiments.FieldKernel, mostSearching)
	}
	if n := len(s.At); n < len(at) {
		s.At[0].Note = strings.TrimSpace(fmt.Sprintf("%s In %v %d of %d betas were reached.", s.At[0].Note, mostSearching, n,
			len(at)))
	}
	return s, nil
}

// speedAt is the speed at a beta, with the law of the cells there. There is no law if the time is over.
func speedAt(ctx context.Context, a chains.Annealing, beta float64) (Speed, []float64) {
	if ctx.Err() != nil {
		return Speed{}, nil
	}
	op, level := a.Aimed(1, beta)
	p := chains.Normalized(level.LogF())
	law, _ := overCells(p, p, a.StatesPerCell())
	var found spectra.Spectrum
	var doubt string
	var err error
	if isWritten(op, len(p)) {
		found, err = spectra.Of(op, len(p)).Spectrum(p)
	} else if found, doubt, err = searched(ctx, op, level); ctx.Err() != nil {
		return Speed{}, nil
	}
	unknown := Number(math.NaN())
	if err != nil {
		return Speed{Beta: Number(beta), Gap: unknown, Relaxation: unknown,
			Note: "No gap is known: " + err.Error() + "."}, law
	}
	speed := Speed{Beta: Number(beta), Gap: Number(found.Gap), Relaxation: Number(found.RelaxationTime),
		Note: strings.TrimSpace(doubt + " " + speedNote(found, a.StatesPerCell()))}
	if found.Second != nil {
		_, mode := overCells(p, found.Second, a.StatesPerCell())
		speed.Slowest = Numbers(mode)
	}
	return speed, law
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
		say = append(say, "The cells fall into parts that never meet, so the gap is 0.")
		if s.Second != nil {
			say = append(say, "The mode tells one part from the others.")
		}
	case math.IsInf(s.RelaxationTime, 1):
		say = append(say, "The kernel goes round in a period, and never forgets its place. Averages along it do settle.")
	case s.RelaxationTime > relaxation*(1+1e-9): // rounding is below 1e-12
		say = append(say, "The relaxation time is not 1/gap: it is that of a negative or complex eigenvalue, which is "+
			"slower.")
	}
	if !s.Reversible && s.Second != nil {
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
