package explore

import (
	"slices"
	"testing"

	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

func chainOf(t *testing.T, s experiments.Setting) experiments.Chain {
	t.Helper()
	return must.Have(s.Chain())(t)
}

// The question of a setting, and of its names alone, makes the chain of the setting again. A target from a file is
// painted into it.
func TestQuestionOf(t *testing.T) {
	s := experiments.Setting{Toy: "easy", Seed: new(uint64(7)), Kernel: "slice",
		Schedule: "sigmoid:4", T: 50, SkipLast: true}
	want := chainOf(t, s)
	q, ok := QuestionOf(want, 50)
	names, also := QuestionOfNames(s, 50)
	if q.Bridge, q.Initial = "", ""; !ok || !also || q != names { // a chain has its defaults filled in
		t.Fatalf("of the chain %+v, of the names %+v", q, names)
	}
	s.Axes = "line,line" // its own
	if own, ok := QuestionOfNames(s, 50); !ok || own != names {
		t.Errorf("of its own axes %+v, want %+v", own, names)
	}
	got, err := q.Chain()
	must.Do(t, err)
	if got.TargetName() != want.TargetName() || got.Kernel != want.Kernel || got.Schedule != want.Schedule ||
		!got.SkipLast || !slices.Equal(got.Target.LogF, want.Target.LogF) {
		t.Errorf("%+v", got.Setting)
	}
	painted, err := Question{Target: "0,1.5;w,2", T: 10}.Chain()
	must.Do(t, err)
	if q, ok := QuestionOf(painted, 10); !ok || q.Target != "0,1.5;w,2" || q.Toy+q.Axes != "" {
		t.Errorf("%+v, %v", q, ok)
	}
}

// The question of a chain names the axes only where they are not the target's own.
func TestQuestionNamesOtherAxes(t *testing.T) {
	for _, c := range []struct {
		s    experiments.Setting
		axes string
	}{
		{experiments.Setting{Toy: "barrier"}, ""},
		{experiments.Setting{Toy: "barrier", Axes: "line,line"}, ""},
		{experiments.Setting{Toy: "barrier", Axes: "ring,line"}, "ring,line"},
		{experiments.Setting{Toy: "potts:1x2:3:1"}, ""},
		{experiments.Setting{Toy: "potts:1x2:3:1", Axes: "line", Kernel: "king"}, "line"},
	} {
		if q, ok := QuestionOf(chainOf(t, c.s), 10); !ok || q.Axes != c.axes {
			t.Errorf("of %+v, %v, want axes %q", q, ok, c.axes)
		}
	}
}

// What the explorer would refuse has no question, and neither has what reads a file.
func TestNoQuestion(t *testing.T) {
	barrier := chainOf(t, experiments.Setting{Toy: "barrier", T: 10})
	for name, change := range map[string]func(*experiments.Chain){
		"matrices":           func(c *experiments.Chain) { c.Matrix = "folder" },
		"data from a file":   func(c *experiments.Chain) { c.Data = "data.csv" },
		"a schedule's file":  func(c *experiments.Chain) { c.Schedule, c.ScheduleSum = "betas.csv", "ab" },
		"an initial density": func(c *experiments.Chain) { c.Initial, c.InitialSum = "f.csv", "ab" },
		"an unknown name":    func(c *experiments.Chain) { c.Toy = "barier" },
		"a very large toy":   func(c *experiments.Chain) { c.Toy = "ising:5x5:0.4" },
		"a large file": func(c *experiments.Chain) {
			c.Toy, c.Target = "", toys.Target{Grid: grid.New(20, 20), LogF: make([]float64, 400)}
		},
	} {
		c := barrier
		change(&c)
		if q, ok := QuestionOf(c, 10); ok {
			t.Errorf("%s have the question %+v", name, q)
		}
		if q, ok := QuestionOfNames(c.Setting, 10); ok {
			t.Errorf("the names of %s have the question %+v", name, q)
		}
	}
	if _, ok := QuestionOf(barrier, MostLevels+1); ok {
		t.Error("too many levels are a question")
	}
}
