// Package paths asks which bridge, which schedule and which kernel make the most of so many evaluations of the
// density, what the literature says of it, and when a choice by B is dear. reports/paths has what was found.
// settings.txt has what is measured.
package paths

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/studies/display"
	"breadboard/experiments/studies/run"
	"breadboard/experiments/weights"
	"breadboard/toys/zoo"
)

// A Row is an annealing, with its exact numbers.
type Row struct {
	Part, Target, Kernel, Bridge, Schedule string
	Seed, Repeat, T                        int
	Budget                                 int     // evaluations of the density, which T follows from; 0 if T is given
	Pilot                                  int     // chains of T = 100 whose mean weight is the bridge's R; 0 for none
	Off                                    float64 // of the bridge's log R from the truth
	J, B                                   float64
	Near, Action, KL                       float64 // of lengths: B near equilibrium, the action, the larger path KL
}

const header = "part target seed kernel repeat bridge schedule evaluations T pilot off J B near action kl"

func (r *Row) fields() []any {
	return []any{&r.Part, &r.Target, &r.Seed, &r.Kernel, &r.Repeat, &r.Bridge, &r.Schedule, &r.Budget, &r.T, &r.Pilot,
		&r.Off, &r.J, &r.B, &r.Near, &r.Action, &r.KL}
}

// digits is how many digits a number of the file has.
const digits = 5

// cells are the row as the file has it: 0 is empty.
func (r Row) cells() (cells []string) {
	for _, at := range r.fields() {
		cell := ""
		switch v := at.(type) {
		case *float64:
			cell = display.Digits(*v, digits)
		case *int:
			cell = strconv.Itoa(*v)
		case *string:
			cell = *v
		}
		cells = append(cells, strings.TrimPrefix(cell, strings.Repeat("0", len(cell))))
	}
	return cells
}

//go:embed settings.txt
var settings string

// With --seed N the seeds of a toy begin at N times this.
const otherDraws = 1000

// planned are the rows of settings.txt, without their numbers. Quickly they are those of three targets and a small T.
func planned(setting run.Setting) (rows []Row) {
	for line := range strings.Lines(settings) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		some := []Row{{}}
		for k, words := range strings.Fields(line) {
			var more []Row
			for _, r := range some {
				for word := range strings.SplitSeq(words, ",") {
					more = append(more, r.with(column(k), word)...)
				}
			}
			some = more
		}
		rows = append(rows, some...)
	}
	if setting.Quick {
		rows = slices.DeleteFunc(rows, func(r Row) bool { return !r.quick() })
	}
	for i := range rows {
		rows[i].Seed += otherDraws * int(setting.Seed)
	}
	return rows
}

// A column of settings.txt.
type column int

const (
	ofPart column = iota
	ofTarget
	ofKernel
	ofBridge
	ofSchedule
	ofBudget
	ofT
	ofPilot
	ofOff
)

// with is the row with a word of a column of settings.txt, for each target that the word names. Of a target, easy*20
// are its seeds from 0; of a kernel, metropolis*4 are four steps a level.
func (r Row) with(c column, word string) (rows []Row) {
	name, times, many := strings.Cut(word, "*")
	switch {
	case c == ofTarget && word == "posteriors":
		for _, d := range zoo.Catalogue() {
			r.Target = d.Name
			if d.Group == word {
				rows = append(rows, r)
			}
		}
		return rows
	case c == ofTarget && many:
		r.Target = name
		for r.Seed = range whole(times) {
			rows = append(rows, r)
		}
		return rows
	case c == ofKernel:
		r.Repeat = 1
		if many {
			r.Repeat = whole(times)
		}
		word = name
	}
	switch c {
	case ofPart:
		r.Part = word
	case ofTarget:
		r.Target = word
	case ofKernel:
		r.Kernel = word
	case ofBridge:
		r.Bridge = word
	case ofSchedule:
		r.Schedule = word
	case ofBudget:
		r.Budget = whole(word)
	case ofT:
		r.T = whole(word)
	case ofPilot:
		r.Pilot = whole(word)
	case ofOff:
		off, err := strconv.ParseFloat(word, 64)
		if err != nil {
			panic("paths: settings.txt: " + err.Error())
		}
		r.Off = off
	}
	return []Row{r}
}

func whole(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		panic("paths: settings.txt: " + err.Error())
	}
	return n
}

// chain makes the chain of a row, with this bridge.
func (r Row) chain(bridge string) (experiments.Chain, error) {
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
func answered(ctx context.Context, rows []Row) error {
	bridge := rows[0].Bridge
	if rows[0].Part == "pilots" && bridge == "mixture" {
		var err error
		if bridge, err = wrong(ctx, rows); err != nil {
			return fmt.Errorf("%v: %w", rows[0], err)
		}
	}
	base, err := rows[0].chain(bridge)
	if err != nil {
		return fmt.Errorf("%v: %w", rows[0], err)
	}
	for i := range rows {
		chain, err := base.WithSchedule(rows[i].Schedule)
		if err == nil {
			err = rows[i].answer(ctx, chain)
		}
		if err != nil {
			return fmt.Errorf("%v: %w", rows[i], err)
		}
	}
	return nil
}

// wrong is the mixture with the log R of the rows: off by Off, or from a pilot of the geometric path at T = 100.
func wrong(ctx context.Context, rows []Row) (bridge string, err error) {
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

func (r *Row) answer(ctx context.Context, chain experiments.Chain) error {
	if r.Budget > 0 { // a level takes one for the weight, and those of the kernel's steps
		level := programs.AIS{Problem: weights.Problem(chain, chain.Base(chains.Linear(2)))}.Cost()
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

// quick rows are computed anew in the short form: those of three targets and a small T.
func (r Row) quick() bool {
	few := r.Target == "easy" && r.Seed == 1 || r.Target == "curie-weiss:30:1" || r.Target == "hard" && r.Seed == 0
	return few && r.Budget <= 1000 && r.T <= 100 && !strings.HasPrefix(r.Schedule, "best-") && r.Part != "lengths"
}

// Measure makes all rows, in their order. Those of a chain follow one another, and are one piece of the work.
func Measure(ctx context.Context, setting run.Setting) ([]Row, error) {
	var families [][]Row
	for _, of := range experiments.GroupBy(planned(setting), func(r Row) Row {
		r.Schedule = ""
		r.Budget = 0
		if r.Part != "pilots" {
			r.T = 0
		}
		return r
	}) {
		families = append(families, of)
	}
	alike := slices.Repeat([]int{1}, len(families))
	found, err := run.Each(ctx, setting.Shelf, "chains", alike, setting.Tell,
		func(ctx context.Context, i int) ([]Row, error) {
			err := answered(ctx, families[i])
			return families[i], err
		})
	rows := slices.Concat(found...)
	for i := range rows {
		rows[i].round()
	}
	return rows, err
}

func (r *Row) round() {
	for _, at := range r.fields() {
		if v, ok := at.(*float64); ok {
			display.Round(digits, v)
		}
	}
}
