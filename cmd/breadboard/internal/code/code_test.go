package code

import (
	"go/format"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestCommands: what is as usual is left out, and nothing else. A painted target is written first. The rows are
// arguments, for -1 would be an option of printf in the place of its format.
func TestCommands(t *testing.T) {
	painted := "printf '%s\\n' -1,1.5 0.1,-inf > target.csv\n"
	target := "-1,1.5;0.1,w"
	for _, c := range []struct {
		q    explore.Question
		view string
		b    explore.Beside
		want string
	}{
		{explore.Question{Toy: "barrier"}, "", explore.Beside{}, "breadboard exact --toy barrier -T 100"},
		{explore.Question{Toy: "barrier", Kernel: "metropolis", Bridge: "geometric",
			Initial: "uniform", Schedule: "linear",
			Program: "ais", T: 7}, "measure", explore.Beside{}, "breadboard exact --toy barrier -T 7"},
		{explore.Question{Toy: "clustering:3:2", Initial: "prior", Seed: new(uint64(4))}, "exact", explore.Beside{},
			"breadboard exact --toy clustering:3:2 --seed 4 -T 100"},
		{explore.Question{Toy: "clustering:3:2", Initial: "uniform"}, "exact", explore.Beside{},
			"breadboard exact --toy clustering:3:2 --initial uniform -T 100"},
		{explore.Question{Target: target, Kernel: "lazy:0.5", Bridge: "power:0.5",
			Schedule: "curve:0:0.2:1", SkipLast: true,
			Program: "smc:8:ess=0.5", T: 9}, "cells", explore.Beside{},
			painted + "breadboard exact --target target.csv --kernel lazy:0.5 --bridge power:0.5 --schedule " +
				"curve:0:0.2:1 --skip-last-kernel -T 9 --program smc:8:ess=0.5\n" +
				"breadboard validate --target target.csv --kernel lazy:0.5 --bridge power:0.5 -T 21"},
		{explore.Question{Target: target, T: 9}, "cells", explore.Beside{Betas: 41},
			painted + "breadboard exact --target target.csv -T 9 --by-step\n" +
				"breadboard validate --target target.csv --kernel metropolis -T 41"},
		{explore.Question{Toy: "easy", Schedule: "fisher", SkipLast: true, Program: "smc:8"},
			"cells", explore.Beside{},
			"breadboard exact --toy easy --schedule fisher --skip-last-kernel -T 100 --program smc:8\n" +
				"breadboard validate --toy easy --kernel metropolis -T 21"},
		{explore.Question{Toy: "potts:1x2:3:1", Axes: "line"}, "cells", explore.Beside{},
			"breadboard exact --toy potts:1x2:3:1 --axes line -T 100 --by-step\n" +
				"breadboard validate --toy potts:1x2:3:1 --axes line --kernel metropolis -T 21"},
		{explore.Question{Toy: "easy", Repeat: 3}, "cells", explore.Beside{},
			"breadboard exact --toy easy --repeat 3 -T 100 --by-step\n" +
				"breadboard validate --toy easy --kernel metropolis --repeat 3 -T 21"},
		{explore.Question{Toy: "easy"}, "against",
			explore.Beside{Schedules: []string{"linear", "best-b"}, Ts: []int{300, 10}},
			"breadboard exact --toy easy -T 10,100,300\nbreadboard exact --toy easy --schedule best-b -T 10,100,300"},
	} {
		code, err := Of(c.q, c.view, c.b)
		if err != nil || code.Command != c.want {
			t.Errorf("%s:\n%s, %v\nis expected to be\n%s", c.view, code.Command, err, c.want)
		}
	}
}

// TestRowsKeepTheirBits: the rows of a target are read as the same log densities, bit for bit.
func TestRowsKeepTheirBits(t *testing.T) {
	want := must.Have(explore.Painted("0.30000000000000004,-1e-300;w,123456789.12345679"))(t)
	var file strings.Builder
	for _, row := range rowsOf(want) {
		file.WriteString(strings.Join(row, ",") + "\n")
	}
	got := must.Have(toys.Read(file.String(), "target.csv"))(t)
	for x, v := range want.LogF {
		if got.LogF[x] != v {
			t.Errorf("cell %d: %v is read as %v", x, v, got.LogF[x])
		}
	}
}

// TestProgramHasNoDefaults: the Go program names what is not as usual alone.
func TestProgramHasNoDefaults(t *testing.T) {
	q := explore.Question{Toy: "barrier", Axes: "ring", Kernel: "metropolis", Schedule: "sigmoid:4"}
	code := must.Have(Of(q, "exact", explore.Beside{}))(t)
	want := `experiments.Setting{Toy: "barrier", Axes: "ring", Schedule: "sigmoid:4"}.Chain()`
	if !strings.Contains(code.Go, want) {
		t.Errorf("the program has no %s:\n%s", want, code.Go)
	}
}

// TestProgramIsFormatted: the program is as gofmt has it, in every view, of a toy and of a painted target with a wall,
// of an annealing and of a program. What makes best-b is imported where that is named.
func TestProgramIsFormatted(t *testing.T) {
	for _, q := range []explore.Question{
		{Toy: "barrier"},
		{Target: "-1,1.5;0.1,w", Axes: "ring,any", Kernel: "lazy:0.5", Schedule: "curve:0:0.2:1", SkipLast: true,
			Repeat: 3},
		{Toy: "clustering:3:2", Seed: new(uint64(4)), Program: "smc:8"},
		{Target: "1,2;3,w", Program: "sir:5"},
	} {
		for _, view := range []string{"exact", "cells", "against"} {
			program := must.Have(Of(q, view, explore.Beside{Schedules: []string{"linear", "best-b"}}))(t).Go
			want, err := format.Source([]byte(program))
			if diff := cmp.Diff(string(want), program); diff != "" || err != nil {
				t.Errorf("%s: gofmt has it otherwise: %v %s", view, err, diff)
			}
		}
	}
}

// TestOfRefusesWhatIsBeside: what whoever pastes a command runs is of a catalogue, and within the limits. A schedule
// that is a file or a flag is none.
func TestOfRefusesWhatIsBeside(t *testing.T) {
	for _, b := range []explore.Beside{{Schedules: []string{"linear", "/etc/passwd"}}, {Schedules: []string{"--force"}},
		{Schedules: []string{"$(rm)"}}, {Schedules: []string{"a\nb"}}, {Schedules: []string{"file:x.csv"}},
		{Ts: []int{10, -3}}, {Ts: []int{1e9}}, {Betas: 1e9}} {
		if c, err := Of(explore.Question{Toy: "easy"}, "curve", b); err == nil {
			t.Errorf("%+v gets the command %s", b, c.Command)
		}
	}
}
