package main

import (
	"errors"
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
	Of   string `arg:"" optional:"" help:"Of tails: how many nats beyond log R, as 0,1,2. Of averages: of how many runs. Of estimators: of how many chains." placeholder:"N,..."`
	chainFlags
	programFlags
	targetSeeds
	Upper []string `sep:"none" help:"Of bounds: upper bounds of log R, which with forward runs certify kl_q_p. Numbers in nats, or programs, whose mean log w in reverse is one." placeholder:"U,..." complete:"program"`
	Lower []string `sep:"none" help:"Of bounds: lower bounds of log R, which with reverse runs certify kl_p_q. Numbers in nats, or programs, whose mean log w forward is one." placeholder:"L,..." complete:"program"`
	outputFlags
}

// A question is a word of the command.
type question struct {
	word string
	of   string // an example of what stands behind the word; "" if nothing does
	was  string // the flag of exact that asked it
	ask  func(c *weightsCmd, w *world, o order) error
}

// questions are the words of the command.
func questions() []question {
	return []question{
		{"tails", "0,1,2", "--tails", (*weightsCmd).tails},
		{"averages", "25", "--runs", (*weightsCmd).averages},
		{"estimators", "100", "--estimators", (*weightsCmd).estimators},
		{"raise", "", "--raise", (*weightsCmd).raise},
		{"bounds", "", "--upper", (*weightsCmd).bounds},
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
	}
	if err := c.check(); err != nil {
		return err
	}
	o, err := c.order(w, c.bytes, c.targetSeeds, c.programFlags, 10, 100, 1000)
	if err != nil {
		return err
	}
	return q.ask(c, w, o)
}

// check reads what stands behind the word before anything is made.
func (c *weightsCmd) check() (err error) {
	switch c.What {
	case "tails":
		_, err = c.nats()
	case "averages":
		_, err = c.number(1)
	case "estimators":
		_, err = c.number(2) // a variance needs two
	case "bounds":
		_, err = c.given()
	}
	return err
}

// bytes is the memory of the command. A law is not sampled; a table of raise has a row a cell.
func (c *weightsCmd) bytes(ts []int, seeds int) experiments.Bytes {
	bytes := experiments.ExactlyBytes(ts, seeds, 0)
	switch c.What {
	case "raise":
		tables := len(ts) * seeds * max(1, len(separated(c.Program)))
		return experiments.Together(bytes, experiments.Held(tables, rowNumbers, 0, 0))
	case "bounds":
		if all := separated(slices.Concat(c.Program, c.Upper, c.Lower)); len(all) > 0 {
			return weights.Bytes(bytes, all)
		}
	}
	return bytes
}

// rowNumbers is the size of a row of raise with its record, in numbers.
const rowNumbers = 120

// mostRuns is the largest number of runs of an average, and of chains of an estimator.
const mostRuns = 1_000_000

// number reads how many runs or chains are asked for.
func (c *weightsCmd) number(least int) (int, error) {
	n, err := strconv.Atoi(c.Of)
	if err != nil || n < least || n > mostRuns {
		return 0, badf("weights %s %s; a whole number from %d to %d would do", c.What, text.Brief(c.Of, 40), least,
			mostRuns)
	}
	return n, nil
}

// mostTail is the furthest tail, in nats: e^-700 is still a float.
const mostTail = 700

// nats reads the places of the tails.
func (c *weightsCmd) nats() (b []float64, err error) {
	for s := range strings.SplitSeq(c.Of, ",") {
		v, err := text.Float(strings.TrimSpace(s))
		if err != nil || !(v >= 0 && v <= mostTail) {
			return nil, badf("weights tails %s: %q is no number of nats; numbers from 0 to %d, separated by commas, "+
				"would do", text.Brief(c.Of, 40), s, mostTail)
		}
		b = append(b, v)
	}
	return b, nil
}

func (c *weightsCmd) tails(w *world, o order) error {
	b, err := c.nats()
	if err != nil {
		return err
	}
	return w.law(o, weights.Tails(b), reports.Tails, c.format)
}

func (c *weightsCmd) averages(w *world, o order) error {
	n, err := c.number(1)
	if err != nil {
		return err
	}
	return w.law(o, weights.Averages(n), reports.Averages, c.format)
}

func (c *weightsCmd) estimators(w *world, o order) error {
	n, err := c.number(2)
	if err != nil {
		return err
	}
	return w.law(o, weights.Estimators(n), reports.Estimators, c.format)
}

func (c *weightsCmd) raise(w *world, o order) error {
	return w.law(o, weights.Raise, reports.Raise, c.format)
}

// given reads the bounds.
func (c *weightsCmd) given() (all []weights.Bound, err error) {
	for _, side := range []struct {
		upper bool
		words []string
	}{{true, c.Upper}, {false, c.Lower}} {
		for _, word := range separated(side.words) {
			b, wrong := weights.ReadBound(side.upper, word)
			all = append(all, b)
			err = errors.Join(err, wrong)
		}
	}
	if all == nil {
		return nil, badf("weights bounds needs --upper or --lower; --upper 2, say, would do")
	}
	return all, bad(err)
}

// bounds prints what they certify of programs, or of annealing if none is named.
func (c *weightsCmd) bounds(w *world, o order) error {
	bounds, err := c.given()
	if err != nil {
		return err
	}
	if err := weights.CheckBounds(o.Chain, bounds...); err != nil {
		return bad(err)
	}
	rows, err := carryOut(w, "weights", o, func(k task) ([]weights.Row, error) {
		return weights.OneSidedBounds(k.ctx, k.chain, k.ts, o.orAnnealing(), bounds, k.tell)
	})
	if err != nil {
		return err
	}
	return w.print(c.format, reports.OneSided(rows, c.format))
}

// law prints what a law tells of the programs, or of annealing if none is named.
func (w *world) law(o order, law weights.Law, show func([]weights.Row, table.Format) table.Table,
	f table.Format) error {
	rows, err := carryOut(w, "weights", o, func(k task) ([]weights.Row, error) {
		return weights.Laws(k.ctx, k.chain, k.ts, o.orAnnealing(), law, k.tell)
	})
	if err != nil {
		return err
	}
	return w.print(f, show(rows, f))
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
			if name != q.was && !(q.word == "bounds" && name == "--lower") {
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
