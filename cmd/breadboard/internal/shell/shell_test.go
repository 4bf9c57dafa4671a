package shell

import (
	"testing"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// TestCommands: what is as usual is left out, and nothing else. A painted target is written first. The rows are
// arguments, for -1 would be an option of printf in the place of its format.
func TestCommands(t *testing.T) {
	painted := "printf '%s\\n' -1,1.5 0.1,-inf > target.csv\n"
	target := "-1,1.5;0.1,w"
	for _, c := range []struct {
		q    explore.Question
		want string
	}{
		{explore.Question{Toy: "barrier"}, "breadboard exact --toy barrier -T 100"},
		{explore.Question{Toy: "barrier", Kernel: "metropolis", Bridge: "geometric", Initial: "uniform",
			Schedule: "linear", Program: "ais", T: 7}, "breadboard exact --toy barrier -T 7"},
		{explore.Question{Toy: "clustering:3:2", Initial: "prior", Seed: new(uint64(4))},
			"breadboard exact --toy clustering:3:2 --seed 4 -T 100"},
		{explore.Question{Toy: "clustering:3:2", Initial: "uniform"},
			"breadboard exact --toy clustering:3:2 --initial uniform -T 100"},
		{explore.Question{Target: target, Kernel: "lazy:0.5", Bridge: "power:0.5", Schedule: "curve:0:0.2:1",
			SkipLast: true, Program: "smc:8:ess=0.5", T: 9},
			painted + "breadboard exact --target target.csv --kernel lazy:0.5 --bridge power:0.5 --schedule " +
				"curve:0:0.2:1 --skip-last-kernel -T 9 --program smc:8:ess=0.5"},
		{explore.Question{Toy: "potts:1x2:3:1", Axes: "line"},
			"breadboard exact --toy potts:1x2:3:1 --axes line -T 100"},
		{explore.Question{Toy: "easy", Repeat: 3}, "breadboard exact --toy easy --repeat 3 -T 100"},
	} {
		if got := must.Have(Command(c.q))(t); got != c.want {
			t.Errorf("%s\nis expected to be\n%s", got, c.want)
		}
	}
	_, err := Command(explore.Question{Toy: "easy", Schedule: "file:/etc/passwd"})
	must.Fail(t, err, "the page takes no files here", "a command that names a file")
}
