package enumerate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Choice is a place of a run where chance decides: the odds of its outcomes, which sum to 1. Or it draws a number,
// whose odds nobody tells: its outcome is a key, the first KeyBits bits of the number.
type Choice struct {
	Odds     []float64
	Compared bool   // says that a random number was compared with another number
	Mark     string // names the place in the code and the numbers held there; "" where no marks were asked for
	Bits     int    // of a number; 0 of a choice that has odds
}

// KeyBits is the number of bits of a key: a float has as many.
const KeyBits = 53

// Same reports whether two choices are one, wherever they stand in the code.
func (c Choice) Same(d Choice) bool {
	return c.Compared == d.Compared && c.Bits == d.Bits && slices.Equal(c.Odds, d.Odds)
}

// isWide reports whether there are too many outcomes for each run to tell the odds of all.
func (c Choice) isWide() bool { return len(c.Odds) > mostOutcomes }

// A Run is one call of a program from a start: the choices that it met, their outcomes, and where it ended. A run that
// is asked for begins with these outcomes, and its choices are those that they are known to meet.
type Run[E comparable] struct {
	Start    int
	Outcomes []int
	Choices  []Choice
	End      E
	Failed   string // says why it has no end; "" if it has one
}

// P returns the probability of the run.
func (r Run[E]) P() float64 {
	p := 1.0
	for k, i := range r.Outcomes {
		p *= r.Choices[k].Odds[i]
	}
	return p
}

// begins returns an error unless a run begins as it was asked to, and meets the choices that its outcomes met before.
func (r Run[E]) begins(asked Run[E]) error {
	n := len(asked.Outcomes)
	if len(r.Choices) == len(r.Outcomes) && len(r.Choices) >= n && slices.Equal(r.Outcomes[:n], asked.Outcomes) &&
		slices.EqualFunc(r.Choices[:n], asked.Choices, Choice.Same) {
		return nil
	}
	return MemoryError[E]{asked, r}
}

// isLike returns an error unless a run met the same choices as another of the same outcomes, and ended as it did.
func (r Run[E]) isLike(again Run[E]) error {
	if r.End == again.End && r.Failed == again.Failed && slices.Equal(r.Outcomes, again.Outcomes) &&
		slices.EqualFunc(r.Choices, again.Choices, Choice.Same) {
		return nil
	}
	return MemoryError[E]{r, again}
}

// compare orders the ways from one start by their outcomes, the first outcome first.
func (r Run[E]) compare(s Run[E]) int { return slices.Compare(r.Outcomes, s.Outcomes) }

// A MemoryError says that the same outcomes met other choices, or another end, when they were tried again: the program
// remembers other runs, or draws random numbers that nobody tells.
type MemoryError[E comparable] struct{ First, Again Run[E] }

// Error returns both runs.
func (e MemoryError[E]) Error() string {
	return e.InWords(func(end E) string { return fmt.Sprint(end) })
}

// InWords returns where both runs part, with the words for their ends.
func (e MemoryError[E]) InWords(end func(E) string) string {
	first, again := e.First, e.Again
	parts := 0
	for parts < min(len(first.Choices), len(again.Choices)) && first.Choices[parts].Same(again.Choices[parts]) &&
		first.Outcomes[parts] == again.Outcomes[parts] {
		parts++
	}
	fell := "the same random numbers"
	both := min(len(first.Choices), len(again.Choices))
	switch {
	case parts < both && first.Choices[parts].Same(again.Choices[parts]):
		return fmt.Sprintf("outcome %d of choice %d was told, and %d came back", first.Outcomes[parts], parts+1,
			again.Outcomes[parts])
	case len(first.Choices) == 0 && len(again.Choices) == 0:
		fell = "no random number is told, and the same call"
	case parts > 0:
		fell = "random numbers that fell as " + again.inWords(parts)
	}
	if parts == len(first.Choices) && parts == len(again.Choices) {
		return fmt.Sprintf("%s led to %s, and then to %s", fell, first.led(end), again.led(end))
	}
	return fmt.Sprintf("%s met %s, and then %s", fell, first.meets(parts), again.meets(parts))
}

// inWords returns the first outcomes of a run, each with the number of all or with the probability that was compared.
func (r Run[E]) inWords(n int) string {
	const most = 6
	var all []string
	for k, i := range r.Outcomes[:min(n, most)] {
		all = append(all, r.Choices[k].outcome(i))
	}
	if n > most {
		all = append(all, "and so on")
	}
	return strings.Join(all, ", ")
}

// led returns where a run ended.
func (r Run[E]) led(end func(E) string) string {
	if r.Failed != "" {
		return r.Failed
	}
	return end(r.End)
}

// meets returns what a run meets after some choices.
func (r Run[E]) meets(n int) string {
	switch {
	case n >= len(r.Choices):
		return "no choice"
	case r.Choices[n].Compared:
		return fmt.Sprintf("a comparison with %.6g", r.Choices[n].Odds[0])
	case len(r.Choices[n].Odds) <= 4:
		return fmt.Sprintf("a choice by the odds %.4g", r.Choices[n].Odds)
	}
	return fmt.Sprintf("a choice among %d", len(r.Choices[n].Odds))
}

// outcome returns an outcome in words: 2 of 4 if all are alike, and below 0.37 or above of a comparison.
func (c Choice) outcome(i int) string {
	switch {
	case i < 0 || i >= len(c.Odds):
		return fmt.Sprintf("%d of %d", i+1, len(c.Odds))
	case c.Compared && len(c.Odds) == 2 && i == 0:
		return fmt.Sprintf("below %.4g", c.Odds[0])
	case c.Compared && len(c.Odds) == 2:
		return fmt.Sprintf("above %.4g", c.Odds[0])
	case slices.Min(c.Odds) == slices.Max(c.Odds):
		return fmt.Sprintf("%d of %d", i+1, len(c.Odds))
	}
	return fmt.Sprintf("%d of %d (%.4g)", i+1, len(c.Odds), c.Odds[i])
}

// Limits bound the work of following a program.
type Limits struct {
	Ways int     // from one start
	Runs int     // in all
	Eps  float64 // the probability that may be left out of a program that is learnt
}

// The usual limits.
const (
	MostWays = 100_000
	MostRuns = 100 * MostWays
	UsualEps = 2e-4
)

// OrUsual returns the limits, with the usual ones in place of 0.
func (l Limits) OrUsual() Limits {
	l.Ways = cmp.Or(l.Ways, MostWays)
	l.Eps = cmp.Or(l.Eps, UsualEps)
	l.Runs = cmp.Or(l.Runs, max(MostRuns, 100*l.Ways))
	return l
}
