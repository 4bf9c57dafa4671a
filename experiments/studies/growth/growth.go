// Package growth asks whether B stays tight as a system grows: J and B of models whose sites can be exchanged, of
// Ising tori and of independent sites, against the number of sites. questions.txt has the questions, and
// reports/growth what was found.
package growth

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/spectra"
	"breadboard/exact/tuning"
	"breadboard/experiments"
	_ "breadboard/experiments/schedules"
	"breadboard/experiments/studies/run"
	"breadboard/grid/orbits"
	"breadboard/toys"
)

// A Row is a question about an annealing, and its answer.
type Row struct {
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

func (r Row) key() string {
	if r.Question == neededJ || r.Question == neededB {
		r.T = 0
	}
	return fmt.Sprintf("%s %s N=%d c=%s %s x%d %s T=%d", r.Question, r.Model, r.N, r.Coupling, r.Kernel, r.Repeat,
		r.Schedule, r.T)
}

// quick questions are those of a quick look: the smallest systems, and a best schedule.
func (r Row) quick() bool {
	if strings.HasPrefix(r.Schedule, "best-") {
		return r.key() == "measured curie-weiss N=10 c=1 metropolis x10 best-b T=10"
	}
	return r.N <= 10 && r.T < 1000 && (r.Model != "potts-10" || r.Question == gap)
}

// The transitions of mean-field Potts: 2(q-1)/(q-2) log(q-1) for q colours.
var transitions = map[string]string{"potts-3": of3, "potts-10": of10, "potts-20": of20}

const of3, of10, of20 = "2.772588722239781", "4.943755299006494", "6.216037844906929"

//go:embed questions.txt
var questions string

// planned lists the questions of questions.txt: each line is every combination of the words in its columns.
func planned(quick bool) (rows []Row) {
	for line := range strings.Lines(questions) {
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
			r := Row{Question: w[0], Model: w[1], Coupling: w[2], Kernel: w[3], Schedule: strings.Trim(w[5], "-")}
			if r.Coupling == "transition" {
				r.Coupling = transitions[r.Model]
			}
			r.T, _ = strconv.Atoi(w[6]) // 0 if none is asked for
			r.N = int(number(w[7]))
			r.Repeat = r.N
			if w[4] != "N" {
				r.Repeat = int(number(w[4]))
			}
			if !quick || r.quick() {
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// Measure answers all questions.
func Measure(ctx context.Context, setting run.Setting) ([]Row, error) {
	rows := planned(setting.Quick)
	sizes := make([]int, len(rows))
	for i, r := range rows {
		sizes[i] = r.N * r.N
	}
	return run.Each(ctx, setting.Shelf, "questions", sizes, setting.Tell, func(ctx context.Context, i int) (Row,
		error) {
		return rows[i].answer(ctx)
	})
}

// blind is the chain that knows no colours apart. The states with the colours in order are few up to three colours.
func (r Row) blind() (k blind, few bool) {
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

func (r Row) annealings() (annealings, error) {
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
func (r Row) answer(ctx context.Context) (Row, error) {
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
		r.J = result.J()
		r.B = result.B()
		r.Shares = make([]float64, 20)
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
func (r Row) gaps(ctx context.Context) (all, even float64, err error) {
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
