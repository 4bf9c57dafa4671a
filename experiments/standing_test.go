package experiments_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments"
	"breadboard/grid/must"
)

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
