package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/weights"
	"breadboard/grid/text"
	"breadboard/reports"
	"breadboard/reports/table"
)

// weightsCmd asks one question about the log weights of an annealing or of programs, exactly.
type weightsCmd struct {
	What string `arg:"" optional:"" help:"One of ${questions}." complete:"question"`
	Of   string `arg:"" optional:"" help:"Of tails: how many nats beyond log R, as 0,1,2. Of averages: of how many runs. Of estimators: of how many chains. Of starts: of how many runs each way. Of choice: of how many runs of each model." placeholder:"N,..."`
	chainFlags
	programFlags
	targetSeeds
	Upper []string `sep:"none" help:"Of bounds: upper bounds of log R, which with forward runs certify kl_q_p. Numbers in nats, or programs, whose mean log w in reverse is one." placeholder:"U,..." complete:"program"`
	Lower []string `sep:"none" help:"Of bounds: lower bounds of log R, which with reverse runs certify kl_p_q. Numbers in nats, or programs, whose mean log w forward is one." placeholder:"L,..." complete:"program"`
	From  []string `name:"reverse-from" sep:"none" help:"Of starts: where reverse runs start besides draws of the target: prior, draws of the initial density; cell:I; a number K, what K steps of the kernel at the target make of such a draw; or a file of a density." placeholder:"START,..."`
	Rival string   `help:"Of choice: the other model, on the data of the first." placeholder:"MODEL" complete:"toy"`
	outputFlags
}

// A question is a word of the command.
type question struct {
	word string
	of   string // an example of what stands behind the word; "" if nothing does
	was  string // the flag of exact that asked it once; "" if none did
	// read reads what stands behind the word, before anything is made, and returns what then answers.
	read func(c *weightsCmd) (answer, error)
}

// An answer computes and prints a table.
type answer func(w *world, o order) error

// questions are the words of the command.
func questions() []question {
	return []question{
		{"tails", "0,1,2", "--tails", (*weightsCmd).tails},
		{"averages", "25", "--runs", (*weightsCmd).averages},
		{"estimators", "100", "--estimators", (*weightsCmd).estimators},
		{"raise", "", "--raise", (*weightsCmd).raise},
		{"bounds", "", "--upper", (*weightsCmd).bounds},
		{"cells", "", "", (*weightsCmd).byCell},
		{"starts", "10", "", (*weightsCmd).starts},
		{"choice", "25", "", (*weightsCmd).choice},
	}
}

// questionWords are the words alone.
func questionWords() []string {
	return table.Each(questions(), func(q question) string { return q.word })
}

// Run asks.
func (c *weightsCmd) Run(w *world) error {
	if c.What == "" {
		return badf("WHAT is missing; one of %s, as in weights tails 0,1,2, would do", strings.Join(questionWords(),
			", "))
	}
	i := slices.IndexFunc(questions(), func(q question) bool { return q.word == c.What })
	if i < 0 {
		return bad(experiments.Unknown("WHAT", c.What, questionWords()))
	}
	q := questions()[i]
	switch {
	case q.of == "" && c.Of != "":
		return badf("weights %s takes no %s; leave it out", q.word, text.Brief(c.Of, 40))
	case q.of != "" && c.Of == "":
		return badf("weights %s needs a number; weights %[1]s %s, say, would do", q.word, q.of)
	case q.word != "bounds" && (c.Upper != nil || c.Lower != nil):
		return badf("--upper and --lower are of weights bounds, and not of weights %s; leave them out", q.word)
	case q.word != "starts" && c.From != nil:
		return badf("--reverse-from is of weights starts, and not of weights %s; leave it out", q.word)
	case q.word != "choice" && c.Rival != "":
		return badf("--rival is of weights choice, and not of weights %s; leave it out", q.word)
	}
	answer, err := q.read(c)
	if err != nil {
		return err
	}
	o, err := c.order(w, c.weightsMemory, c.targetSeeds, c.replaced(), 10, 100, 1000)
	if err != nil {
		return err
	}
	return answer(w, o)
}

// weightsMemory is the memory of the command. A law is not sampled; a table of raise or cells has a row a cell.
func (c *weightsCmd) weightsMemory(ts []int, seeds int) experiments.Bytes {
	bytes := experiments.ExactlyBytes(ts, seeds, 0)
	switch c.What {
	case "raise", "cells":
		tables := len(ts) * seeds * max(1, len(separated(c.Program)))
		return experiments.Together(bytes, experiments.Held(tables, rowNumbers, 0, 0))
	case "bounds":
		if all := separated(slices.Concat(c.Program, c.Upper, c.Lower)); len(all) > 0 {
			return weights.Bytes(bytes, all)
		}
	}
	return bytes
}

// rowNumbers is the size of a row of raise or cells with its record, in numbers.
const rowNumbers = 120

// mostRuns is the largest number of runs of an average, and of chains of an estimator.
const mostRuns = 1_000_000

// countOf reads how many runs or chains are asked for.
func (c *weightsCmd) countOf(least int) (int, error) {
	n, err := strconv.Atoi(c.Of)
	if err != nil || n < least || n > mostRuns {
		return 0, badf("weights %s %s; a whole number from %d to %d would do", c.What, text.Brief(c.Of, 40), least,
			mostRuns)
	}
	return n, nil
}

// mostTail is the furthest tail, in nats: e^-700 is still a float.
const mostTail = 700

func (c *weightsCmd) tails() (answer, error) {
	var nats []float64
	for s := range strings.SplitSeq(c.Of, ",") {
		v, err := text.Float(strings.TrimSpace(s))
		if err != nil || !(v >= 0 && v <= mostTail) {
			return nil, badf("weights tails %s: %q is no number of nats; numbers from 0 to %d, separated by commas, "+
				"would do", text.Brief(c.Of, 40), s, mostTail)
		}
		nats = append(nats, v)
	}
	return c.law(weights.Tails(nats), reports.Tails), nil
}

func (c *weightsCmd) averages() (answer, error) {
	n, err := c.countOf(1)
	return c.law(weights.Averages(n), reports.Averages), err
}

func (c *weightsCmd) estimators() (answer, error) {
	n, err := c.countOf(2) // a variance needs two
	return c.law(weights.Estimators(n), reports.Estimators), err
}

func (c *weightsCmd) raise() (answer, error) { return c.law(weights.ByCell, reports.Raise), nil }

func (c *weightsCmd) byCell() (answer, error) { return c.law(weights.ByCell, reports.Cells), nil }

// starts reads where reverse runs start. Draws of the target come first, to compare with.
func (c *weightsCmd) starts() (answer, error) {
	runs, faults := c.countOf(1)
	from := []weights.Start{weights.FromTarget}
	for _, word := range separated(c.From) {
		start, err := weights.ReadStart(word)
		faults = errors.Join(faults, bad(err))
		if start.Spec != weights.FromTarget.Spec {
			from = append(from, start)
		}
	}
	return c.law(weights.Starts(runs, from), reports.Starts), faults
}

// choice compares the model with its rival.
func (c *weightsCmd) choice() (answer, error) {
	runs, err := c.countOf(1)
	if c.Rival == "" && err == nil {
		err = badf("weights choice needs the other model; --rival clustering:4:3, say, would do")
	}
	return func(w *world, o order) error {
		if err := o.alone("weights choice"); err != nil {
			return err
		}
		if err := c.affordRival(w, o); err != nil {
			return err
		}
		rival, err := weights.Rival(o.Chain, c.Rival)
		if err == nil {
			err = weights.Suits(rival, o.programs...)
		}
		if err != nil {
			return bad(err)
		}
		return c.law(weights.Choices(runs, rival), reports.Choice)(w, o)
	}, err
}

// affordRival asks before the other model is made, if it is large: with a density for each observation.
func (c *weightsCmd) affordRival(w *world, o order) error {
	model, err := experiments.ModelOf(experiments.FieldRival, c.Rival)
	if err != nil {
		return bad(err)
	}
	cells := float64(model.Grid.Size())
	const lawsBeside = 20 // of a run, about
	words := fmt.Sprintf("--rival %s has %s cells", c.Rival, text.Thousands(model.Grid.Size()))
	bytes := 8 * cells * float64(model.N+1+lawsBeside)
	return w.affordBytes(words, "a smaller model", bytes, cells > experiments.MostUnasked,
		o.yes)
}

// bounds reads the bounds, and prints what they certify of programs, or of annealing if none is named.
func (c *weightsCmd) bounds() (answer, error) {
	var bounds []weights.Bound
	var faults error
	for _, side := range []struct {
		upper bool
		words []string
	}{{true, c.Upper}, {false, c.Lower}} {
		for _, word := range separated(side.words) {
			b, wrong := weights.ReadBound(side.upper, word)
			bounds = append(bounds, b)
			faults = errors.Join(faults, wrong)
		}
	}
	if bounds == nil {
		return nil, badf("weights bounds needs --upper or --lower; --upper 2, say, would do")
	}
	return func(w *world, o order) error {
		if err := weights.CheckBounds(o.Chain, bounds...); err != nil {
			return bad(err)
		}
		return c.print(w, o, reports.OneSided, func(k task) ([]weights.Row, error) {
			return weights.OneSidedBounds(k.ctx, k.chain, k.ts, o.orAnnealing(), bounds, k.tell)
		})
	}, bad(faults)
}

// law prints what a law tells of the programs, or of annealing if none is named.
func (c *weightsCmd) law(law weights.Law, show asTable) answer {
	return func(w *world, o order) error {
		return c.print(w, o, show, func(k task) ([]weights.Row, error) {
			return weights.Laws(k.ctx, k.chain, k.ts, o.orAnnealing(), law, k.tell)
		})
	}
}

// asTable makes a table of rows.
type asTable func([]weights.Row, table.Format) table.Table

// print computes rows, and prints their table.
func (c *weightsCmd) print(w *world, o order, show asTable, rowsOf func(k task) ([]weights.Row, error)) error {
	rows, err := carryOut(w, "weights", o, rowsOf)
	if err != nil {
		return err
	}
	return w.print(c.format, show(rows, c.format))
}

// askedOfWeights answers a command line of exact that asks a question of weights, as it did once, with the new line;
// nil if it asks none.
func askedOfWeights(args []string) error {
	if len(args) == 0 || args[0] != "exact" {
		return nil
	}
	for _, q := range questions() {
		for i, arg := range args {
			name, value, joined := strings.Cut(arg, "=")
			if (q.was == "" || name != q.was) && !(q.word == "bounds" && name == "--lower") {
				continue
			}
			line := []string{"breadboard", "weights", q.word}
			rest := slices.Delete(slices.Clone(args), i, i+1)
			switch {
			case q.word == "bounds":
				rest = args
			case q.of != "" && joined:
				line = append(line, value)
			case q.of != "" && i+1 < len(args):
				line = append(line, args[i+1])
				rest = slices.Delete(rest, i, i+1)
			}
			return badf("%s is a question of its own; %s would do", name,
				strings.Join(append(line, rest[1:]...), " "))
		}
	}
	return nil
}
