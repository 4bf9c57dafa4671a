// Package paths_test asks which bridge, which schedule and which kernel make the most of so many evaluations of the
// density, what the literature says of it, and when a choice by B is dear. Its numbers are in paths.csv, and what they
// say in README.md.
package paths_test

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
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
	update = flag.Bool("update", false, "compute all rows anew, or draw them anew without the long form")
	long   = os.Getenv("BREADBOARD_LONG") != ""
)

// A row is an annealing, with its exact numbers.
type row struct {
	Part, Target, Kernel, Bridge, Schedule string
	Seed, Repeat, T                        int
	Budget                                 int     // evaluations of the density, which T follows from; 0 if T is given
	Pilot                                  int     // chains of T = 100 whose mean weight is the bridge's R; 0 for none
	Off                                    float64 // of the bridge's log R from the truth
	J, B                                   float64
	Near, Action, KL                       float64 // of lengths: B near equilibrium, the action, the larger path KL
}

const header = "part target seed kernel repeat bridge schedule evaluations T pilot off J B near action kl"

func (r *row) fields() []any {
	return []any{&r.Part, &r.Target, &r.Seed, &r.Kernel, &r.Repeat, &r.Bridge, &r.Schedule, &r.Budget, &r.T, &r.Pilot,
		&r.Off, &r.J, &r.B, &r.Near, &r.Action, &r.KL}
}

// digits are those of a number in the file.
const digits = 5

// cells are the row as the file has it: 0 is empty.
func (r row) cells() (cells []string) {
	for _, at := range r.fields() {
		cell := ""
		switch v := at.(type) {
		case *float64:
			cell = strconv.FormatFloat(*v, 'g', digits, 64)
		case *int:
			cell = strconv.Itoa(*v)
		case *string:
			cell = *v
		}
		cells = append(cells, strings.TrimPrefix(cell, strings.Repeat("0", len(cell))))
	}
	return cells
}

// all are the rows of settings.txt, without their numbers.
func all(t *testing.T) (rows []row) {
	for line := range strings.Lines(string(must.Have(os.ReadFile("settings.txt"))(t))) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		some := []row{{}}
		for k, words := range strings.Fields(line) {
			var more []row
			for _, r := range some {
				for word := range strings.SplitSeq(words, ",") {
					more = append(more, r.with(t, k, word)...)
				}
			}
			some = more
		}
		rows = append(rows, some...)
	}
	return rows
}

// with is the row with a word of a column of settings.txt, for each target that the word names.
func (r row) with(t *testing.T, column int, word string) (rows []row) {
	name, times, many := strings.Cut(word, "*")
	switch {
	case column == 1 && word == "posteriors":
		for _, d := range zoo.Catalogue() {
			r.Target = d.Name
			if d.Group == word {
				rows = append(rows, r)
			}
		}
		return rows
	case column == 1 && many:
		for r.Seed = range must.Have(strconv.Atoi(times))(t) {
			r.Target = name
			rows = append(rows, r)
		}
		return rows
	case column == 2:
		r.Repeat = 1
		if many {
			r.Repeat = must.Have(strconv.Atoi(times))(t)
		}
		word = name
	}
	at := []any{&r.Part, &r.Target, &r.Kernel, &r.Bridge, &r.Schedule, &r.Budget, &r.T, &r.Pilot, &r.Off}[column]
	must.Have(fmt.Sscan(word, at))(t)
	return []row{r}
}

// chain makes the chain of a row, with this bridge.
func (r row) chain(bridge string) (experiments.Chain, error) {
	s := experiments.Setting{Toy: r.Target, Kernel: r.Kernel, Repeat: r.Repeat, Bridge: bridge}
	switch found, err := zoo.Select(r.Target); {
	case r.Target == "easy", r.Target == "hard":
		seed := uint64(r.Seed)
		s.Seed = &seed
	case strings.HasPrefix(r.Target, "ising"):
		s.Orbits = experiments.OwnOrbits
	case err == nil && found[0].Group == "posteriors":
		s.Toy = ""
		return s.On(found[0].Make())
	}
	return s.Chain()
}

// answered fills in the numbers of rows that share a chain.
func answered(ctx context.Context, rows []row) error {
	bridge, err := rows[0].Bridge, error(nil)
	if rows[0].Part == "pilots" && bridge == "mixture" {
		bridge, err = wrong(ctx, rows)
	}
	base, failed := rows[0].chain(bridge)
	for i := 0; i < len(rows) && err == nil && failed == nil; i++ {
		chain, missing := base.WithSchedule(rows[i].Schedule)
		if err = missing; err == nil {
			err = rows[i].answer(ctx, chain)
		}
	}
	if failed != nil || err != nil {
		return fmt.Errorf("%v: %w", rows[0], errors.Join(err, failed))
	}
	return nil
}

// wrong is the mixture with the log R of the rows: off by Off, or from a pilot of the geometric path at T = 100.
func wrong(ctx context.Context, rows []row) (bridge string, err error) {
	geometric, err := rows[0].chain("geometric")
	if err != nil {
		return "", err
	}
	a, _, _ := geometric.At(ctx, 100)
	truth, err := exact.Measure(ctx, a)
	if n := rows[0].Pilot; n > 0 && err == nil {
		var runs sample.Runs
		runs, err = sample.Run(ctx, a, sample.Options{Chains: n, Seed: uint64(1 + rows[0].Seed), Workers: 1})
		for i := range rows {
			rows[i].Off = floats.LogSumExp(runs.Forward.LogW) - math.Log(float64(n)) + runs.Rise - truth.LogR
		}
	}
	return "mixture:" + strconv.FormatFloat(truth.LogR+rows[0].Off, 'g', -1, 64), err
}

func (r *row) answer(ctx context.Context, chain experiments.Chain) error {
	if r.Budget > 0 { // a level takes one for the weight, and those of the kernel's steps
		level := programs.AIS{Problem: chain.Problem(chain.Base(chains.Linear(2)))}.Cost()
		r.T = 1 + int(float64(r.Budget)/level)
	}
	a, _, err := chain.At(ctx, r.T)
	if err != nil {
		return err
	}
	gap, err := exact.Measure(ctx, a)
	r.J, r.B = gap.Final.Jeffreys(), gap.B()
	if r.Part != "lengths" || err != nil {
		return err
	}
	l, err := experiments.LengthsOf(experiments.Exact{Chain: chain, Schedule: a.Schedule})
	r.Near = l.Near
	r.Action = l.Action
	r.KL = max(gap.Paths.Forward, gap.Paths.Reverse)
	return err
}

// made computes rows, in their order. Those of a chain follow one another.
func made(t *testing.T, rows []row) []row {
	var families [][]row
	for _, of := range experiments.GroupBy(rows, func(r row) row {
		if r.Schedule, r.Budget = "", 0; r.Part != "pilots" {
			r.T = 0
		}
		return r
	}) {
		families = append(families, of)
	}
	must.Do(t, experiments.Each(t.Context(), len(families), nil, func(ctx context.Context, i int) error {
		return answered(ctx, families[i])
	}))
	return slices.Concat(families...)
}

// quick rows are computed anew in the short form: those of three targets and a small T.
func (r row) quick() bool {
	few := r.Target == "easy" && r.Seed == 1 || r.Target == "curie-weiss:30:1" || r.Target == "hard" && r.Seed == 0
	return few && r.Budget <= 1000 && r.T <= 100 && !strings.HasPrefix(r.Schedule, "best-") && r.Part != "lengths"
}

// TestStudy computes rows anew, in the short form those of a few targets and levels, and holds the page to all.
func TestStudy(t *testing.T) {
	want := all(t)
	if *update && long {
		lines := [][]string{strings.Fields(header)}
		for _, r := range made(t, want) {
			lines = append(lines, r.cells())
		}
		must.Do(t, csv.NewWriter(must.Have(os.Create("paths.csv"))(t)).WriteAll(lines))
	}
	known := rows(t)
	var again, committed []row
	for i, r := range want {
		if long && !*update || r.quick() {
			again, committed = append(again, r), append(committed, known[i])
		}
	}
	for i, got := range made(t, again) {
		for k, cell := range got.cells() {
			if other := committed[i].cells()[k]; cell != other && !equal(cell, other) {
				t.Errorf("%s: computed is %v, and paths.csv has %v", strings.Fields(header)[k],
					got.cells(), committed[i].cells())
			}
		}
	}
	told(t, known)
	drawn(t, known)
}

// rows reads paths.csv.
func rows(t *testing.T) (rows []row) {
	lines := must.Have(csv.NewReader(must.Have(os.Open("paths.csv"))(t)).ReadAll())(t)
	for _, line := range lines[1:] {
		var r row
		for k, at := range r.fields() {
			if line[k] != "" {
				must.Have(fmt.Sscan(line[k], at))(t)
			}
		}
		rows = append(rows, r)
	}
	if len(rows) != len(all(t)) {
		t.Fatalf("paths.csv has %d rows of %d; BREADBOARD_LONG=1 go test -update makes it", len(rows), len(all(t)))
	}
	return rows
}

// equal reports whether two numbers differ by their last digit, or are rounding alone.
func equal(a, b string) bool {
	x, wrong := strconv.ParseFloat(a, 64)
	y, too := strconv.ParseFloat(b, 64)
	return wrong == nil && too == nil && scalar.EqualWithinAbsOrRel(x, y, 1e-13, 2*math.Pow(10, 1-digits))
}
