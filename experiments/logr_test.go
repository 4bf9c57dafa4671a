package experiments_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments"
	"breadboard/grid/must"
	"breadboard/toys"
)

// said are the initial densities of the catalogue, as it describes them: the log of f_1 by that of f_T, in a
// cell that is no wall.
var said = map[string]func(target toys.Target, x int) float64{
	"uniform": func(toys.Target, int) float64 { return 0 },
	"prior":   func(target toys.Target, x int) float64 { return target.Model.Steps[0][x] },
	"tempered:BETA": func(target toys.Target, x int) float64 { // (f_T/max f_T)^0.5
		return 0.5 * (target.LogF[x] - slices.Max(target.LogF))
	},
	"file:PATH": func(_ toys.Target, x int) float64 { return filed(x) },
}

// filed returns log f of a cell, as the file of this test holds it.
func filed(x int) float64 { return 3 - float64(x) }

// logSum is the log of a sum of exponentials, plainly.
func logSum(logf []float64) float64 {
	top, sum := slices.Max(logf), 0.0
	for _, v := range logf {
		sum += math.Exp(v - top)
	}
	return top + math.Log(sum)
}

// heldTargets are the toys with their example, of 64 cells at most, and files.
func heldTargets(t *testing.T) (all []experiments.Setting) {
	for _, toy := range toys.Catalogue {
		s := experiments.Setting{Toy: experiments.ExampleOf(toy)}
		if must.Have(s.Find())(t).Grid.Size() <= 64 {
			all = append(all, s)
		}
	}
	return append(all, experiments.Setting{Target: must.File(t, "t.csv", "1005,1007,-inf\n1002,990,1006.5\n")})
}

// TestLogRIsOfWhatIsSaid: log R of every initial density, on every target, is log Z_T - log Z_1 of the
// densities that the catalogue describes, whatever the kernel, the bridge and the program.
func TestLogRIsOfWhatIsSaid(t *testing.T) {
	for _, s := range heldTargets(t) {
		an := must.Have(s.Annealer())(t)
		target, seen := an.Target, 0
		for _, spec := range experiments.Specs(experiments.FieldInitial) {
			s.Initial = strings.Replace(spec, "BETA", "0.5", 1)
			if spec == "prior" && target.Model == nil || spec == "file:PATH" && s.Target == "" {
				continue
			}
			if spec == "file:PATH" {
				s.Initial = "file:" + must.File(t, "initial.csv", "3,2,1\n0,-1,-2\n")
			}
			first := slices.Clone(target.LogF)
			for x, v := range target.LogF {
				first[x] = said[spec](target, x)
				if spec != "file:PATH" && math.IsInf(v, -1) {
					first[x] = v
				}
			}
			want := logSum(target.LogF) - logSum(first)
			holdLogR(t, s, want)
			seen++
		}
		if seen < 2 {
			t.Errorf("%s has %d initial densities", s.TargetName(), seen)
		}
	}
}

// holdLogR checks log R of a setting.
func holdLogR(t *testing.T, s experiments.Setting, want float64) {
	t.Helper()
	check := func(how string, got, want float64) {
		t.Helper()
		must.Near(t, got, want, 1e-11*max(1, math.Abs(want)),
			"%s from %s, %s: log R", s.TargetName(), s.Initial, how)
	}
	hows := []experiments.Setting{{}, {Kernel: "cycle"}, {Bridge: "mixture"}, {Bridge: "power:0.5"}}
	if s.Initial == "prior" {
		hows = append(hows, experiments.Setting{Bridge: "observations"})
	}
	for _, how := range hows {
		s.Kernel, s.Bridge = how.Kernel, how.Bridge
		an := must.Have(s.Annealer())(t)
		rows := must.Have(an.Measure(t.Context(), []int{3}, experiments.Ask{}, nil))(t)
		check(how.Kernel+how.Bridge, rows[0].LogR, want)
	}
	s.Kernel, s.Bridge = "", ""
	an := must.Have(s.Annealer())(t)
	if an.Target.Grid.Size() > 16 {
		return
	}
	specs := strings.Fields("ais importance posterior sir:2 smc:2 cms:1 hme-chain:1 rejection vb ns:2")
	rows := must.Have(an.Measure(t.Context(), []int{2}, experiments.Ask{Programs: specs}, nil))(t)
	for _, r := range rows {
		check(r.Program, r.LogR, want)
	}
}

// TestScheduleThatStands: at beta 0 the level is the initial density, how often the schedule stands there, and wherever
// the target has walls. So E[w] is R for every kernel and bridge, the proof agrees with the computation, and the
// program that is annealing has the same distribution. On two cells, one of them a wall, Metropolis at beta 0 leaves
// half the mass in each.
func TestScheduleThatStands(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	box := experiments.Setting{Target: file("t.csv", "0.5,-inf,1\n-1,2,-inf\n"), Initial: "file:" +
		file("i.csv", "0,0.7,0\n0.2,0,-0.4\n"),
		Schedule: "file:" + file("s.txt", "0\n0\n0\n0.5\n1\n")}
	pair := experiments.Setting{Target: file("w.csv", "0,-inf\n"), Initial: "file:" + file("u.csv", "0,0\n"),
		Schedule: "file:" + file("z.txt", "0\n0\n1\n")}
	for _, bridge := range []string{"geometric", "mixture", "power:0.5"} {
		for _, k := range kernels.Original {
			for _, s := range []experiments.Setting{box, pair} {
				s.Bridge, s.Kernel = bridge, k.Name
				an, err := s.Annealer()
				if err != nil {
					t.Errorf("%s on %s: %v", k.Name, s.Target, err)
					continue
				}
				standsRight(t, an)
			}
		}
	}
	pair.Kernel = "metropolis"
	an := must.Have(pair.Annealer())(t)
	run := must.Have(an.Measure(t.Context(), must.Have(an.Levels(nil))(t), experiments.Ask{}, nil))(t)[0]
	if !slices.Equal(run.Q, []float64{0.625, 0.375}) {
		t.Errorf("q is %v", run.Q)
	}
	a := an.Base(must.Have(chains.NewSchedule([]float64{0, 0, 1}))(t))
	a.Grid = an.Target.Grid
	must.Fail(t, a.Check(), "is a wall", "an annealing over the wall")
}

// standsRight holds one chain.
func standsRight(t *testing.T, an experiments.Annealer) {
	t.Helper()
	ts := must.Have(an.Levels(nil))(t)
	what := an.Kernel + " on " + an.Bridge
	run := must.Have(an.Measure(t.Context(), ts, experiments.Ask{}, nil))(t)[0]
	must.Near(t, run.MeanW, 1, 1e-12, "%s: E[w]/R", what)
	for _, row := range must.Have(an.Measure(t.Context(), ts, experiments.Ask{Proofs: true}, nil))(t) {
		if !row.HasPromised() {
			t.Errorf("%s: what is proved is not what is computed", what)
		}
	}
	program := must.Have(an.Measure(t.Context(), ts, experiments.Ask{Programs: []string{"ais"}}, nil))(t)[0]
	for x, q := range run.Q {
		must.Near(t, program.Q[x], q, 1e-12, "%s: q of cell %d", what, x)
	}
	if math.IsNaN(run.J()) {
		t.Errorf("%s: J is no number", what)
	}
}
