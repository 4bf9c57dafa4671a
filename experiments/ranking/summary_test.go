package ranking

import (
	"math"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/sweep"
)

func sweepRow(toy string, seed uint64, schedule string, T int, j, b float64) sweep.Row {
	c := sweep.Job{Setting: experiments.Setting{Toy: toy, Schedule: schedule, T: T}.WithDefaults()}
	if toy != "barrier" {
		c.Seed = &seed
	}
	return sweep.Row{Cell: c, Values: columns.NewValues(map[string]float64{"J": j, "j_cell": j, "B": b})}
}

// A sweep of which every number can be told by heart: easy has 4 draws, on the
// first of which the two orders disagree; barrier has one target.
func sweepRows() []sweep.Row {
	var rows []sweep.Row
	for seed := range uint64(4) {
		j := float64(seed + 1)
		rows = append(rows, sweepRow("easy", seed, "linear", 10, 3*j, 2*j), sweepRow("easy", seed, "power:2", 10, j, j))
	}
	rows[0] = sweepRow("easy", 0, "linear", 10, 3, 0.5) // J = 3 and least B
	rows = append(rows, sweepRow("barrier", 0, "linear", 10, 2, 4), sweepRow("barrier", 0, "power:2", 10, 1, 5),
		sweepRow("barrier", 0, "linear", 5, 7, 8))
	bad := sweepRow("barrier", 0, "power:2", 5, math.NaN(), math.NaN())
	return append(rows, bad)
}

// The J of a summary is that of the target's cell, whatever the whole state's is.
func TestSummaryComparesTheCell(t *testing.T) {
	one, two := sweepRow("barrier", 0, "linear", 10, 1, 3), sweepRow("barrier", 0, "power:2", 10, 2, 4)
	one.Values = columns.NewValues(map[string]float64{"J": 2.5, "j_cell": 1, "B": 3})
	two.Values = columns.NewValues(map[string]float64{"J": 2.2, "j_cell": 2, "B": 4})
	s := Summarize([]sweep.Row{one, two})
	if c := s.Contests[0]; c.Winner(experiments.J).Schedule != "linear" || c.Winner(experiments.J).J != 1 ||
		c.Tau() != 1 || c.Cost() != 1 {
		t.Errorf("%v", c)
	}
	if p := s.Groups[0].Lines[1].Points[0]; p.J.Q2 != 2 || p.OverJ.Q2 != 2 {
		t.Errorf("%v", p)
	}
}

func TestSummaryOfASmallSweep(t *testing.T) {
	s := Summarize(sweepRows())
	if s.Rows != 12 || len(s.Unmeasured) != 1 || s.Open != nil || len(s.Groups) != 2 {
		t.Fatalf("%d rows, %d unmeasured, %v, %d groups", s.Rows, len(s.Unmeasured), s.Open, len(s.Groups))
	}
	easy, barrier := s.Groups[0], s.Groups[1]
	if easy.Name != "easy" || easy.Targets != 4 || barrier.Targets != 1 {
		t.Errorf("groups %q of %d and %q of %d", easy.Name, easy.Targets, barrier.Name, barrier.Targets)
	}
	// Of 3, 6, 9, 12: quartiles between neighbours in proportion.
	if p := easy.Lines[0].Points[0]; p.J != (Spread{5.25, 7.5, 9.75, 12}) || p.OverJ != (Spread{3, 3, 3, 3}) ||
		p.Draws != 4 {
		t.Errorf("linear on easy: %+v", p)
	}
	if l := barrier.Lines[0]; len(l.Points) != 2 || l.Points[0].T != 5 || l.Points[1].T != 10 ||
		l.Points[0].OverJ.Q2 != 1 {
		t.Errorf("linear on barrier: %+v", l)
	}
	a := s.All
	// tau is -1 on seed 0 and on barrier, 1 on three seeds; T = 5 has one schedule and no order.
	if len(a.Contests) != 5 || a.Overall.Mean != 0.2 || a.Overall.Targets != 5 || a.Overall.Tied != 0 {
		t.Errorf("overall %+v of %d contests", a.Overall, len(a.Contests))
	}
	if g := a.ByGroup[0]; g.Group != "easy" || g.Mean != 0.5 || !(g.Low < 0.5 && 0.5 < g.High && g.High <= 1) {
		t.Errorf("easy %+v", g)
	}
	if g := a.ByGroup[1]; g.Mean != -1 || !math.IsNaN(g.Low) {
		t.Errorf("barrier %+v", g)
	}
	if len(a.Dear) != 1 || *a.Dear[0].Cell.Seed != 0 || a.Dear[0].Cost() != 3 {
		t.Errorf("dear: %+v", a.Dear)
	}
}

func TestTheBestAreTakenOut(t *testing.T) {
	rows := append(sweepRows(), sweepRow("barrier", 0, "best-j", 10, 0.5, 4.5), sweepRow("barrier", 0, "best-b", 10, 2, 3))
	s := Summarize(rows)
	if s.Open == nil {
		t.Fatal("nothing was taken out")
	}
	if s.Open.Overall != Summarize(sweepRows()).All.Overall {
		t.Errorf("without the best %+v", s.Open.Overall)
	}
	last := s.All.Contests[len(s.All.Contests)-1]
	if last.Winner(experiments.J).Schedule != "best-j" || last.Winner(experiments.B).Schedule != "best-b" ||
		last.Cost() != 4 {
		t.Errorf("with the best: %+v", last)
	}
}
