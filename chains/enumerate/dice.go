package enumerate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"breadboard/chains"
)

// Dice take the outcomes that they are told for the first picks. After them they take the first outcome of every pick,
// or any if they have random numbers.
type dice struct {
	told     []int
	known    []Choice   // met by these outcomes before
	random   *rand.Rand // nil if the first outcome is taken
	outcomes []int
	choices  []Choice
}

// Pick returns an outcome of positive weight: the one that is told if it is one, and else one of them by its number.
func (d *dice) Pick(weights []float64) int {
	at := len(d.choices)
	choice := Choice{Odds: oddsOf(weights, d.known, at)}
	told := 0
	switch {
	case at < len(d.told):
		told = d.told[at]
	case d.random != nil:
		told = d.random.IntN(1 << 20)
	}
	outcome := possible(choice.Odds, told)
	d.choices = append(d.choices, choice)
	d.outcomes = append(d.outcomes, outcome)
	return outcome
}

// possible returns an outcome with odds: the one of this number, if it has odds, and otherwise that of the rest of a
// division by how many have.
func possible(odds []float64, number int) int {
	if number < len(odds) && odds[number] > 0 {
		return number
	}
	var all []int
	for i, p := range odds {
		if p > 0 {
			all = append(all, i)
		}
	}
	return all[number%len(all)]
}

// oddsOf returns weights over their sum: those of the known choice at this place, if they are these.
func oddsOf(weights []float64, known []Choice, at int) []float64 {
	total := 0.0
	for i, w := range weights {
		if !(w >= 0 && w <= math.MaxFloat64) {
			panic(fmt.Sprintf("enumerate: weight %d is %v; weights are finite and not negative", i, w))
		}
		total += w
	}
	if !(total > 0 && total <= math.MaxFloat64) {
		panic(fmt.Sprintf("enumerate: %d weights sum to %v; one at least is positive", len(weights), total))
	}
	if at < len(known) && areOver(known[at].Odds, weights, total) {
		return known[at].Odds
	}
	odds := make([]float64, len(weights))
	for i, w := range weights {
		odds[i] = w / total
	}
	return odds
}

// areOver reports whether odds are these weights over their sum.
func areOver(odds, weights []float64, total float64) bool {
	if len(odds) != len(weights) {
		return false
	}
	for i, w := range weights {
		if odds[i] != w/total {
			return false
		}
	}
	return true
}

// Picking returns the runs of a program that picks with dice, from some starts. A panic of the program is a panic here.
func Picking[E comparable](program func(start int, d chains.Dice) E) Make[E] {
	random := rand.New(rand.NewPCG(1, 1))
	return func(asked []Run[E], _ Asking) (made []Run[E], err error) {
		for _, a := range asked {
			d := dice{told: a.Outcomes, known: a.Choices, random: random}
			end := program(a.Start, &d)
			made = append(made, Run[E]{Start: a.Start, Outcomes: d.outcomes, Choices: d.choices, End: end})
		}
		return made, nil
	}
}
