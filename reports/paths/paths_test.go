// Package paths_test asks which bridge, which schedule and which kernel make the most of so many evaluations of the
// density, what the literature says of it, and when a choice by B is dear. Its numbers are in the CSV files here, and
// what they say in README.md.
package paths_test

import (
	"cmp"
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/grid/must"
	"breadboard/toys/zoo"
)

var (
	update = flag.Bool("update", false, "compute all rows anew, and draw them")
	part   = flag.String("part", "", "with -update: compute the rows of this part alone, as equal or best")
	long   = os.Getenv("BREADBOARD_LONG") != ""
)

// A row is an annealing, with its exact numbers.
type row struct {
	Target, Kernel, Bridge, Schedule string
	Seed, Repeat, T                  int
	Budget                           int     // T is what so many evaluations of the density afford; 0 if T is given
	Pilot                            int     // chains of T = 100 whose mean weight is the bridge's R; 0 if there are none
	Off                              float64 // of the bridge's log R from the truth
	J, B                             float64
	Near, Action, Fwd, Rev           float64 // B near equilibrium, the action, and both path KLs
}

// The parts, each with a file of its own.
const (
	equal   = "equal"   // bridge x schedule x kernel x repeat at equal evaluations
	bridges = "bridges" // q-paths and moments at equal T
	pilots  = "pilots"  // mixtures with a wrong log R, and with one that a pilot run estimates
	best    = "best"    // schedules that descent finds
	lengths = "lengths" // B and the path KLs beside what the lengths say of them
)

var parts = []string{equal, bridges, pilots, best, lengths}

// columns are those of a part's file.
var columns = map[string]string{
	equal:   "target seed kernel repeat bridge schedule budget T J B",
	bridges: "target seed bridge T J B",
	pilots:  "target seed bridge pilot off T J B",
	best:    "target seed bridge schedule T J B",
	lengths: "target seed schedule T B near action fwd rev",
}

// fields are what the columns hold, as text and as a place to read it into.
func (r *row) fields() map[string]any {
	return map[string]any{"target": &r.Target, "seed": &r.Seed, "kernel": &r.Kernel, "repeat": &r.Repeat,
		"bridge": &r.Bridge, "schedule": &r.Schedule, "budget": &r.Budget, "T": &r.T, "pilot": &r.Pilot, "off": &r.Off,
		"J": &r.J, "B": &r.B, "near": &r.Near, "action": &r.Action, "fwd": &r.Fwd, "rev": &r.Rev}
}

// A draw is a target, with the seed of a random one.
type draw struct {
	name string
	seed int
}

var barrier = draw{name: "barrier"}

// toysOf are so many draws of EASY and of HARD, from seed 0, and BARRIER.
func toysOf(n int) (all []draw) {
	for _, name := range []string{"easy", "hard"} {
		for seed := range n {
			all = append(all, draw{name, seed})
		}
	}
	return append(all, barrier)
}

// spins are systems on the orbits of their symmetry.
var spins = []draw{{name: "curie-weiss:30:0.5"}, {name: "curie-weiss:30:1"}, {name: "curie-weiss:30:2"},
	{name: "ising:3x3:0.3"}, {name: "ising:3x3:0.44"}, {name: "ising:3x3:0.6"}}

// posteriors are those of the zoo, from real data.
func posteriors() (all []draw) {
	for _, d := range zoo.Catalogue() {
		if d.Group == "posteriors" {
			all = append(all, draw{name: d.Name})
		}
	}
	return all
}

// all are the rows of a part, without their numbers.
func all(part string) (rows []row) {
	on := func(draws []draw, kernels, bridges, schedules []string, budgets, levels []int) {
		for _, d := range draws {
			for _, kernel := range kernels {
				name, times, _ := strings.Cut(kernel, " x")
				repeat, _ := strconv.Atoi(cmp.Or(times, "1"))
				for _, bridge := range bridges {
					for _, schedule := range schedules {
						for i := range max(len(budgets), len(levels)) {
							r := row{Target: d.name, Seed: d.seed, Kernel: name, Repeat: repeat, Bridge: bridge, Schedule: schedule}
							if budgets != nil {
								r.Budget = budgets[i]
							} else {
								r.T = levels[i]
							}
							rows = append(rows, r)
						}
					}
				}
			}
		}
	}
	everywhere, one, linear := slices.Concat(toysOf(40), posteriors(), spins), []string{"metropolis"}, []string{"linear"}
	switch part {
	case equal:
		kernels, budgets := []string{"metropolis", "metropolis x4", "heat-bath"}, []int{100, 1000, 10000}
		paths := []string{"geometric", "power:0.9", "power:0.5", "mixture"}
		on(toysOf(40), kernels, paths, []string{"linear", "fisher", "friction"}, budgets, nil)
		on(spins, kernels, paths, []string{"linear", "fisher"}, budgets, nil)
		on(posteriors(), kernels, paths, linear, budgets, nil)
	case bridges:
		var of []string
		for _, q := range qs {
			of = append(of, "power:"+strconv.FormatFloat(q, 'g', -1, 64))
		}
		on(everywhere, one, of, linear, nil, []int{10, 100, 1000})
		on(toysOf(40), one, []string{"moments:mean", "moments:gaussian"}, linear, nil, []int{10, 100, 1000})
	case pilots:
		on(toysOf(40), one, []string{"geometric"}, linear, nil, []int{100, 1000})
		for _, d := range toysOf(40) {
			for _, T := range []int{100, 1000} {
				for _, off := range []float64{-10, -3, -1, -0.3, 0, 0.3, 1, 3, 10} {
					rows = append(rows, row{Target: d.name, Seed: d.seed, Kernel: "metropolis", Repeat: 1, Bridge: "mixture",
						Schedule: "linear", T: T, Off: off})
				}
			}
			for _, pilot := range []int{2, 10, 100, 1000} {
				rows = append(rows, row{Target: d.name, Seed: d.seed, Kernel: "metropolis", Repeat: 1, Bridge: "mixture",
					Schedule: "linear", T: 1000, Pilot: pilot})
			}
		}
	case best:
		on(toysOf(20), one, []string{"geometric", "power:0.5", "mixture"}, []string{"linear", "fisher", "best-b", "best-j"},
			nil, []int{10, 40})
	case lengths:
		on(slices.Concat(toysOf(10), posteriors(), spins), one, []string{"geometric"}, []string{"linear", "friction"}, nil,
			[]int{10, 30, 100, 300, 1000, 3000, 10000, 30000, 100000})
	}
	return rows
}

// qs are those of the q-paths: 0 is the mixture, and 1 the geometric path.
var qs = []float64{0, 0.25, 0.5, 0.75, 0.9, 0.95, 1, 1.1}

// target is the part of a row that says what is sampled.
func (r row) target() draw { return draw{r.Target, r.Seed} }

// family is what rows have in common that share a chain.
func (r row) family() row {
	return row{Target: r.Target, Seed: r.Seed, Kernel: r.Kernel, Repeat: r.Repeat, Bridge: r.Bridge, Pilot: r.Pilot,
		Off: r.Off}
}

// chain makes the chain of a family.
func (r row) chain(bridge string) (experiments.Chain, error) {
	s := experiments.Setting{Kernel: r.Kernel, Repeat: r.Repeat, Bridge: bridge}
	seed := uint64(r.Seed)
	switch name := r.Target; {
	case name == "easy", name == "hard":
		s.Toy, s.Seed = name, &seed
	case name == barrier.name, strings.HasPrefix(name, "curie-weiss"):
		s.Toy = name
	case strings.HasPrefix(name, "ising"):
		s.Toy, s.Orbits = name, experiments.OwnOrbits
	default:
		found, err := zoo.Select(name)
		if err != nil {
			return experiments.Chain{}, err
		}
		return s.On(found[0].Make())
	}
	return s.Chain()
}

// answered fills in the numbers of rows of one family.
func answered(ctx context.Context, part string, rows []row) error {
	bridge := rows[0].Bridge
	if part == pilots && bridge == "mixture" {
		geometric, err := rows[0].chain("geometric")
		if err != nil {
			return err
		}
		if bridge, err = wrong(ctx, rows, geometric); err != nil {
			return err
		}
	}
	base, err := rows[0].chain(bridge)
	if err != nil {
		return err
	}
	for i := range rows {
		chain, err := base.WithSchedule(rows[i].Schedule)
		if err == nil {
			err = rows[i].answer(ctx, chain, part == lengths)
		}
		if err != nil {
			return fmt.Errorf("%v: %w", rows[i], err)
		}
	}
	return nil
}

// wrong is the mixture with the log R of the rows: wrong by Off, or from a pilot of the geometric path at T = 100.
func wrong(ctx context.Context, rows []row, geometric experiments.Chain) (bridge string, err error) {
	a, _, err := geometric.At(ctx, 100)
	if err != nil {
		return "", err
	}
	truth, err := exact.Measure(ctx, a)
	if err != nil {
		return "", err
	}
	if n := rows[0].Pilot; n > 0 {
		runs, err := sample.Run(ctx, a, sample.Options{Chains: n, Seed: uint64(1 + rows[0].Seed), Workers: 1})
		if err != nil {
			return "", err
		}
		off := logMean(runs.Forward.LogW) + runs.Rise - truth.LogR
		for i := range rows {
			rows[i].Off = off
		}
	}
	return "mixture:" + strconv.FormatFloat(truth.LogR+rows[0].Off, 'g', -1, 64), nil
}

// logMean is the logarithm of the mean of exp(x).
func logMean(xs []float64) float64 {
	top, sum := slices.Max(xs), 0.
	for _, x := range xs {
		sum += math.Exp(x - top)
	}
	return top + math.Log(sum/float64(len(xs)))
}

// affords returns the T that so many evaluations of the density afford. A level takes one for the weight, and those of
// the kernel's steps.
func affords(budget int, chain experiments.Chain) (T int) {
	level := programs.AIS{Problem: chain.Problem(chain.Base(chains.Linear(2)))}.Cost()
	return 1 + int(float64(budget)/level)
}

// answer runs a row. The lengths of its path take longer than the run.
func (r *row) answer(ctx context.Context, chain experiments.Chain, lengths bool) error {
	if r.Budget > 0 {
		r.T = affords(r.Budget, chain)
	}
	a, _, err := chain.At(ctx, r.T)
	if err != nil {
		return err
	}
	gap, err := exact.Measure(ctx, a)
	if err != nil {
		return err
	}
	r.J, r.B, r.Fwd, r.Rev = gap.Final.Jeffreys(), gap.B(), gap.Paths.Forward, gap.Paths.Reverse
	if !lengths {
		return nil
	}
	l, err := experiments.LengthsOf(experiments.Exact{Chain: chain, Schedule: a.Schedule})
	r.Near, r.Action = l.Near, l.Action
	return err
}

// made computes the rows of a part.
func made(t *testing.T, part string, rows []row) {
	var families [][]*row
	for _, of := range experiments.GroupBy(pointers(rows), func(r *row) row { return r.family() }) {
		families = append(families, of)
	}
	must.Do(t, experiments.Each(t.Context(), len(families), nil, func(ctx context.Context, i int) error {
		some := make([]row, len(families[i]))
		for k, r := range families[i] {
			some[k] = *r
		}
		err := answered(ctx, part, some)
		for k, r := range families[i] {
			*r = some[k]
		}
		return err
	}))
}

func pointers(rows []row) (all []*row) {
	for i := range rows {
		all = append(all, &rows[i])
	}
	return all
}

// write writes the rows of a part.
func write(t *testing.T, part string, rows []row) {
	keys := strings.Fields(columns[part])
	lines := [][]string{keys}
	for _, r := range rows {
		var cells []string
		for _, key := range keys {
			switch v := r.fields()[key].(type) {
			case *float64:
				cells = append(cells, strconv.FormatFloat(*v, 'g', digits, 64))
			case *int:
				cells = append(cells, strconv.Itoa(*v))
			case *string:
				cells = append(cells, *v)
			}
		}
		lines = append(lines, cells)
	}
	f := must.Have(os.Create(part + ".csv"))(t)
	defer f.Close()
	must.Do(t, csv.NewWriter(f).WriteAll(lines))
}

// digits are those of a number in a file.
const digits = 5

// read reads the numbers of a part into its rows. It fails where the file has others.
func read(t *testing.T, part string) []row {
	f := must.Have(os.Open(part + ".csv"))(t)
	defer f.Close()
	lines, rows := must.Have(csv.NewReader(f).ReadAll())(t), all(part)
	if len(lines) != 1+len(rows) {
		t.Fatalf("%s.csv has %d rows of %d; go test ./reports/paths -update computes them", part, len(lines)-1, len(rows))
	}
	for i := range rows {
		before := rows[i]
		for k, key := range lines[0] {
			_, err := fmt.Sscan(lines[i+1][k], rows[i].fields()[key])
			must.Do(t, err)
		}
		now := rows[i].family()
		if now.Off, now.Repeat, now.Kernel = before.Off, before.Repeat, before.Kernel; now != before.family() {
			t.Fatalf("%s.csv: row %d is %v, and not %v", part, i+1, rows[i], before)
		}
	}
	return rows
}

// quick rows are computed anew in the short form: those of two draws and a small T.
func (r row) quick(part string) bool {
	return (r.target() == draw{"easy", 1} || r.Target == "curie-weiss:30:1" || r.target() == draw{"hard", 0} && part != lengths) &&
		r.Budget <= 1000 && r.T <= 100 && !strings.HasPrefix(r.Schedule, "best-")
}

// TestStudy computes rows anew, in the short form those of two targets and few levels.
func TestStudy(t *testing.T) {
	for _, name := range parts {
		if *part != "" && *part != name {
			continue
		}
		if *update {
			rows := all(name)
			made(t, name, rows)
			write(t, name, rows)
			continue
		}
		committed, some := read(t, name), all(name)
		var want []row
		for i := range some {
			if long || committed[i].quick(name) {
				want = append(want, committed[i])
				some[len(want)-1] = some[i]
			}
		}
		some = some[:len(want)]
		made(t, name, some)
		for i, r := range some {
			for _, key := range strings.Fields(columns[name]) {
				got, ok := r.fields()[key].(*float64)
				if ok && !scalar.EqualWithinAbsOrRel(*got, *want[i].fields()[key].(*float64), 1e-13, 2*math.Pow(10, 1-digits)) {
					t.Errorf("%s of %v is %v; %s.csv has %v", key, r, *got, name, want[i])
				}
			}
		}
	}
}
