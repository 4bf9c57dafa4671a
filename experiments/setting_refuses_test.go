package experiments_test

import (
	"strings"
	"testing"

	"breadboard/experiments"
)

type setting = experiments.Setting

// A refusal is a setting that is refused, and what is said of it.
type refusal struct {
	s    setting
	says []string
}

func refuseAll(t *testing.T, settings []refusal) {
	t.Helper()
	for _, c := range settings {
		_, err := c.s.Chain()
		if err == nil {
			t.Errorf("%+v is accepted", c.s)
			continue
		}
		text := flagged(err)
		if strings.Contains(text, "\n") {
			t.Errorf("the error is more than a line: %q", text)
		}
		for _, says := range c.says {
			if !strings.Contains(text, says) {
				t.Errorf("the error is %s, want %s", text, says)
			}
		}
	}
}

func TestSettingRefusesTargets(t *testing.T) {
	target := file(t, "t.csv", "0,1\n")
	bad := file(t, "bad.csv", "0,x\n")
	refuseAll(t, []refusal{
		{setting{}, []string{"no target: --toy NAME, one of easy, hard, random:SIGMA, barrier, golf, ",
			"or --target FILE.csv would do"}},
		{setting{Toy: "barrier", Target: target},
			[]string{"--toy barrier and --target " + target + " are both given"}},
		{setting{Toy: "barier"}, []string{`--toy "barier" is unknown; the nearest known is barrier ` +
			"(of easy, hard, random:SIGMA, barrier, golf, "}},
		{setting{Toy: "barrier", Seed: seed(3)},
			[]string{"--seed 3 is given, but --toy barrier has no randomness"}},
		{setting{Target: target, Seed: seed(3)},
			[]string{"--seed 3 is given, but nothing in --target " + target}},
		{setting{Target: bad}, []string{bad + `: row 1, column 2: "x" is not a number`}},
		{setting{Target: bad + "x"}, []string{bad + "x: no such file or directory"}},
		{setting{Toy: "isng:3x3:1"},
			[]string{`--toy "isng:3x3:1" is unknown; the nearest known is ising:ROWSxCOLS:COUPLING (of easy`}},
		{setting{Toy: "ising"}, []string{"--toy ising: ising is called by its parameters; " +
			"ising:ROWSxCOLS:COUPLING, as in ising:3x3:0.4, would do"}},
		{setting{Toy: "ising:3x3"}, []string{"ising is called by its parameters"}},
		{setting{Toy: "ising:3x3:1:2"}, []string{"ising is called by its parameters"}},
		{setting{Toy: "ising:6x6:1"}, []string{"--toy ising:6x6:1: 6x6 are 36 spins"}},
		{setting{Toy: "two-basins:deep"}, []string{`--toy two-basins:deep: DEPTH is "deep"; a number`}},
	})
}

func TestSettingRefusesChains(t *testing.T) {
	target := file(t, "t.csv", "0,1\n")
	refuseAll(t, []refusal{
		{setting{Toy: "easy", Initial: target}, []string{target + ": 1x2 cells; the target has 7x7"}},
		{setting{Toy: "easy", Initial: "temperd:0.5"},
			[]string{`--initial "temperd:0.5" is unknown; the nearest known is tempered:BETA ` +
				"(of uniform, prior, tempered:BETA, file:PATH)"}},
		{setting{Toy: "easy", Initial: "uniform:1"}, []string{"uniform takes no parameter"}},
		{setting{Toy: "easy", Bridge: "powr:2"}, []string{"the nearest known is power:Q"}},
		{setting{Toy: "easy", Kernel: "Gibs"}, []string{`--kernel "Gibs" is unknown`,
			"(of metropolis, barker, heat-bath, heat-bath:BLOCK, ", ", lazy:A, ", ", perfect, identity)"}},
		{setting{Toy: "easy", Kernel: "lazy"},
			[]string{"--kernel lazy: lazy needs its parameter; lazy:A, as in lazy:0.5, would do"}},
		{setting{Toy: "easy", Kernel: "lazy:1.5"},
			[]string{"1.5 is not an A that lazy takes; a number from 0 to 1, as in lazy:0.5, would do"}},
		{setting{Toy: "easy", Kernel: "heat-bath:0.5"},
			[]string{"0.5 is not a BLOCK that heat-bath takes; " +
				"a whole number from 1 to 64, as in heat-bath:2, would do"}},
		{setting{Toy: "easy", Kernel: "heat-bath:"},
			[]string{"heat-bath needs its parameter; heat-bath:BLOCK, as in heat-bath:2, would do"}},
		{setting{Toy: "easy", Kernel: "king:2"}, []string{"king takes no parameter; king would do"}},
		{setting{Target: file(t, "long.csv", strings.Repeat("0,", 39999)+"0\n"), Kernel: "swap"},
			[]string{"--kernel swap: on 1x40000 it runs on 1600000000 states; at most 1073741824 would do"}},
		{setting{Toy: "easy", Kernel: "heatbath"}, []string{"the nearest known is heat-bath"}},
		{setting{Toy: "easy", Bridge: "geometrik"},
			[]string{`--bridge "geometrik" is unknown; the nearest known is geometric`}},
		{setting{Target: file(t, "w.csv", "0,-inf\n"), Initial: file(t, "i.csv", "-inf,0\n")},
			[]string{"no cell has any mass"}},
		{setting{Toy: "esy", Kernel: "none", Schedule: "sigmoid"}, []string{"--toy ", "; --schedule", "--kernel"}},
	})
}

func TestSettingRefusesSchedules(t *testing.T) {
	bad := file(t, "bad.csv", "0,x\n")
	refuseAll(t, []refusal{
		{setting{Toy: "easy", Schedule: "linaer"},
			[]string{`--schedule "linaer" is unknown; the nearest known is linear (of linear, sigmoid:DELTA, ` +
				"power:K, geometric:RATIO, fisher, friction, best-b, best-j, curve:0:BETA:...:1, file:PATH)"}},
		{setting{Toy: "easy", Schedule: "linear:2"}, []string{"linear takes no parameter"}},
		{setting{Toy: "easy", Schedule: "sigmoid"},
			[]string{"sigmoid needs its parameter; sigmoid:DELTA, as in sigmoid:4, would do"}},
		{setting{Toy: "easy", Schedule: "sigmoid:"}, []string{"sigmoid needs its parameter"}},
		{setting{Toy: "easy", Schedule: "curve:0:0.5"}, []string{"--schedule curve:0:0.5: beta 2 is 0.5; the last is 1; " +
			"betas from 0 to 1 that never fall, as in curve:0:0.2:1, would do"}},
		{setting{Toy: "easy", Schedule: "curve:0:0.7:0.2:1"}, []string{"beta 3 is 0.2, below beta 2, 0.7"}},
		{setting{Toy: "easy", Schedule: "curve:0:x:1"}, []string{`beta 2 is "x", which is no number; betas from`}},
		{setting{Toy: "easy", Schedule: "curve"}, []string{"--schedule curve: 0 betas; a schedule needs at least 2"}},
		{setting{Toy: "easy", Schedule: "sigmoid:-1"}, []string{"--schedule sigmoid:-1: -1 is not a DELTA"}},
		{setting{Toy: "easy", Schedule: "sigmoid:NaN"}, []string{"NaN is not a DELTA"}},
		{setting{Toy: "easy", Schedule: "sigmoid:1e-30"}, []string{"1e-30 is not a DELTA"}},
		{setting{Toy: "easy", Schedule: "none.txt"}, []string{"--schedule none.txt: no such file or directory"}},
		{setting{Toy: "easy", Schedule: "file:none"}, []string{"--schedule none: no such file or directory"}},
		{setting{Toy: "easy", Schedule: bad}, []string{bad + `: line 1: "x" is not a number`}},
	})
}
