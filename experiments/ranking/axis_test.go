package ranking

import (
	"slices"
	"testing"

	"breadboard/experiments/sweep"
)

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		names   []string
		before  string
		numbers []float64
	}{
		{[]string{"lazy:0.1", "lazy:0.5"}, "lazy:", []float64{0.1, 0.5}},
		{[]string{"10", "100"}, "", []float64{10, 100}},
		{[]string{"ising:3x3:0.4", "ising:3x3:0.2"}, "ising:3x3:", []float64{0.4, 0.2}},
		{[]string{"lazy:0.1", "king"}, "", nil},
		{[]string{"lazy:0.1", "langevin:0.1"}, "", nil},
		{[]string{"sigmoid:4", "4"}, "", nil},
		{[]string{"inf", "1"}, "", nil},
		{nil, "", nil},
	} {
		before, numbers, ok := Numbers(c.names)
		if ok != (c.numbers != nil) || before != c.before || !slices.Equal(numbers, c.numbers) {
			t.Errorf("%q: %q, %v, %v; want %q and %v", c.names, before, numbers, ok, c.before, c.numbers)
		}
	}
}

func TestVarying(t *testing.T) {
	rows := []sweep.Row{sweepRow("easy", 1, "linear", 10, 1, 1), sweepRow("easy", 2, "fisher", 10, 1, 1),
		sweepRow("easy", 2, "linear", 20, 1, 1)}
	var got []string
	for _, a := range Varying(Summarize(rows).Outcomes) {
		got = append(got, a.Name)
	}
	if want := []string{"T", "schedule"}; !slices.Equal(got, want) {
		t.Errorf("%q vary, want %q", got, want)
	}
	if got := Schedule.Values(Summarize(rows).Outcomes); !slices.Equal(got, []string{"linear", "fisher"}) {
		t.Errorf("schedules %q", got)
	}
}

// Each target's own initial density is no axis: the target names it. One that differs on a target is.
func TestVaryingInitial(t *testing.T) {
	from := func(toy, initial string) sweep.Row {
		row := sweepRow(toy, 1, "linear", 10, 1, 1)
		row.Job.Initial = initial
		return row
	}
	own := []sweep.Row{from("easy", "uniform"), from("clustering:6:2", "prior")}
	for _, c := range []struct {
		rows []sweep.Row
		own  bool
	}{{own, true}, {append(own, from("clustering:6:2", "uniform")), false}, {own[:1], false}} {
		all := Summarize(c.rows).Outcomes
		if got := OwnInitials(all); got != c.own {
			t.Errorf("of %d rows: initial densities of the targets alone: %v", len(c.rows), got)
		}
		varies := slices.ContainsFunc(Varying(all), func(a Axis) bool { return a.Name == Initial.Name })
		if want := len(c.rows) == 3; varies != want {
			t.Errorf("of %d rows: an axis of initial densities: %v, want %v", len(c.rows), varies, want)
		}
	}
}
