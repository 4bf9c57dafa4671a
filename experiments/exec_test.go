package experiments_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// askedTarget has a wall, and no symmetry.
func askedTarget() toys.Target {
	return toys.Target{Name: "asked", Grid: grid.New(2, 3).WithWalls(2),
		LogF: []float64{0, 1, math.Inf(-1), 2, 3, 1.5}}
}

// telling is an Ask by the rows of a catalogued kernel, which change may spoil.
func telling(t *testing.T, kernel string, change func(x int, row []float64)) experiments.AskRows {
	t.Helper()
	k := must.Have(experiments.FindKernel(kernel))(t)
	return func(_ context.Context, g grid.Grid, _ float64, logf []float64, cells []int) (rows []float64, err error) {
		still := chains.Geometric{From: logf, To: logf}
		op, _ := chains.Annealing{Grid: g, Bridge: still, Schedule: chains.Linear(2), Kernel: k}.Aimed(2, 1)
		for _, x := range cells {
			row := laws.RowOf(op, x, len(logf))
			change(x, row)
			rows = append(rows, row...)
		}
		return rows, nil
	}
}

func asTold(int, []float64) {}

// TestExecWhereChainsBegin: chains that begin where the target has no mass move by the rows from there, which are asked
// for.
func TestExecWhereChainsBegin(t *testing.T) {
	everywhere := must.File(t, "all.csv", "0,0,0\n0,0,0\n")
	s := experiments.Setting{Kernel: "metropolis", Initial: everywhere}
	an := must.Have(s.AnnealerOn(askedTarget()))(t)
	want := must.Have(an.Measure(t.Context(), []int{4}, experiments.Ask{}, nil))(t)[0]
	ask := telling(t, "metropolis", asTold)
	s.Kernel = ""
	s.Exec = "mine"
	an = must.Have(s.AnnealerOn(askedTarget()))(t).WithRows(ask)
	got := must.Have(an.Measure(t.Context(), []int{4}, experiments.Ask{}, nil))(t)[0]
	must.Each(t, got.Q, want.Q, 1e-15, "the distribution of the cells")
}

// TestExecMisses: rows that miss p have J by the forward chain, pushed here row by row, and no B. The warning has the
// level at which a step moves p most, and how far. Who needs more than the forward chain is refused.
func TestExecMisses(t *testing.T) {
	ask := telling(t, "metropolis", func(_ int, row []float64) { row[0], row[1] = row[1], row[0] })
	an := must.Have(experiments.Setting{Exec: "mine", Schedule: "power:2"}.AnnealerOn(askedTarget()))(t).WithRows(ask)
	got := must.Have(an.Measure(t.Context(), []int{4}, experiments.Ask{}, nil))(t)[0]
	open := []int{0, 1, 3, 4, 5}
	push := func(q []float64, beta float64, logf []float64) []float64 {
		rows := must.Have(ask(t.Context(), an.Target.Grid, beta, logf, open))(t)
		after := make([]float64, len(q))
		for i, x := range open {
			floats.AddScaled(after, q[x], rows[i*len(q):][:len(q)])
		}
		return after
	}
	a := an.Base(got.Schedule)
	level := a.NewLevel()
	a.LevelAt(level, 1)
	q := chains.Normalized(level.LogF())
	most, says := 0.0, ""
	for step := 2; step <= a.T(); step++ {
		a.LevelAt(level, step)
		q = push(q, level.Beta, level.LogF())
		p := chains.Normalized(level.LogF())
		if moved := floats.Distance(push(p, level.Beta, level.LogF()), p, 1) / 2; moved > most {
			most = moved
			says = fmt.Sprintf("at beta = %.6g they move draws of p by %.2g in total variation", level.Beta, moved)
		}
	}
	must.Each(t, got.Q, q, 1e-15, "q")
	j := 0.0
	for _, x := range open {
		j += (q[x] - got.P[x]) * math.Log(q[x]/got.P[x])
	}
	must.Close(t, got.J(), j, 1e-12, "J")
	if !math.IsNaN(got.B()) || len(got.Warnings) != 1 {
		t.Errorf("B is %v, and the warnings are %q", got.B(), got.Warnings)
	}
	must.Say(t, got.Warnings[0], "the steps miss p: "+says+", and cell (")
	_, _, err := an.At(t.Context(), 4)
	must.Fail(t, err, "exec mine: the steps miss p: "+says, "an annealing with a reverse chain")
}

// TestExecInSinglePrecision: rows in single precision keep p to that, and have the J and B of those in double precision
// as far as that goes. Rows that are off by ten times as much miss p.
func TestExecInSinglePrecision(t *testing.T) {
	measured := func(change func(x int, row []float64)) experiments.Measurement {
		an := must.Have(experiments.Setting{Exec: "mine"}.AnnealerOn(askedTarget()))(t)
		an = an.WithRows(telling(t, "metropolis", change))
		return must.Have(an.Measure(t.Context(), []int{4}, experiments.Ask{}, nil))(t)[0]
	}
	want := measured(asTold)
	got := measured(func(_ int, row []float64) {
		for y, p := range row {
			row[y] = float64(float32(p))
		}
	})
	must.Close(t, got.J(), want.J(), 1e-6, "J in single precision")
	must.Close(t, got.B(), want.B(), 1e-6, "B in single precision")
	off := measured(func(x int, row []float64) {
		row[0] += 1e-5 * row[x]
		row[x] -= 1e-5 * row[x]
	})
	if len(off.Warnings) != 1 || !strings.HasPrefix(off.Warnings[0], "the steps miss p") || !math.IsNaN(off.B()) {
		t.Errorf("of rows that are off by 1e-5: B is %v, and %q", off.B(), off.Warnings)
	}
}

// TestExecRefuses: rows that are no distributions at a beta are refused with level and cell, and so is a chain that has
// nobody to ask.
func TestExecRefuses(t *testing.T) {
	for says, change := range map[string]func(x int, row []float64){
		"beta = 0.5: rows sum to 1": func(x int, row []float64) { row[x] += 1e-6 },
		"from cell (1, 1) to (0, 0): -": func(x int, row []float64) {
			if x == 4 {
				row[0] -= 0.3
				row[x] += 0.3
			}
		},
		"no cell without mass is entered": func(x int, row []float64) { row[2] += 0.1; row[x] -= 0.1 },
		"entries are probabilities: from": func(_ int, row []float64) { row[3] = math.NaN() },
	} {
		ask := telling(t, "metropolis", change)
		annealer := must.Have(experiments.Setting{Exec: "mine"}.AnnealerOn(askedTarget()))(t).WithRows(ask)
		_, _, err := annealer.At(t.Context(), 3)
		if !errors.As(err, new(experiments.NoRowsError)) {
			t.Fatalf("%s: %v, want a NoRowsError", says, err)
		}
		said := experiments.Say(err, func(f experiments.Field) string { return "--" + string(f) })
		must.Say(t, said, "the rows of mine, beta", says, "breadboard validate --exec")
	}
	nobody := must.Have(experiments.Setting{Exec: "mine"}.AnnealerOn(askedTarget()))(t)
	_, _, err := nobody.At(t.Context(), 3)
	must.Fail(t, err, "exec mine: nothing asks it for its rows", "without anybody to ask")
	broken := errors.New("it ended")
	breaks := experiments.AskRows(func(context.Context, grid.Grid, float64, []float64, []int) ([]float64, error) {
		return nil, broken
	})
	_, _, err = nobody.WithRows(breaks).At(t.Context(), 3)
	if !errors.Is(err, broken) || !errors.As(err, new(experiments.NoRowsError)) {
		t.Errorf("%v, want that it ended", err)
	}
	for says, s := range map[string]experiments.Setting{
		"kernel king are both given":     {Exec: "mine", Kernel: "king"},
		"matrix k are both given":        {Exec: "mine", Matrix: "k", Kernel: "mine"},
		"one of up to 4,096, whose rows": {Exec: "mine", Toy: "ising:4x4:0.4"},
	} {
		find := func() (experiments.Resolved, error) { return s.FindOn(askedTarget()) }
		if s.Toy != "" {
			find = s.Find
		}
		_, err := find()
		must.Fail(t, err, says, "%+v", s)
	}
}

// TestExecFindsSchedules: a schedule that is found by the kernel is that of the same kernel in the catalogue, for a command
// whose rows are asked for at a few betas. Rows that jump at some beta are refused.
func TestExecFindsSchedules(t *testing.T) {
	for _, schedule := range []string{"friction", "best-b", "best-j"} {
		for _, repeat := range []int{1, 2} {
			s := experiments.Setting{Schedule: schedule, Repeat: repeat, Kernel: "metropolis"}
			measured := func(by func(experiments.Annealer) experiments.Annealer) experiments.Measurement {
				an := by(must.Have(s.AnnealerOn(askedTarget()))(t))
				return must.Have(an.Measure(t.Context(), []int{12}, experiments.Ask{}, nil))(t)[0]
			}
			want := measured(func(an experiments.Annealer) experiments.Annealer { return an })
			s.Kernel, s.Exec = "", "mine"
			asked := 0
			got := measured(func(an experiments.Annealer) experiments.Annealer {
				return an.WithRows(telling(t, "metropolis", func(int, []float64) { asked++ }))
			})
			must.Close(t, got.J(), want.J(), 1e-9, "J by %s", schedule)
			must.Close(t, got.B(), want.B(), 1e-7, "B by %s", schedule)
			must.Each(t, got.Schedule.Betas(), want.Schedule.Betas(), 1e-4, "the betas of %s", schedule)
			if asked > 5*(33+11) {
				t.Errorf("%s asks for %d rows of 5 cells", schedule, asked)
			}
		}
	}
	jumps := func(ctx context.Context, g grid.Grid, beta float64, logf []float64, cells []int) ([]float64, error) {
		kernel := "metropolis"
		if beta > 0.4 {
			kernel = "barker"
		}
		return telling(t, kernel, asTold)(ctx, g, beta, logf, cells)
	}
	an := must.Have(experiments.Setting{Exec: "mine", Schedule: "best-j"}.AnnealerOn(askedTarget()))(t)
	_, _, err := an.WithRows(experiments.AskRows(jumps)).At(t.Context(), 6)
	must.Fail(t, err, "schedule best-j: the rows of mine are no smooth functions of beta", "rows that jump")
}

// cubed tells the rows of three steps of a kernel by those of one.
func cubed(once experiments.AskRows) experiments.AskRows {
	return func(ctx context.Context, g grid.Grid, beta float64, logf []float64, cells []int) ([]float64, error) {
		p, err := once(ctx, g, beta, logf, cells)
		rows := slices.Clone(p)
		for range 2 {
			next := make([]float64, len(rows))
			for x := range cells {
				for y, v := range rows[x*len(logf):][:len(logf)] {
					floats.AddScaled(next[x*len(logf):][:len(logf)], v, p[y*len(logf):][:len(logf)])
				}
			}
			rows = next
		}
		return rows, err
	}
}

// TestRepeatIsThePowerOfTheKernel: K steps a level are powers of the kernel's matrix, forward and in reverse, for
// kernels that are reversible and that are not; the last K steps are left out together, and each of them costs as much
// as one.
func TestRepeatIsThePowerOfTheKernel(t *testing.T) {
	const T, near = 4, 1e-12 // sums of some 20 numbers of size 1
	target := toys.Target{Grid: grid.New(2, 3), LogF: []float64{0, 1.5, -0.7, 2.1, 0.4, -1.8}}
	for _, kernel := range []string{"metropolis", "cycle", "slice"} {
		for _, skip := range []bool{false, true} {
			s := experiments.Setting{Kernel: kernel, SkipLast: skip}
			once := must.Have(s.AnnealerOn(target))(t)
			s.Repeat = 3
			thrice := must.Have(s.AnnealerOn(target))(t)
			ask := telling(t, kernel, asTold)
			setting := experiments.Setting{Exec: "cubed", SkipLast: skip}
			powers := must.Have(setting.AnnealerOn(target))(t).WithRows(cubed(ask))
			got := must.Have(thrice.Measure(t.Context(), []int{T}, experiments.Ask{}, nil))(t)[0]
			want := must.Have(powers.Measure(t.Context(), []int{T}, experiments.Ask{}, nil))(t)[0]
			must.Near(t, got.J(), want.J(), near, "%s, last kernel left out: %v: J", kernel, skip)
			must.Near(t, got.B(), want.B(), near, "%s, last kernel left out: %v: B", kernel, skip)
			if thrice.StepCost() != 3*once.StepCost() {
				t.Errorf("%s: three steps cost %v, and one %v", kernel, thrice.StepCost(), once.StepCost())
			}
		}
	}
}
