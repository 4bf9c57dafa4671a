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
	"breadboard/exact/spectra"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/grid/text"
)

// Schedules tells each of the schedules at the question's T, in their order, as soon as it is known. One that the
// annealing does not have, as the friction schedule of a kernel that never moves, has a note that says why.
func Schedules(ctx context.Context, q Question, specs []string, tell func(Scheduled) error) error {
	if len(specs) > mostSchedules {
		return experiments.Faultf("%d schedules; at most %d would do", len(specs), mostSchedules)
	}
	ctx, stop := inTime(ctx)
	defer stop()
	r, err := q.onAny(specs)
	if err != nil {
		return err
	}
	return r.each(ctx, specs, []int{r.chain.T}, func(s Scheduled, _ int) error { return tell(s) })
}

// each measures all schedules at the first T, then at the next one.
func (r run) each(ctx context.Context, specs []string, ts []int, tell func(Scheduled, int) error) error {
	for _, T := range ts {
		for _, spec := range specs {
			s, err := r.scheduled(ctx, spec, T)
			if err == nil {
				err = tell(s, T)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// onAny makes a run of the question, whose own schedule is not looked at, if all these schedules may be asked for.
func (q Question) onAny(specs []string) (run, error) {
	var faults []error
	for _, spec := range specs {
		faults = append(faults, inCatalogue(experiments.FieldSchedule, spec))
	}
	q.Schedule = ""
	r, err := q.chained()
	return r, errors.Join(append(faults, err)...)
}

// scheduled measures the chain on a schedule of T levels. The error is the context's.
func (r run) scheduled(ctx context.Context, spec string, T int) (Scheduled, error) {
	s := Scheduled{Name: spec, Betas: []Number{}, J: Number(math.NaN()), B: Number(math.NaN())}
	of, err := r.on(ctx, spec, T)
	var m Measured
	if err == nil {
		s.Betas = numbers(of.annealing.Schedule.Betas())
		m, err = of.measure(ctx)
	}
	if ctx.Err() != nil {
		return s, context.Cause(ctx)
	}
	if err != nil {
		s.Note = experiments.Say(err, func(f experiments.Field) string { return string(f) })
		return s, nil
	}
	s.J = m.J.Sum
	s.B = m.B.Sum
	if math.IsNaN(float64(s.J)) || math.IsNaN(float64(s.B)) {
		s.Note = strings.Join(m.Notes, "; ")
	}
	return s, nil
}

// Curve tells J and B of each schedule at each T, as soon as they are known: of one schedule the smallest T first, and
// of several schedules at once. Without schedules it is the curve of the question's own.
func Curve(ctx context.Context, q Question, specs []string, ts []int, tell func(Point) error) error {
	asked := Beside{Schedules: specs, Ts: ts}.WithDefaults(q)
	specs, ts = asked.Schedules, asked.Ts
	if len(specs) > mostCurves || len(ts) > mostTs {
		return experiments.Faultf("%s at %d %v; at most %d at %d would do", text.Count(len(specs), "schedule"), len(ts),
			experiments.FieldT, mostCurves, mostTs)
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
	r, err := q.onAny(specs)
	if err != nil {
		return err
	}
	levels := 0
	for _, T := range ts {
		levels += T * len(specs)
	}
	if most := MostWork / r.chain.Grid.Size(); levels > most {
		return experiments.Faultf("%v %s with %s are %d levels on %d states; at most %d would do",
			experiments.FieldT, fmt.Sprint(ts), text.Count(len(specs), "schedule"), levels, r.chain.Grid.Size(), most)
	}
	var telling sync.Mutex
	return experiments.Each(ctx, len(specs), nil, func(ctx context.Context, i int) error {
		return r.each(ctx, specs[i:i+1], ts, func(s Scheduled, T int) error {
			telling.Lock()
			defer telling.Unlock()
			return tell(Point{Schedule: s.Name, T: T, J: s.J, B: s.B, Note: s.Note})
		})
	})
}

// SpectrumOf returns the speed of the kernel at so many betas, evenly from 0 to 1; at 21 if betas is 0. The numbers
// are those that a validation of the kernel shows. Betas are begun far from each other, so that those that time does
// not reach lie between others.
func SpectrumOf(ctx context.Context, q Question, betas int) (Spectrum, error) {
	betas = cmp.Or(betas, usualBetas)
	if err := within(betas, 2, mostBetas, "betas"); err != nil {
		return Spectrum{}, err
	}
	q.Schedule = ""
	q.Program = ""
	q.T = betas // the kernel at a beta does not depend on these
	return answered(ctx, q, func(r run, ctx context.Context) (Spectrum, error) {
		soon, stop := context.WithTimeout(ctx, mostSearching)
		defer stop()
		s := Spectrum{Shape: shapeOf(r.chain.Target.Grid), At: make([]Speed, betas)}
		laws := make([][]float64, betas)
		a, _ := r.annealing.Lowered()
		stride := max(betas*5/8, 1)
		for grid.GCD(stride, betas) > 1 {
			stride++
		}
		err := experiments.Each(ctx, betas, nil, func(_ context.Context, i int) error {
			i = i * stride % betas
			if r.chain.Exec != "" && i == 0 { // whose rows at the first level nobody needs elsewhere
				s.At[i] = unasked
				return nil
			}
			s.At[i], laws[i] = speedAt(soon, a, a.Schedule.Beta(i+1))
			return nil
		})
		for i := 1; err == nil && i < betas; i++ {
			follow(s.At[i].Slowest, s.At[i-1].Slowest, laws[i])
		}
		return s, err
	})
}

// mostSearching is the time after which no further beta of a Spectrum is begun or waited for.
const mostSearching = 2 * MostTime / 3

// unasked is the speed at beta = 0 of a program that tells its rows.
var unasked = Speed{Gap: Number(math.NaN()), Relaxation: Number(math.NaN()),
	Note: "No gap is known: nothing moves at beta = 0, and the program is not asked for its rows there."}

// speedAt is the speed at a beta, with the law of the cells there.
func speedAt(ctx context.Context, a chains.Annealing, beta float64) (Speed, []float64) {
	op, level := a.Aimed(1, beta)
	p := chains.Normalized(level.LogF())
	unknown := Number(math.NaN())
	var found spectra.Spectrum
	var err error
	switch {
	case ctx.Err() != nil:
		err = errors.New("the time of an answer was over")
	case len(p) > MostWritten:
		err = fmt.Errorf("%s states are too many for a matrix, and up to %d would do", text.Thousands(len(p)),
			MostWritten)
	default:
		found, err = spectra.Of(op, len(p)).Spectrum(p)
	}
	if err != nil {
		return Speed{Beta: Number(beta), Gap: unknown, Relaxation: unknown,
			Note: "No gap is known: " + err.Error() + "."}, p
	}
	return Speed{Beta: Number(beta), Gap: Number(found.Gap), Relaxation: Number(found.RelaxationTime),
		Slowest: numbers(found.Second), Note: speedNote(found)}, p
}

// speedNote says in sentences what the numbers do not say alone. It is empty for a reversible kernel whose slowest
// eigenvalue is positive and that leads everywhere.
func speedNote(s spectra.Spectrum) string {
	var say []string
	switch relaxation := 1 / s.Gap; {
	case s.Gap == 0:
		say = append(say, "The cells fall into parts that never meet, so the gap is 0.",
			"The mode tells one part from the others.")
	case math.IsInf(s.RelaxationTime, 1):
		say = append(say, "The kernel goes round in a period, and never forgets its place. Averages along it do "+
			"settle.")
	case s.RelaxationTime > relaxation*(1+1e-9): // rounding is below 1e-12
		say = append(say, "The relaxation time is not 1/gap: it is that of a negative or complex eigenvalue, which "+
			"is slower.")
	}
	if !s.Reversible {
		say = append(say, "The kernel is not reversible: the mode is that of the mean of the kernel and its reversal.")
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
