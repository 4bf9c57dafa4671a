package enumerate

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"breadboard/grid/text"
)

// Asking says how runs are asked for.
type Asking int

// Once asks for runs; Again asks for runs that were made before, also with plain numbers where the client has them;
// Marked asks for a mark with each choice; and Numbers for runs that draw numbers where odds are not known.
const (
	Once Asking = iota
	Again
	Marked
	Numbers
)

// Make makes runs from their starts, whose first choices have the outcomes of those that are asked for. An outcome that
// is not there, or has no odds, is taken by its number among those that have. Later choices fall in any way.
type Make[E comparable] func(asked []Run[E], how Asking) (made []Run[E], err error)

// Ends has the distribution of where a program ends from a start.
type Ends[E comparable] struct {
	P        map[E]float64
	Proposed map[E]float64 // the probability of proposing an end, where that is known
	Ways     int           // or states of a machine that has them
	Left     float64       // the probability that is left out, of ways as unlikely as rounding
	Foretold int           // runs, drawn by the odds, that went as the machine says; 0 if there is none
}

// A Follower finds the distribution of the ends of a program by all its ways, at one density or at several. It asks for
// each way once, and then for all of them again, in another order: a program that remembers other runs, or draws what
// nobody tells, then meets other choices, or ends elsewhere, unless that is by chance the same.
type Follower[E comparable] struct {
	Make      Make[E]
	Limits    Limits
	Stays     func(start int) E       // returns the end of a move that is refused; nil where nothing is proposed
	Elsewhere func() error            // is called before ways are run again, to have runs elsewhere between; or nil
	Tell      func(done, all float64) // sees how many runs are made, of about how many; or nil

	Runs int // that were made

	looped bool // says that the last start that was looked at for loops has some
	joins  bool // says that a start whose ways are too long or too many was followed
}

// The limits of a way and of a question, and the number of ways after which they are run again.
const (
	longWay    = 40  // choices, beyond which a program may be in a loop
	loopedWay  = 8   // the same, where it was in one before
	longestWay = 250 // choices of a program without loops
	few        = 20  // runs of a question while ways grow longer
	together   = 1000
	kept       = 20_000
	rounding   = 1e-12 // the probability of a way that may fail, as off the end of a table

	mostOutcomes = 10_000 // of a choice: each run tells the odds of all
)

// A ManyError says that there are more ways from a start than can be followed.
type ManyError struct {
	Start, Most int
	Log         float64 // of about how many there are
}

// Error names the limit, and about how many there are where that is known.
func (e ManyError) Error() string {
	many := "more than " + text.Thousands(e.Most)
	if n := math.Exp(e.Log); n > 2*float64(e.Most) {
		unit := math.Pow(10, math.Floor(math.Log10(n))-1)
		many = "some " + text.Thousands(int(math.Round(n/unit)*unit))
		if n >= 1e7 {
			many = fmt.Sprintf("some 10^%.0f", e.Log/math.Ln10)
		}
	}
	return fmt.Sprintf("there are %s ways, and %s can be followed", many, text.Thousands(e.Most))
}

// A FailedError says that a way, which is not as unlikely as rounding, has no end.
type FailedError struct {
	Start int
	Why   string
}

// Error returns what the program said.
func (e FailedError) Error() string { return e.Why }

// ErrWork says that the limit of all runs is reached.
var ErrWork = errors.New("the limit of all runs is reached")

// Follow returns the ends from each start, in their order.
func (f *Follower[E]) Follow(starts []int) ([]Ends[E], error) {
	f.Limits = f.Limits.OrUsual()
	found := map[int]Ends[E]{}
	for rest := starts; len(rest) > 0; {
		g := newGrowth(f)
		var err error
		if rest, err = g.grow(rest); err != nil {
			return nil, err
		}
		if err := g.runAgain(); err != nil {
			return nil, err
		}
		for _, start := range slices.Sorted(maps.Keys(g.ways)) { // the first is named if one has no end
			if found[start], err = f.fold(start, g.ways[start]); err != nil {
				return nil, err
			}
		}
		for _, start := range g.long {
			if found[start], err = f.joined(start); err != nil {
				return nil, err
			}
		}
	}
	all := make([]Ends[E], len(starts))
	for i, start := range starts {
		all[i] = found[start]
	}
	return all, nil
}

// ask makes runs within the limit of all.
func (f *Follower[E]) ask(asked []Run[E], how Asking) ([]Run[E], error) {
	if f.Runs+len(asked) > f.Limits.Runs {
		return nil, ErrWork
	}
	made, err := f.Make(asked, how)
	f.Runs += len(made)
	return made, err
}

// fold returns the ends of all ways from a start, sorted by their outcomes: the rounding of sums does not depend on how
// they were asked for.
func (f *Follower[E]) fold(start int, ways []Run[E]) (e Ends[E], err error) {
	e = Ends[E]{P: map[E]float64{}, Ways: len(ways)}
	for _, w := range ways {
		p := w.P()
		switch {
		case w.Failed == "":
			e.P[w.End] += p
		case p > rounding:
			return e, FailedError{start, w.Failed}
		default:
			e.Left += p
		}
	}
	for end := range e.P {
		e.P[end] /= 1 - e.Left
	}
	if f.Stays != nil {
		e.Proposed = proposed(ways, f.Stays(start))
	}
	return e, nil
}

// joined returns the ends from a start whose ways are too long or too many, by a machine that joins those that go on
// alike. A program without loops that has not too many ways is followed way by way.
func (f *Follower[E]) joined(start int) (e Ends[E], err error) {
	m := newMachine(f, start)
	if f.looped {
		m.walks = laterWalks
	}
	if !f.joins {
		if err := m.foreseen(); err != nil {
			return e, err
		}
	}
	failed := m.learn()
	if tooLarge := errors.Is(failed, errStates) || errors.Is(failed, ErrEndless); failed != nil && !tooLarge {
		return e, failed
	}
	f.looped = failed == nil && m.loops()
	f.joins = f.joins || failed == nil
	if f.looped {
		return m.ends()
	}
	g := newGrowth(f)
	g.last = true
	_, err = g.grow([]int{start})
	var many ManyError
	switch {
	case errors.As(err, &many) && failed == nil:
		return m.ends()
	case errors.As(err, &many) && errors.Is(failed, ErrEndless):
		return e, failed
	case err != nil:
		return e, err
	}
	if err := g.runAgain(); err != nil {
		return e, err
	}
	return f.fold(start, g.ways[start])
}

// A growth grows the trees of some starts side by side, and keeps their ways until these are run again.
type growth[E comparable] struct {
	*Follower[E]
	last bool // says that a start whose ways are too long or too many is an error

	tree      tree[E]
	ways      map[int][]Run[E] // by start
	estimated map[int]bool     // starts whose ways are not surely too many
	long      []int            // starts whose ways are too long or too many
	n         int              // ways
	depth     int              // choices of the longest beginning
	size      int              // beginnings of the last question
	forecast  forecast
}

// newGrowth returns a growth of nothing yet.
func newGrowth[E comparable](f *Follower[E]) growth[E] {
	return growth[E]{Follower: f, ways: map[int][]Run[E]{}, estimated: map[int]bool{}}
}

// grow makes a run for each way of the first starts, and returns the starts that are left for another growth.
func (g *growth[E]) grow(starts []int) (rest []int, err error) {
	for rest = starts; ; {
		for len(rest) > 0 && len(g.tree.open) < together && g.n < kept {
			g.tree.open = append(g.tree.open, Run[E]{Start: rest[0]})
			g.ways[rest[0]] = nil
			rest = rest[1:]
		}
		asked := g.next()
		if len(asked) == 0 {
			return rest, nil
		}
		made, err := g.ask(asked, Once)
		if err != nil {
			return nil, err
		}
		for i, r := range made {
			if err := g.take(asked[i], r); err != nil {
				return nil, err
			}
		}
		if g.Tell != nil {
			g.Tell(float64(g.n), 2*(float64(g.n)+expected(g.forecast, g.tree.open, g.Limits.Ways)))
		}
	}
}

// next takes the beginnings of the next question: few as long as they grow longer, so that a way without end is seen
// soon.
func (g *growth[E]) next() []Run[E] {
	g.size = min(2*g.size, together)
	if n := len(g.tree.open); n > 0 && len(g.tree.open[n-1].Outcomes) > g.depth {
		g.depth = len(g.tree.open[n-1].Outcomes)
		g.size = few
	}
	return g.tree.next(max(few, g.size))
}

// take adds a way that was asked for, and those that leave it.
func (g *growth[E]) take(asked, r Run[E]) error {
	ways, grows := g.ways[r.Start]
	if !grows {
		return nil // its ways are too long or too many
	}
	if err := r.begins(asked); err != nil {
		return err
	}
	if slices.ContainsFunc(r.Choices, Choice.isWide) {
		return ManyError{r.Start, g.Limits.Ways, logWays(r.Choices)}
	}
	copy(r.Choices, asked.Choices) // which are the same, and are kept once
	g.ways[r.Start] = append(ways, r)
	g.n++
	g.tree.grow(r, len(asked.Outcomes))
	g.forecast.see(r.Choices, len(asked.Outcomes))

	longest := longWay
	switch {
	case g.last:
		longest = longestWay
	case g.looped:
		longest = loopedWay
	}
	n := len(ways) + 1
	isLong := len(r.Choices) > longest || n > g.Limits.Ways
	if !isLong && n >= estimateAfter && !g.estimated[r.Start] {
		g.estimated[r.Start] = true
		e, err := g.estimate(r.Start, estimateRuns)
		if err != nil {
			return err
		}
		isLong = e.many
	}
	switch {
	case !isLong:
		return nil
	case g.last:
		e, err := g.estimate(r.Start, estimateRuns)
		if err != nil {
			return err
		}
		return ManyError{r.Start, g.Limits.Ways, e.log}
	}
	g.n -= n
	g.long = append(g.long, r.Start)
	delete(g.ways, r.Start)
	g.tree.drop(r.Start)
	return nil
}

// runAgain makes all runs again, in random order, after runs elsewhere.
func (g *growth[E]) runAgain() error {
	var all []Run[E]
	for _, start := range slices.Sorted(maps.Keys(g.ways)) {
		slices.SortFunc(g.ways[start], Run[E].compare)
		all = append(all, g.ways[start]...)
	}
	if g.Elsewhere != nil && len(all) > 0 {
		if err := g.Elsewhere(); err != nil {
			return err
		}
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	done := g.n
	for some := range slices.Chunk(all, together) {
		made, err := g.ask(some, Again)
		if err != nil {
			return err
		}
		for i, r := range made {
			if err := some[i].isLike(r); err != nil {
				return err
			}
		}
		done += len(made)
		if g.Tell != nil {
			g.Tell(float64(done), float64(2*g.n))
		}
	}
	return nil
}
