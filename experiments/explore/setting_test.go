package explore

import (
	"math"
	"testing"

	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/toys"
)

func chainOf(t *testing.T, s experiments.Setting) experiments.Chain {
	t.Helper()
	space, err := s.Space()
	if err != nil {
		t.Fatal(err)
	}
	c, err := space.Chain()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The question of a setting makes the chain of the setting again.
func TestQuestionOfASetting(t *testing.T) {
	seed := uint64(7)
	want := chainOf(t, experiments.Setting{Toy: "easy", Seed: &seed, Kernel: "lifted", Schedule: "sigmoid:4", T: 50,
		SkipLast: true})
	q, ok := QuestionOf(want, 50)
	if !ok {
		t.Fatal("it has no question")
	}
	got, err := q.Chain()
	if err != nil {
		t.Fatal(err)
	}
	if got.TargetName() != want.TargetName() || got.Kernel != want.Kernel || got.Schedule != want.Schedule || !got.SkipLast {
		t.Errorf("%+v", got.Setting)
	}
	for x, v := range want.Target.LogF {
		if math.Float64bits(v) != math.Float64bits(got.Target.LogF[x]) {
			t.Fatalf("cell %d is %v, want %v", x, got.Target.LogF[x], v)
		}
	}
}

// A target from a file is painted into the question.
func TestQuestionOfAFile(t *testing.T) {
	target, err := Painted("0,1.5;w,2")
	if err != nil {
		t.Fatal(err)
	}
	space, err := experiments.Setting{T: 10}.SpaceOn(target)
	if err != nil {
		t.Fatal(err)
	}
	c, err := space.Chain()
	if err != nil {
		t.Fatal(err)
	}
	if q, ok := QuestionOf(c, 10); !ok || q.Target != "0,1.5;w,2" || q.Toy != "" {
		t.Errorf("%+v, %v", q, ok)
	}
}

// What the explorer would refuse has no question.
func TestNoQuestion(t *testing.T) {
	c := chainOf(t, experiments.Setting{Toy: "barrier", T: 10})
	if _, ok := QuestionOf(c, MostLevels+1); ok {
		t.Error("too many levels have one")
	}
	for name, change := range map[string]func(*experiments.Chain){
		"matrices":           func(c *experiments.Chain) { c.Matrix = "folder" },
		"data from a file":   func(c *experiments.Chain) { c.Data = "data.csv" },
		"a schedule's file":  func(c *experiments.Chain) { c.Schedule, c.ScheduleSum = "betas.csv", "ab" },
		"an initial density": func(c *experiments.Chain) { c.Initial, c.InitialSum = "f.csv", "ab" },
		"a large file": func(c *experiments.Chain) {
			large := toys.Target{Grid: grid.New(20, 20), LogF: make([]float64, 400)}
			c.Toy, c.Target = "", large
		},
	} {
		changed := c
		change(&changed)
		if q, ok := QuestionOf(changed, 10); ok {
			t.Errorf("%s have the question %+v", name, q)
		}
	}
}

// The names of a setting are a question without a look at the chain. A file, or what is beyond the limits, is none.
func TestQuestionOfNames(t *testing.T) {
	seed := uint64(7)
	s := experiments.Setting{Toy: "easy", Seed: &seed, Kernel: "lifted", Schedule: "sigmoid:4", SkipLast: true}
	want, _ := QuestionOf(chainOf(t, s), 50)
	want.Bridge, want.Initial = "", "" // a chain has its defaults filled in
	if got, ok := QuestionOfNames(s, 50); !ok || got != want {
		t.Errorf("it is %+v, want %+v", got, want)
	}
	for name, s := range map[string]experiments.Setting{
		"a file":              {Target: "t.csv"},
		"a folder":            {Toy: "barrier", Matrix: "m"},
		"a schedule's file":   {Toy: "barrier", Schedule: "b.txt", ScheduleSum: "ab"},
		"an unknown name":     {Toy: "barier"},
		"a very large target": {Toy: "ising:5x5:0.4"},
	} {
		if q, ok := QuestionOfNames(s, 50); ok {
			t.Errorf("%s is the question %+v", name, q)
		}
	}
	if _, ok := QuestionOfNames(experiments.Setting{Toy: "barrier"}, MostLevels+1); ok {
		t.Error("too many levels are a question")
	}
}
