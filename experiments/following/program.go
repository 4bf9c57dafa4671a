package following

import (
	"context"
	"errors"
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/outside"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/grid"
)

// A Program follows a person's program on one target.
type Program struct {
	program outside.Teller
	grid    grid.Grid
	target  []float64 // log f by cell
	limits  enumerate.Limits
	seed    uint64
}

// NewProgram returns what follows a program on a target, the log density by cell. The seed draws the cells of free
// runs.
func NewProgram(p outside.Teller, g grid.Grid, target []float64, limits enumerate.Limits, seed uint64) Program {
	return Program{program: p, grid: g, target: target, limits: limits, seed: seed}
}

// Ways returns the program by all its ways, and says what was followed. The error is ctx's or the program's, or an
// outside.NotTold where it cannot be followed, or its runs are not as its ways say.
func (p Program) Ways(ctx context.Context) (told programs.Followed, said string, err error) {
	starts := []int{outside.Forward}
	for x, v := range p.target {
		if !math.IsInf(v, -1) {
			starts = append(starts, x)
		}
	}
	f := enumerate.Follower[outside.End]{
		Make: func(asked []enumerate.Run[outside.End], how enumerate.Asking) ([]enumerate.Run[outside.End], error) {
			return onlyOdds(p.program.Runs(ctx, asked, how))
		},
		Limits: p.limits,
	}
	f.Elsewhere = func() error { return elsewhere(&f, starts) }
	var a account
	ends, err := f.Follow(starts[:1]) // the most ways, mostly
	if err == nil {
		var back []enumerate.Ends[outside.End]
		back, err = f.Follow(starts[1:])
		ends = append(ends, back...)
	}
	if learnsAfter(err) {
		ends, err = p.learn(ctx, starts, err, &a)
	}
	if err != nil {
		return told, "", p.inWords(err)
	}
	var forward, reverse []programs.Way
	for i, e := range ends {
		a.add(e.Ways, e.Foretold)
		for end, v := range e.P {
			way := programs.Way{Cell: end.Cell, LogW: end.LogW, P: v}
			if starts[i] == outside.Forward {
				forward = append(forward, way)
			} else {
				reverse = append(reverse, way)
			}
		}
	}
	told = programs.NewFollowed(forward, reverse, len(p.target))
	told.Left = 4 * a.eps // of fresh runs a quarter were forward, and a quarter in reverse from draws
	free, err := p.agree(ctx, told)
	return told, a.inWords(free), err
}

// learn returns the ends of a program that could not be followed: of forward runs as often as of reverse ones, from
// draws of the target and from all cells.
func (p Program) learn(ctx context.Context, starts []int, followed error, a *account) (
	ends []enumerate.Ends[outside.End], err error) {
	l := newLearner[outside.End](p.limits, p.seed)
	l.Make = func(asked []enumerate.Run[outside.End], how enumerate.Asking) ([]enumerate.Run[outside.End], error) {
		return p.program.Runs(ctx, asked, how)
	}
	from := chains.In(starts[1:], chains.Normalized(p.target))
	if ends, err = l.Learn(starts, append([]float64{1}, from...)); err != nil {
		return nil, notLearnt("program", followed, err)
	}
	a.learn(l.Runs, l.Fresh, l.Eps)
	return ends, nil
}

// elsewhere has a program run forward, and in reverse from some cells.
func elsewhere(f *enumerate.Follower[outside.End], starts []int) error {
	const runs = 5
	var asked []enumerate.Run[outside.End]
	for i := range runs {
		asked = append(asked, enumerate.Run[outside.End]{Start: starts[i*(len(starts)-1)/(runs-1)]})
	}
	_, err := f.Make(asked, enumerate.Once)
	return err
}

// inWords returns an error of following with the start where it was.
func (p Program) inWords(err error) error {
	var memory enumerate.MemoryError[outside.End]
	var many enumerate.ManyError
	var failed enumerate.FailedError
	at := func(start int) string {
		if start == outside.Forward {
			return "forward"
		}
		return "in reverse from " + p.name(start)
	}
	end := func(e outside.End) string { return fmt.Sprintf("%s with log w = %.6g", p.name(e.Cell), e.LogW) }
	switch {
	case errors.As(err, &memory):
		return outside.NotTold{Unsure: true, Why: fmt.Sprintf("your program remembers earlier runs, or draws random "+
			"numbers that are not followed: %s, %s", at(memory.First.Start), memory.InWords(end))}
	case errors.As(err, &many):
		return outside.NotTold{Why: p.tooMany(many)}
	case errors.As(err, &failed):
		return programNotFollowed("%s a run ends in %s", at(failed.Start), failed.Why)
	case errors.Is(err, enumerate.ErrWork):
		return programNotFollowed("it takes too many runs")
	case errors.Is(err, enumerate.ErrEndless):
		return programNotFollowed("%v", enumerate.ErrEndless)
	}
	return err
}

// programNotFollowed returns an outside.NotTold.
func programNotFollowed(format string, args ...any) error {
	return outside.NotTold{Why: "your program cannot be followed: " + fmt.Sprintf(format, args...)}
}

// otherwise returns an outside.NotTold of a program whose runs are not those of its ways.
func otherwise(format string, args ...any) error {
	return outside.NotTold{Unsure: true, Why: "your program cannot be followed: " + fmt.Sprintf(format, args...) +
		": it remembers earlier runs, looks at the time, or draws from a generator that is not seen"}
}

// name names a cell.
func (p Program) name(x int) string { return "cell " + p.grid.Name(x) }

// tooMany says how much smaller a program would have to be to be followed: the log of its ways goes by its size.
func (p Program) tooMany(many enumerate.ManyError) string {
	times := max(many.Log/math.Log(float64(many.Most)), 1.001)
	parts := []string{"a half", "a third", "a quarter", "a fifth", "a sixth", "a seventh", "an eighth", "a ninth",
		"a tenth"}
	share := fmt.Sprintf("1/%.0f", math.Ceil(times))
	if times < 2 {
		share = fmt.Sprintf("%d0%%", int(10/times))
	} else if at := int(math.Ceil(times)) - 2; at < len(parts) {
		share = parts[at]
	}
	return fmt.Sprintf("your program cannot be followed: of its runs %v: with %s of its particles or levels it would "+
		"be exact", many, share)
}

// agree compares runs of the program as it stands with its ways: half of them forward, half in reverse from draws of
// the target.
func (p Program) agree(ctx context.Context, told programs.Followed) (a agreement, err error) {
	cells := make([]int, freeMoves/2)
	logw := make([]float64, len(cells))
	if err := p.program.Forward(ctx, cells, logw); err != nil {
		return a, err
	}
	a.expect(probabilities(told.Ahead), none, len(cells))
	for i, x := range cells {
		if err := p.see(&a, told.Ahead, programs.Way{Cell: x, LogW: logw[i]}, "forward"); err != nil {
			return a, err
		}
	}
	from := chains.NewDistribution(chains.Normalized(p.target))
	d := sample.Seeded(p.seed, 1)
	times := make([]int, len(p.target))
	for i := range cells {
		cells[i] = from.Draw(d)
		times[cells[i]]++
	}
	if err := p.program.Reverse(ctx, logw, cells); err != nil {
		return a, err
	}
	for x, n := range times {
		if n > 0 {
			a.expect(probabilities(told.From(x)), none, n)
		}
	}
	for i, x := range cells {
		if err := p.see(&a, told.From(x), programs.Way{Cell: x, LogW: logw[i]}, "in reverse"); err != nil {
			return a, err
		}
	}
	if v := a.p(); v <= disagreeing {
		return a, otherwise("its runs do not have the probabilities of its ways (p = %.2g)", v)
	}
	return a, nil
}

// probabilities returns those of ways.
func probabilities(ways []programs.Way) []float64 {
	all := make([]float64, len(ways))
	for i, w := range ways {
		all[i] = w.P
	}
	return all
}

// see adds a run to those that are compared. The error says that no way is like it.
func (p Program) see(a *agreement, ways []programs.Way, run programs.Way, direction string) error {
	like := 0.0
	for _, w := range ways {
		if w.Cell == run.Cell && programs.SameWeight(w.LogW, run.LogW) {
			like = w.P
		}
	}
	if a.see(like, false) {
		return nil
	}
	return otherwise("%s a run of %s had log w = %.6g, as none of its ways has", direction, p.name(run.Cell), run.LogW)
}
