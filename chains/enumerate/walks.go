package enumerate

import (
	"math"
	"math/rand/v2"
	"slices"
)

// test makes runs that the machine foretells: by the odds, by outcomes that are all alike, and such as stay in a loop
// until what is left is rounding, or some time. It returns one that shows something else, and after how many choices;
// nil if there is none.
func (m *machine[E]) test() (wrong *Run[E], at int, err error) {
	w := walker[E]{m, rand.New(rand.NewPCG(uint64(len(m.probes)), uint64(m.start)))}
	if m.loops() {
		for range loopsTried {
			word, ends := w.long(false)
			if ends {
				continue
			}
			wrong, at, err := m.try(word)
			if wrong == nil && err == nil {
				err = ErrEndless
			}
			return wrong, at, err
		}
	}
	var words [][]int
	for turn := range m.walks {
		words = append(words, w.byOdds(nil, 0), w.alike())
		if m.loops() {
			word, _ := w.long(turn%2 == 1)
			words = append(words, word)
		}
	}
	for some := range slices.Chunk(words, testsOfQuestion) { // most machines that are wrong are so soon
		if wrong, at, err := m.try(some...); wrong != nil || err != nil {
			return wrong, at, err
		}
	}
	return nil, 0, nil
}

// try makes runs, and returns one that shows something else than the machine foretells; nil if there is none.
func (m *machine[E]) try(words ...[]int) (wrong *Run[E], at int, err error) {
	runs, err := m.makeRuns(words, Again)
	for _, r := range runs {
		if at := m.foretold(r); at != none {
			return &r, at, nil
		}
	}
	return nil, 0, err
}

// loopsTried is the number of loops that are looked at for their length, before runs are made.
const loopsTried = 20

// testsOfQuestion is the number of runs that are foretold at a time.
const testsOfQuestion = 100

// foretold returns after how many choices a run shows something else than the machine foretells, or none.
func (m *machine[E]) foretold(r Run[E]) int {
	s := 0
	for at := 0; ; at++ {
		if !m.states[s].same(r.viewAt(at)) {
			return at
		}
		if at == len(r.Choices) || m.states[s].to[r.Outcomes[at]] == none {
			return none
		}
		s = m.states[s].to[r.Outcomes[at]]
	}
}

// A walker walks through a machine.
type walker[E comparable] struct {
	*machine[E]
	dice *rand.Rand
}

// The most choices of a walk that is drawn.
const longestWalk = 20_000

// byOdds goes on from a state by the odds, to an end.
func (w walker[E]) byOdds(word []int, s int) []int {
	for !w.states[s].ended && len(word) < longestWalk {
		i := w.pick(s, w.states[s].choice.Odds, nil)
		if i == none {
			break
		}
		word = append(word, i)
		s = w.states[s].to[i]
	}
	return word
}

// alike goes to an end by outcomes that are all as probable.
func (w walker[E]) alike() (word []int) {
	for s := 0; !w.states[s].ended && len(word) < longestWalk; s = w.states[s].to[word[len(word)-1]] {
		i := w.pick(s, slices.Repeat([]float64{1}, len(w.states[s].to)), nil)
		if i == none {
			break
		}
		word = append(word, i)
	}
	return word
}

// long goes to a loop, stays in it until what is left is rounding, or for some time, and then goes on by the odds. It
// reports whether that is within the bound of a loop.
func (w walker[E]) long(short bool) (word []int, ends bool) {
	s := w.dice.IntN(len(w.states))
	for w.loop[s] == none {
		s = w.dice.IntN(len(w.states))
	}
	least := rounding
	if short {
		least = math.Pow(least, w.dice.Float64())
	}
	word = slices.Clone(w.states[s].access)
	for left := 1.0; left > least; {
		odds := w.states[s].choice.Odds
		all, inside := 0.0, 0.0
		for i, t := range w.states[s].to {
			if t == none {
				continue
			}
			all += odds[i]
			if w.loop[t] == w.loop[s] {
				inside += odds[i]
			}
		}
		if len(word) > longestLoop {
			return word, false
		}
		left *= inside / all
		i := w.pick(s, odds, func(t int) bool { return w.loop[t] == w.loop[s] })
		word = append(word, i)
		s = w.states[s].to[i]
	}
	return w.byOdds(word, s), true
}

// pick returns an outcome of a state by weights, among those whose next state is in, or all if that is nil; none if
// there is none.
func (w walker[E]) pick(s int, weights []float64, in func(t int) bool) int {
	total := 0.0
	var possible []int
	for i, t := range w.states[s].to {
		if t != none && weights[i] > 0 && (in == nil || in(t)) {
			possible = append(possible, i)
			total += weights[i]
		}
	}
	if len(possible) == 0 {
		return none
	}
	u := w.dice.Float64() * total
	for _, i := range possible {
		if u < weights[i] {
			return i
		}
		u -= weights[i]
	}
	return possible[len(possible)-1]
}

// The loops that are walked for their marks, and how often.
const markedLoops, markedRounds = 30, 4

// counts reports whether what the program holds goes on changing from round to round of a loop, as a counter does. It
// is asked for marks along the shortest way round from some states.
func (m *machine[E]) counts() (bool, error) {
	if m.marked {
		return false, nil
	}
	var words [][]int
	var first, round []int
	for s := range m.states {
		if m.loop[s] == none || len(words) == markedLoops {
			continue
		}
		cycle := m.cycle(s)
		access := m.states[s].access
		words = append(words, slices.Concat(access, slices.Repeat(cycle, markedRounds)))
		first = append(first, len(access))
		round = append(round, len(cycle))
	}
	runs, err := m.makeRuns(words, Marked)
	if err != nil {
		return false, err
	}
	for n, r := range runs {
		changes := len(r.Choices) > first[n]+markedRounds*round[n]
		for k := 0; changes && k < markedRounds; k++ {
			at := first[n] + k*round[n]
			changes = r.Choices[at].Mark != r.Choices[at+round[n]].Mark
		}
		if changes {
			return true, nil
		}
	}
	return false, nil
}

// cycle returns the fewest outcomes that lead from a state of a loop back to it.
func (m *machine[E]) cycle(from int) []int {
	by := map[int][]int{}
	for next := []int{from}; ; next = next[1:] {
		s := next[0]
		for i, t := range m.states[s].to {
			if t == none || m.loop[t] != m.loop[from] {
				continue
			}
			word := append(slices.Clone(by[s]), i)
			if t == from {
				return word
			}
			if by[t] == nil {
				by[t] = word
				next = append(next, t)
			}
		}
	}
}
