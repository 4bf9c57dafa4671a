package explorer_test

import (
	"fmt"
	"math"
	"testing"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// sentenceOf is what the page says first of a setting.
func sentenceOf(t *testing.T, one setting) string {
	t.Helper()
	return inNode[string](t, `
		const {sentence} = await load("explorer/answer.js");
		return sentence(input).flat().join("");`, one)
}

// truly is a setting with its answer.
func truly(t *testing.T, q explore.Question) (setting, explore.Measured) {
	t.Helper()
	m := must.Have(explore.Measure(t.Context(), q))(t)
	return setting{Question: q, Answers: map[string]any{"measure": m}}, m
}

// The first sentence has the share of the samples that would have to move, J and B of the answer, and where too few
// are.
func TestSentence(t *testing.T) {
	one, m := truly(t, explore.Question{Toy: "barrier", Kernel: "metropolis", Bridge: "geometric",
		Schedule: "linear", T: 100})
	off := 0.0
	for x := range m.P {
		off += math.Abs(float64(m.Q[x]-m.P[x])) / 2
	}
	saysAll(t, sentenceOf(t, one), "through 100 levels",
		fmt.Sprintf("%.0f%% of the samples are in the wrong place", 100*off),
		"too few in the upper right", fmt.Sprintf("J = %.3f nats",
			float64(m.J.Sum)), fmt.Sprintf("estimate a bound: B = %.3f.", float64(m.B.Sum)))
	for says, change := range map[string]func(*explore.Measured){
		"the samples are exact up to rounding: J = 0": func(m *explore.Measured) { m.J.Sum = 0 },
		"J is infinite; runs both ways estimate a bound: ": func(m *explore.Measured) {
			m.J.Sum = explore.Number(math.Inf(1))
		},
		"not known exactly: J is not known, B = ": func(m *explore.Measured) {
			m.J.Sum = explore.Number(math.NaN())
		},
		"runs both ways estimate a bound: B is infinite.": func(m *explore.Measured) {
			m.B.Sum = explore.Number(math.Inf(1))
		},
	} {
		other := m
		change(&other)
		saysAll(t, sentenceOf(t, setting{Question: one.Question, Answers: map[string]any{"measure": other}}), says)
	}
}
