// Package learn finds the distribution of where a program ends when it draws numbers whose odds nobody tells: a uniform
// number that is compared, multiplied or looked up in a table. A run draws its numbers from a tape of keys that are
// told here. Where it ends is the same over pieces of each number, so that a tree of pieces has all ways with their
// probabilities. It is learnt from counterexamples: a run that ends elsewhere than its leaf says shows which number has
// a cut between two keys, and bisection finds the cut to the last bit (Angluin 1988).
//
// What is learnt is never called exact: a piece that no run fell into is not known. So at last many runs with fresh
// numbers, from all starts, have to end as the tree says. After n of them what the tree leaves out has a probability of
// less than eps with confidence 1 - alpha, if n >= ln(1/alpha)/eps (certificate.go).
package learn

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"breadboard/chains/enumerate"
)

// A Learner learns a program from its starts. It asks for runs by Make, whose numbers it tells.
type Learner[E comparable] struct {
	Make  enumerate.Make[E]
	Eps   float64 // what the tree leaves out is less than this
	Most  int     // runs with numbers that are told, from all starts
	Runs  int     // of these that were made
	Fresh int     // runs with fresh numbers, of the last certificate, that all ended as the tree says

	dice         *rand.Rand
	from         []float64           // the distribution from which half of the fresh runs begin, by place in starts
	trees        map[int]*node[E]    // by start
	known        []int               // cuts that were found, which are tried before others
	seen         map[string]bool     // leaves whose ends were looked at
	tails        map[tail[E]]bool    // distances in a node's tails that were looked at
	betweens     map[between[E]]bool // keys between cuts that were looked at
	deeper       bool                // says that one looks between cuts
	nodes        int
	cuts, narrow int // all of them, and those beside the number that stood for a piece
	certificates int
}

// The confidence is 1 - Alpha. Ways below leastMass are not looked for, and a run draws mostNumbers at most.
const (
	Alpha       = 0.05
	leastMass   = 1e-8
	mostNumbers = 1000
	mostMends   = 3000 // of a run
	spare       = 64   // keys after those that are told, so that a run goes on alike
)

// The errors of a program that cannot be learnt.
var (
	ErrMany     = errors.New("its ways by numbers are too many to be learnt")
	ErrMoving   = errors.New("what one random number is compared with moves with another")
	ErrRestless = errors.New("the same random numbers lead to different ends")
	ErrDigits   = errors.New("where it ends depends on every digit of a random number")
)

// New returns a learner without its Make.
func New[E comparable](eps float64, most int, seed uint64) *Learner[E] {
	return &Learner[E]{Eps: eps, Most: most, dice: rand.New(rand.NewPCG(seed, 7))}
}

// Deeper has all that is learnt from now on looked at between all cuts, within so many runs. It reports whether it was
// not before.
func (l *Learner[E]) Deeper(most int) bool {
	was := l.deeper
	l.deeper = true
	l.Most = most
	return !was
}

// Learn returns the ends from each start, in their order. What is left out has together less than Eps from a start that
// is drawn in turns from p, by place in starts, and from all of them alike. Cuts of programs that were learnt before
// are tried first.
func (l *Learner[E]) Learn(starts []int, p []float64) ([]enumerate.Ends[E], error) {
	l.from = p
	l.trees = map[int]*node[E]{}
	l.seen = map[string]bool{}
	l.tails = map[tail[E]]bool{}
	l.betweens = map[between[E]]bool{}
	l.Runs = 0
	l.certificates = 0
	l.cuts = 0
	l.narrow = 0
	var asked []enumerate.Run[E]
	for _, start := range starts {
		asked = append(asked, l.tape(start, nil))
	}
	if _, err := l.feedAll(asked); err != nil {
		return nil, err
	}
	looks := []func([]int) (agree bool, err error){
		l.lookAtEnds, l.lookAtTails, l.lookAnywhere, l.lookBetweenCuts, l.certify,
	}
	for done := false; !done; {
		for _, look := range looks {
			var err error
			if done, err = look(starts); err != nil {
				return nil, err
			}
			if !done {
				break
			}
		}
	}
	ends := make([]enumerate.Ends[E], len(starts))
	for i, start := range starts {
		var err error
		if ends[i], err = l.endsOf(start); err != nil {
			return nil, err
		}
	}
	return ends, nil
}

// tape returns a run to be asked for: these keys, and more so that it goes on alike each time.
func (l *Learner[E]) tape(start int, keys []int) enumerate.Run[E] {
	return enumerate.Run[E]{Start: start, Outcomes: slices.Concat(keys, l.more())}
}

// more returns random keys.
func (l *Learner[E]) more() []int {
	more := make([]int, spare)
	for i := range more {
		more[i] = int(l.dice.Uint64() >> (64 - enumerate.KeyBits))
	}
	return more
}

// ask makes runs within the limit.
func (l *Learner[E]) ask(asked []enumerate.Run[E]) (made []enumerate.Run[E], err error) {
	if l.Runs += len(asked); l.Runs > l.Most {
		return nil, ErrMany
	}
	return l.makeRuns(asked)
}

// makeRuns makes runs, whether they count or not.
func (l *Learner[E]) makeRuns(asked []enumerate.Run[E]) ([]enumerate.Run[E], error) {
	made, err := l.Make(asked, enumerate.Numbers)
	for _, r := range made {
		if len(r.Choices) > mostNumbers {
			return nil, fmt.Errorf("a run draws more than %d numbers: %w", mostNumbers, ErrMany)
		}
	}
	return made, err
}

// one makes a run.
func (l *Learner[E]) one(r enumerate.Run[E]) (enumerate.Run[E], error) {
	made, err := l.ask([]enumerate.Run[E]{r})
	if err != nil {
		return r, err
	}
	return made[0], nil
}

// feedAll makes runs, and changes the trees where one does not end as they say. It returns which did.
func (l *Learner[E]) feedAll(asked []enumerate.Run[E]) (agreed []bool, err error) {
	for some := range slices.Chunk(asked, together) {
		made, err := l.ask(some)
		if err != nil {
			return nil, err
		}
		for _, r := range made {
			ok, err := l.feed(r)
			if err != nil {
				return nil, err
			}
			agreed = append(agreed, ok)
		}
	}
	return agreed, nil
}

// together is the number of runs of a question.
const together = 500

// feed takes a run into the tree of its start. The tree grows where a piece was never seen, and a piece is cut where
// the run ends elsewhere. It reports whether the run ends as the tree said.
func (l *Learner[E]) feed(r enumerate.Run[E]) (agreed bool, err error) {
	if l.trees[r.Start] == nil {
		l.trees[r.Start] = l.chain(r, 0)
		return false, nil
	}
	more := l.more()
	for mends := range mostMends {
		at, way := l.walk(r)
		switch {
		case at == nil:
			err = l.grow(r, way, more)
		case len(way) == len(r.Choices) && at.endsAs(r):
			return mends == 0, nil
		default:
			err = l.cut(r, way, more)
		}
		if err != nil {
			return false, err
		}
	}
	return false, ErrMany
}
