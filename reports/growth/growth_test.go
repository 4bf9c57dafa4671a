// Package growth_test asks whether B stays tight as a system grows: J and B of models whose sites can be exchanged, of
// Ising tori and of independent sites, against the number of sites. Its numbers are in growth.csv, and what they say in
// README.md.
package growth_test

import (
	"context"
	"encoding/json"
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
	"breadboard/exact"
	"breadboard/exact/spectra"
	"breadboard/exact/tuning"
	"breadboard/experiments"
	"breadboard/grid/must"
	"breadboard/grid/orbits"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
	"breadboard/toys"
)

var (
	update = flag.Bool("update", false, "compute the rows that growth.csv lacks, and draw all anew")
	only   = flag.String("only", "", "with -update: of the rows that lack, only those whose name contains this")
	long   = os.Getenv("BREADBOARD_LONG") != ""
)

// A row is a question about an annealing, and its answer.
type row struct {
	Question string `column:"question"`
	Model    string `column:"model"`
	N        int    `column:"N"` // sites
	Coupling string `column:"coupling"`
	Kernel   string `column:"kernel"`
	Repeat   int    `column:"repeat"` // steps of the kernel at each level: 1, or a sweep of N
	Schedule string `column:"schedule"`
	T        int    `column:"T,some"` // what is asked for, if the question is needed-J or needed-B

	J      float64   `column:"J,some"`
	B      float64   `column:"B,some"`
	Middle float64   `column:"middle,some"` // the beta at which half of B has been added up
	Gap    float64   `column:"gap,some"`    // of one step at beta = 1
	Even   float64   `column:"even,some"`   // the gap of functions that exchange no value for another
	Shares []float64 `column:"shares"`      // of B, in equal steps of beta
}

// The questions.
const (
	measured = "measured" // J and B
	shares   = "shares"   // and where B comes from
	neededJ  = "needed-J" // the smallest T with J <= 0.1 that halving finds
	neededB  = "needed-B" // the same for B
	gap      = "gap"
)

// enough is the J, or the B, that is good enough.
const enough = 0.1

func (r row) key() string {
	if r.Question == neededJ || r.Question == neededB {
		r.T = 0
	}
	return fmt.Sprintf("%s %s N=%d c=%s %s x%d %s T=%d", r.Question, r.Model, r.N, r.Coupling, r.Kernel, r.Repeat,
		r.Schedule, r.T)
}

// quick rows are computed anew in the short form of the test: the smallest systems, and a best schedule.
func (r row) quick() bool {
	if strings.HasPrefix(r.Schedule, "best-") {
		return r.key() == "measured curie-weiss N=10 c=1 metropolis x10 best-b T=10"
	}
	return r.N <= 10 && r.T < 1000 && (r.Model != "potts-10" || r.Question == gap)
}

// The transitions of mean-field Potts: 2(q-1)/(q-2) log(q-1) for q colours.
var transitions = map[string]string{"potts-3": of3, "potts-10": of10, "potts-20": of20}

const of3, of10, of20 = "2.772588722239781", "4.943755299006494", "6.216037844906929"

// all lists the questions of questions.txt: each line is every combination of the words in its columns.
func all(t *testing.T) (rows []row) {
	for line := range strings.Lines(string(must.Have(os.ReadFile("questions.txt"))(t))) {
		combined := [][]string{nil}
		for _, words := range strings.Fields(line) {
			var more [][]string
			for _, so := range combined {
				for word := range strings.SplitSeq(words, ",") {
					more = append(more, append(slices.Clone(so), word))
				}
			}
			combined = more
		}
		for _, w := range combined {
			if w[0] == "#" {
				continue
			}
			r := row{Question: w[0], Model: w[1], Coupling: w[2], Kernel: w[3], Schedule: strings.Trim(w[5], "-")}
			if r.Coupling == "transition" {
				r.Coupling = transitions[r.Model]
			}
			r.T, _ = strconv.Atoi(w[6]) // 0 if none is asked for
			r.N = int(number(w[7]))
			r.Repeat = r.N
			if w[4] != "N" {
				r.Repeat = int(number(w[4]))
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// blind is the chain that knows no colours apart. The states with the colours in order are few up to three colours.
func (r row) blind() (k blind, few bool) {
	coupling := number(r.Coupling)
	if r.Model == "curie-weiss" { // two colours at twice the coupling
		return newBlind(r.N, 2, 2*coupling), true
	}
	q, _ := strconv.Atoi(strings.TrimPrefix(r.Model, "potts-"))
	return newBlind(r.N, q, coupling), q == 3
}

func number(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(err)
	}
	return v
}

// annealings are those of T levels.
type annealings func(ctx context.Context, T int) (chains.Annealing, error)

func (r row) annealings() (annealings, error) {
	// The last kernel of the perfect one would leave no J.
	s := experiments.Setting{Kernel: r.Kernel, Repeat: r.Repeat, Schedule: r.Schedule, SkipLast: r.Kernel == "perfect"}
	named := func(c experiments.Chain, err error) (annealings, error) {
		return func(ctx context.Context, T int) (chains.Annealing, error) {
			a, _, err := c.At(ctx, T)
			return a, err
		}, err
	}
	side := int(math.Sqrt(float64(r.N)))
	switch r.Model {
	case "independent": // log f is the coupling times the sum of the spins, which can be exchanged
		space, box := orbits.Exchangeable([]int{r.N}, 2)
		cells := make([]float64, space.Size())
		for x := range cells {
			cells[x] = number(r.Coupling) * float64(2*space.Counts(x)[0][1]-r.N)
		}
		return named(s.On(toys.OfOrbits(r.Model, box, space, cells)))
	case "curie-weiss":
		s.Toy = fmt.Sprintf("curie-weiss:%d:%s", r.N, r.Coupling)
	case "potts-3":
		s.Toy = fmt.Sprintf("mean-field-potts:%d:3:%s", r.N, r.Coupling)
	case "ising":
		s.Toy, s.Orbits = fmt.Sprintf("ising:%dx%d:%s", side, side, r.Coupling), experiments.OwnOrbits
	default:
		k, _ := r.blind()
		return func(_ context.Context, T int) (chains.Annealing, error) {
			a := k.annealing(chains.Linear(T), r.Repeat)
			if r.Schedule == "linear" {
				return a, nil
			}
			length, err := tuning.FisherLength(a)
			a.Schedule = length.Schedule(T)
			return a, err
		}, nil
	}
	return named(s.Chain())
}

// answer is the row with its answer.
func (r row) answer(ctx context.Context) (row, error) {
	if r.Question == gap {
		var err error
		r.Gap, r.Even, err = r.gaps(ctx)
		return r, err
	}
	at, err := r.annealings()
	if err != nil {
		return r, err
	}
	measure := func(T int) error {
		a, err := at(ctx, T)
		if err != nil {
			return err
		}
		m, err := exact.Measure(ctx, a)
		r.J, r.B = m.J(), m.B()
		return err
	}
	switch r.Question {
	case neededJ, neededB:
		best := r
		for low, high := 1, 2; high > low; { // low is not enough, and best.T is, if it is not 0
			if err := measure(high); err != nil {
				return r, err
			}
			if r.Question == neededJ && r.J <= enough || r.Question == neededB && r.B <= enough {
				best.T = high
				best.J = r.J
				best.B = r.B
			} else {
				low = high
			}
			high = 2 * low
			if best.T > 0 {
				high = (low + best.T) / 2
			}
		}
		return best, nil
	case shares:
		a, err := at(ctx, r.T)
		if err != nil {
			return r, err
		}
		result, err := exact.Run(ctx, a)
		r.J, r.B, r.Shares = result.J(), result.B(), make([]float64, 20)
		sum := 0.0
		for i, step := range result.Steps {
			part := step.Part.Jeffreys() / r.B
			r.Shares[i*len(r.Shares)/len(result.Steps)] += part
			if sum += part; sum >= 0.5 && r.Middle == 0 {
				r.Middle = step.Beta
			}
		}
		return r, err
	}
	return r, measure(r.T)
}

// gaps are the spectral gap of a step at the target, 0 if it is not known or lies below rounding, and that of functions
// that know no colours apart.
func (r row) gaps(ctx context.Context) (all, even float64, err error) {
	of := func(a chains.Annealing, err error) (float64, error) {
		if err != nil {
			return 0, err
		}
		l, op := a.NewLevel(), a.Kernel.On(a.Grid)
		l.Move(2, 1)
		e, err := spectra.ChainAt(op, l).Extremes(ctx, 1)
		if e.Gap.Low > 0 && e.Gap.Error() < 1e-6*e.Gap.Value {
			return e.Gap.Value, err
		}
		return 0, err
	}
	k, few := r.blind()
	if even, err = of(k.annealing(chains.Linear(2), 1), nil); err == nil && few {
		var at annealings
		if at, err = r.annealings(); err == nil {
			all, err = of(at(ctx, 2))
		}
	}
	return all, even, err
}

// TestGrowth computes the rows of the smallest systems anew, in the long form all of up to 16 sites, and compares them.
// With -update it computes what lacks, and writes after each row, so that a run that is stopped loses nothing.
func TestGrowth(t *testing.T) {
	var rows, kept []row
	must.Do(t, json.Unmarshal(must.Have(os.ReadFile("growth.json"))(t), &rows))
	known := map[string]row{}
	for _, r := range rows {
		known[r.key()] = r
	}
	for _, want := range all(t) {
		is, ok := known[want.key()]
		switch {
		case !ok && *update && strings.Contains(want.key(), *only):
			is = must.Have(want.answer(t.Context()))(t)
			known[want.key()], ok = is, true
			fmt.Printf("%s: J %.6g, B %.6g, T %d, gaps %.6g %.6g\n", want.key(), is.J, is.B, is.T, is.Gap, is.Even)
			write(t, known)
		case !ok:
			t.Errorf("growth.json lacks %s; go test ./reports/growth -update computes it", want.key())
		case !*update && (want.quick() || long && want.N <= 16):
			tolerance := 1e-9
			if strings.HasPrefix(want.Schedule, "best-") { // the end of a descent
				tolerance = 1e-3
			}
			same := func(a, b float64) bool { return scalar.EqualWithinAbsOrRel(a, b, 1e-15, tolerance) }
			got := must.Have(want.answer(t.Context()))(t)
			a, b := []float64{ofT(got), got.J, got.B, got.Middle, got.Gap, got.Even},
				[]float64{ofT(is), is.J, is.B, is.Middle, is.Gap, is.Even}
			if !floats.EqualFunc(append(a, got.Shares...), append(b, is.Shares...), same) {
				t.Errorf("%s: computed is %v, and committed %v", want.key(), got, is)
			}
		}
		if ok {
			kept = append(kept, is)
		}
	}
	if *update {
		write(t, known)
	}
	for _, r := range kept { // of sites that stay independent both add up
		one := r
		one.N = 1
		if r.Kernel == "perfect" && r.Question == measured {
			one, n := known[one.key()], float64(r.N)
			if !scalar.EqualWithinRel(r.J, n*one.J, 1e-10) || !scalar.EqualWithinRel(r.B, n*one.B, 1e-10) {
				t.Errorf("%s: %v, and of one site %v", r.key(), r, one)
			}
		}
	}
	drawn(t, known)
	told(t, known)
}

// write writes what is known of the questions.
func write(t *testing.T, known map[string]row) {
	var rows []row
	for _, r := range all(t) {
		if is, ok := known[r.key()]; ok {
			rows = append(rows, is)
		}
	}
	columns := table.Keys("question model N coupling kernel repeat schedule T J B middle gap even shares")
	of := func(columns []table.Column) table.Table {
		return table.Filled(table.Table{Title: "All numbers of the study", Columns: columns, Lead: 8}, rows, nil)
	}
	for _, f := range append(table.Data("growth", of(columns)), table.Page("growth.md", of(columns[:13]))) {
		must.Do(t, os.WriteFile(f.Name, reporttest.Content(t, f), 0o644))
	}
}
