package enumerate

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
)

// A machine is a program that may draw until something fits, from one start. Its states are the nodes of the tree of
// ways after which everything that was tried goes on alike, an input is an outcome, and what a state shows is the odds
// of its next choice, or an end. It is learnt from runs alone, as automata are (Angluin 1987): all nodes from which the
// same further outcomes, the probes, meet the same are one state. Then whole runs are foretold, and one that goes
// otherwise gives a new probe (Rivest and Schapire 1993).
//
// That is as sure as the runs that were foretold: of n that are drawn by the odds, ways that go otherwise have less
// than ln(20)/n together, with 95% confidence. A loop that counts shows what it holds by its marks.
type machine[E comparable] struct {
	*Follower[E]
	start  int
	walks  int  // that are foretold, of each kind
	marked bool // states of other marks are others

	probes  [][]int
	tried   map[string]trial[E] // by the outcomes that lead to a node
	states  []state[E]
	numbers map[string]int // of the states, by what the probes met
	loop    []int          // the loop of each state, or none
}

// A trial has what the probes met after a node, and what the node shows.
type trial[E comparable] struct {
	view view[E]
	met  []byte // a hash for each probe
}

// A view is what a node shows: a choice, or an end.
type view[E comparable] struct {
	choice Choice
	ended  bool
	end    E
	failed string
}

// A state is one of the machine.
type state[E comparable] struct {
	view[E]
	access []int   // outcomes that lead to it
	to     []int   // the state by outcome; none where it is impossible, or left out
	p      float64 // of coming to it for the first time, as far as it is known
}

// The bounds of machines.
const (
	none        = -1
	firstProbes = 4
	probeLength = 24
	firstWalks  = 300
	laterWalks  = 20 // from starts after the first that has loops
	moreWalks   = 5  // times as many after a run that was not foretold
	leastMass   = 1e-15
	mostStates  = 2000
	fewStates   = 200  // after which states that are hardly ever joined are too many
	longestLoop = 3000 // choices in a loop until it is left but for rounding
)

// ErrEndless says that a loop goes on too long, or too many numbers are counted in it.
var ErrEndless = errors.New("random numbers are asked for again and again")

// errStates says that a machine has too many states.
var errStates = errors.New("its ways are too many to be joined")

// viewAt returns what a run shows after some choices.
func (r Run[E]) viewAt(n int) view[E] {
	if n < len(r.Choices) {
		return view[E]{choice: r.Choices[n]}
	}
	return view[E]{ended: true, end: r.End, failed: r.Failed}
}

// same reports whether two nodes show the same, wherever they stand in the code.
func (v view[E]) same(w view[E]) bool {
	return v.ended == w.ended && v.end == w.end && v.failed == w.failed && v.choice.Same(w.choice)
}

// add adds what a node shows to a hash.
func (v view[E]) add(to []byte) []byte {
	if v.ended {
		return fmt.Appendf(to, "end %v %s;", v.end, v.failed)
	}
	if v.choice.Compared {
		to = append(to, '<')
	}
	for _, p := range v.choice.Odds {
		to = binary.LittleEndian.AppendUint64(to, math.Float64bits(p))
	}
	return append(to, ';')
}

// loops reports whether the program may come back to a state.
func (m *machine[E]) loops() bool { return slices.Max(m.loop) != none }

// newMachine returns a machine without states, of which nothing was tried.
func newMachine[E comparable](f *Follower[E], start int) machine[E] {
	return machine[E]{Follower: f, start: start, walks: firstWalks, tried: map[string]trial[E]{},
		probes: randomWords(start, firstProbes, probeLength)}
}

// learn learns the machine, until all runs that are tried go as it foretells.
func (m *machine[E]) learn() error {
	for {
		if err := m.build(); err != nil {
			return err
		}
		wrong, at, err := m.test()
		if err != nil {
			return err
		}
		if wrong == nil {
			counts, err := m.counts()
			if err != nil || !counts {
				return err
			}
			m.marked = true
			m.tried = map[string]trial[E]{}
			continue
		}
		probe, err := m.distinguish(*wrong, at)
		if err != nil {
			return err
		}
		m.probes = append(m.probes, probe)
		m.walks = firstWalks * moreWalks
	}
}

// build finds the states, those that are near first. One that is less probable than leastMass is left out.
func (m *machine[E]) build() error {
	m.states = nil
	m.numbers = map[string]int{}
	if err := m.probe([][]int{{}}); err != nil {
		return err
	}
	m.add([]int{}, 1)
	edges := 0
	for done := 0; done < len(m.states); {
		words, from := m.leading(done)
		done = len(m.states)
		for len(words) > 0 {
			some := words[:min(fewStates, len(words))] // most programs that have too many have so soon
			if err := m.probe(some); err != nil {
				return err
			}
			for n, word := range some {
				i := word[len(word)-1]
				p := m.states[from[n]].p * m.states[from[n]].choice.Odds[i]
				to := m.add(word, p)
				m.states[from[n]].to[i] = to
			}
			edges += len(some)
			words = words[len(some):]
			from = from[len(some):]
			n := len(m.states)
			if n > mostStates || n > fewStates && float64(n) > 0.9*float64(edges) {
				return errStates
			}
		}
	}
	m.findLoops()
	return nil
}

// add adds the node that a word leads to with a probability, and returns the number of its state.
func (m *machine[E]) add(word []int, p float64) int {
	t := m.tried[key(word)]
	sign := string(t.met)
	if m.marked && !t.view.ended {
		sign += t.view.choice.Mark
	}
	at, known := m.numbers[sign]
	if !known {
		at = len(m.states)
		m.numbers[sign] = at
		m.states = append(m.states, state[E]{view: t.view, access: word})
	}
	m.states[at].p += p
	return at
}

// leading returns the words that lead on from the states from first on, and from which each does.
func (m *machine[E]) leading(first int) (words [][]int, from []int) {
	for at := first; at < len(m.states); at++ {
		s := &m.states[at]
		if s.ended {
			continue
		}
		s.to = slices.Repeat([]int{none}, len(s.choice.Odds))
		for i, odds := range s.choice.Odds {
			if s.p*odds > leastMass {
				words = append(words, append(slices.Clone(s.access), i))
				from = append(from, at)
			}
		}
	}
	return words, from
}

// key returns outcomes as the key of a map.
func key(word []int) string {
	b := make([]byte, 0, 2*len(word))
	for _, i := range word {
		b = binary.AppendUvarint(b, uint64(i))
	}
	return string(b)
}

// probe has all probes tried after some nodes, but for those that were.
func (m *machine[E]) probe(words [][]int) error {
	type missing struct{ word, probe int }
	var what []missing
	var asked [][]int
	for n, word := range words {
		for k := len(m.tried[key(word)].met) / sha256.Size; k < len(m.probes); k++ {
			what = append(what, missing{n, k})
			asked = append(asked, slices.Concat(word, m.probes[k]))
		}
	}
	how := Once
	if m.marked {
		how = Marked
	}
	made, err := m.makeRuns(asked, how)
	if err != nil {
		return err
	}
	for i, r := range made {
		word := words[what[i].word]
		n := len(word)
		if len(r.Outcomes) < n || !slices.Equal(r.Outcomes[:n], word) {
			return MemoryError[E]{Run[E]{Start: m.start, Outcomes: word}, r}
		}
		var met []byte
		for at := n; at <= min(n+len(m.probes[what[i].probe]), len(r.Choices)); at++ {
			met = r.viewAt(at).add(met)
		}
		sum := sha256.Sum256(met)
		t := m.tried[key(word)]
		t.view = r.viewAt(n)
		t.met = append(t.met, sum[:]...)
		m.tried[key(word)] = t
	}
	return nil
}

// makeRuns makes runs from the start that begin with these outcomes.
func (m *machine[E]) makeRuns(words [][]int, how Asking) (made []Run[E], err error) {
	for some := range slices.Chunk(words, together) {
		asked := make([]Run[E], len(some))
		for i, word := range some {
			asked[i] = Run[E]{Start: m.start, Outcomes: word}
		}
		runs, err := m.ask(asked, how)
		if err != nil {
			return nil, err
		}
		made = append(made, runs...)
	}
	return made, nil
}

// after returns the state after some outcomes of a run that goes as the machine says.
func (m *machine[E]) after(outcomes []int) int {
	s := 0
	for _, i := range outcomes {
		s = m.states[s].to[i]
	}
	return s
}

// distinguish returns outcomes after which two nodes differ that are one state, from a run that shows something else
// after n choices than the machine foretells. Of the nodes on its way the first part is replaced by what leads to their
// state: the run shows what it did if that is none of the way, and what the machine foretells if it is all.
func (m *machine[E]) distinguish(r Run[E], n int) ([]int, error) {
	as, not := 0, n
	for not-as > 1 {
		mid := (as + not) / 2
		access := m.states[m.after(r.Outcomes[:mid])].access
		made, err := m.makeRuns([][]int{slices.Concat(access, r.Outcomes[mid:n])}, Once)
		if err != nil {
			return nil, err
		}
		same := len(made[0].Outcomes) >= len(access)+n-mid
		for at := mid; same && at <= n; at++ {
			same = made[0].viewAt(len(access) + at - mid).same(r.viewAt(at))
		}
		if same {
			as = mid
		} else {
			not = mid
		}
	}
	probe := slices.Clone(r.Outcomes[not:n])
	if len(probe) == 0 || slices.ContainsFunc(m.probes, func(p []int) bool { return slices.Equal(p, probe) }) {
		return nil, MemoryError[E]{Run[E]{Start: m.start, Outcomes: r.Outcomes[:n]}, r}
	}
	return probe, nil
}
