// Package hmm has hidden Markov models, and the programs that draw the path of hidden states given the observations.
//
// A Model has n states and S symbols. The first state has the initial distribution, each next state a row of the
// transition matrix, and each observation a row of the emission matrix. With x the path and y the observations,
//
//	p(x, y) = Π p(x_t | x_{t-1}) p(y_t | x_t)
//
// # Programs
//
// A program returns a path x, the states from 0 in order, with a log weight, and can run in reverse from a path. It is
// an aide.Program, and keeps the law of package programs for f(x) = p(x, y): E[w] is p(y).
//
//	Posterior   exact draws, by forward filtering and backward sampling; every w is p(y)
//	Filter      P particles; at each observation they move, are weighed, and are resampled
//
// The prior proposal moves a particle by the transition matrix and weighs it by p(y_t | x_t). The optimal proposal
// draws x_t from p(x_t | x_{t-1}, y_t), and the weight is p(y_t | x_{t-1}). This weight belongs to the particle that
// has moved, and particles are resampled after they are weighed (AIDE's Algorithm 3). So the kept particle of a
// conditional run is weighed at step t by its state at t-1, and not by its state at t.
//
// Open reads a model from a file, and Read a program from its name.
package hmm

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/grid/text"
)

// A Model is a hidden Markov model with observations. It does not change, and goroutines may share
// it. States, symbols and steps count from 0, and in messages from 1.
type Model struct {
	initial              []float64
	transition, emission [][]float64
	observed             []int
}

// Parameters holds the distributions and observations of a model.
type Parameters struct {
	Initial    []float64   // the distribution of the first state
	Transition [][]float64 // Transition[x][y] is p(x_t = y | x_{t-1} = x)
	Emission   [][]float64 // Emission[x][s] is p(y_t = s | x_t = x)
	Observed   []int       // the symbols, from 0
}

// nearOne bounds the distance of a sum from 1 at which its distribution is normalised, as one with ten digits is.
// Within roundOff it stays as it is, because only the sum is rounded.
const nearOne, roundOff = 1e-9, 1e-13

// New returns the model. Distributions that sum to 1 up to rounding are normalised. An error is one line that names the
// fault.
func New(p Parameters) (*Model, error) {
	m := &Model{observed: slices.Clone(p.Observed)}
	states, symbols := len(p.Initial), 0
	if len(p.Emission) > 0 {
		symbols = len(p.Emission[0])
	}
	var errs [3]error
	m.initial, errs[0] = distribution("initial", p.Initial, states)
	m.transition, errs[1] = distributions("transition", p.Transition, states, states)
	m.emission, errs[2] = distributions("emission", p.Emission, states, symbols)
	if err := cmp.Or(errs[:]...); err != nil {
		return nil, err
	}
	if len(m.observed) == 0 {
		return nil, errors.New("there are no observations; use one at least")
	}
	for t, s := range m.observed {
		if s < 0 || s >= symbols {
			return nil, fmt.Errorf("observation %d is %d; use a symbol from 1 to %d", t+1, s+1, symbols)
		}
	}
	return m, m.possible()
}

// distributions returns one distribution for each state, each of the same number of numbers.
func distributions(name string, rows [][]float64, states, numbers int) (all [][]float64, err error) {
	if len(rows) != states {
		return nil, fmt.Errorf("%s has %s; use one for each of %s", name, text.Count(len(rows), "row"),
			text.Count(states, "state"))
	}
	for x, row := range rows {
		p, err := distribution(fmt.Sprintf("row %d of %s", x+1, name), row, numbers)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// distribution returns p, normalised.
func distribution(name string, p []float64, numbers int) ([]float64, error) {
	switch {
	case len(p) == 0:
		return nil, fmt.Errorf("%s is empty; use probabilities that sum to 1", name)
	case len(p) != numbers:
		return nil, fmt.Errorf("%s has %s; use %d", name, text.Count(len(p), "number"), numbers)
	}
	for i, v := range p {
		if !(v >= 0 && v <= math.MaxFloat64) {
			return nil, fmt.Errorf("entry %d of %s is %v; use a probability", i+1, name, v)
		}
	}
	sum := floats.Sum(p)
	if !(math.Abs(sum-1) <= nearOne) {
		return nil, fmt.Errorf("%s sums to %.12g; use probabilities that sum to 1", name, sum)
	}
	p = slices.Clone(p)
	if math.Abs(sum-1) > roundOff {
		floats.Scale(1/sum, p)
	}
	return p, nil
}

// possible returns an error unless some path has positive probability.
func (m *Model) possible() error {
	last := make([]bool, m.States())
	for t := range m.Len() {
		now := make([]bool, m.States())
		for y, p := range m.Seen(t) {
			reached := t == 0 && m.initial[y] > 0
			for x := range last {
				reached = reached || last[x] && m.transition[x][y] > 0
			}
			now[y] = reached && p > 0
		}
		if !slices.Contains(now, true) {
			return fmt.Errorf("observation %d is %d, which has probability 0 after those before it; use observations "+
				"that the model can make", t+1, m.observed[t]+1)
		}
		last = now
	}
	return nil
}

// States returns the number of states.
func (m *Model) States() int { return len(m.initial) }

// Len returns the number of observations, at least 1.
func (m *Model) Len() int { return len(m.observed) }

// Initial returns the distribution of the first state. The caller must not change it.
func (m *Model) Initial() []float64 { return m.initial }

// Next returns the distribution of the state after x. The caller must not change it.
func (m *Model) Next(x int) []float64 { return m.transition[x] }

// Seen returns p(y_t | x_t) for every x_t.
func (m *Model) Seen(t int) []float64 {
	p := make([]float64, m.States())
	for x := range p {
		p[x] = m.emission[x][m.observed[t]]
	}
	return p
}

// format ends the error of a file that cannot be read.
const format = "a JSON object with the keys initial, transition, emission and observations"

// Open reads the model in the file at path.
func Open(path string) (*Model, error) {
	data, err := text.File(path, format)
	if err != nil {
		return nil, err
	}
	return ReadModel(data, path)
}

// ReadModel reads a model from JSON:
//
//	{"initial": [0.6, 0.4],
//	 "transition": [[0.7, 0.3], [0.2, 0.8]],
//	 "emission": [[0.9, 0.1], [0.3, 0.7]],
//	 "observations": [1, 1, 2]}
//
// A row of transition is the distribution of the next state, and a row of emission the distribution of the symbol, each
// given the state of the row. Observations are symbols from 1. An error is one line that begins with name.
func ReadModel(data, name string) (*Model, error) {
	var file struct {
		Initial      []float64   `json:"initial"`
		Transition   [][]float64 `json:"transition"`
		Emission     [][]float64 `json:"emission"`
		Observations []float64   `json:"observations"`
	}
	err := json.Unmarshal([]byte(text.Trim(data)), &file)
	if wrong, ok := err.(*json.UnmarshalTypeError); ok {
		err = fmt.Errorf("found %s in %s", wrong.Value, cmp.Or(wrong.Field, "place of the object"))
	}
	if err = cmp.Or(err, checkKeys(data)); err != nil {
		return nil, fmt.Errorf("%s: %w; use %s", name, err, format)
	}
	p := Parameters{Initial: file.Initial, Transition: file.Transition, Emission: file.Emission}
	for t, v := range file.Observations {
		if v != math.Trunc(v) || math.Abs(v) > math.MaxInt32 {
			return nil, fmt.Errorf("%s: observation %d is %v; use a symbol from 1", name, t+1, v)
		}
		p.Observed = append(p.Observed, int(v)-1)
	}
	m, err := New(p)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// checkKeys returns an error if a key of a JSON object is unknown, as Initial is, or stands twice. A Decoder takes keys
// in any case of letters, and keeps the last of two values.
func checkKeys(data string) error {
	in := json.NewDecoder(strings.NewReader(text.Trim(data)))
	unseen := []string{"initial", "transition", "emission", "observations"}
	for _, _ = in.Token(); in.More(); { // behind the bracket
		key, _ := in.Token()
		at := slices.Index(unseen, fmt.Sprint(key))
		if at < 0 {
			return fmt.Errorf("the key %q is unknown or stands twice", key)
		}
		unseen = slices.Delete(unseen, at, at+1)
		var value json.RawMessage
		if err := in.Decode(&value); err != nil {
			return err
		}
	}
	return nil
}
