package hidden

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"breadboard/grid/text"
)

// maxBytes is the size of the longest file that is read.
const maxBytes = 16 << 20

// mostMoves is the largest number of moves between states in one pass through the observations, which a filter
// makes in a second: 1000 states and 1000 observations.
const mostMoves = 1e9

// wouldDo ends the error of a file that cannot be read.
const wouldDo = "a JSON object with the keys initial, transition, emission and observations"

// keys are the keys of a file. All must be there.
var keys = []string{"initial", "transition", "emission", "observations"}

// Open reads the model in the file at path.
func Open(path string) (*Model, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, text.Unreadable(path, err, wouldDo)
	}
	defer f.Close()
	return ReadModel(f, path)
}

// ReadModel reads a model from JSON:
//
//	{"initial": [0.6, 0.4],
//	 "transition": [[0.7, 0.3], [0.2, 0.8]],
//	 "emission": [[0.9, 0.1], [0.3, 0.7]],
//	 "observations": [1, 1, 2]}
//
// A row of transition is the law of the next state, and a row of emission the law of the symbol, each
// given the state of the row. Observations are symbols from 1. An error is one line that begins with
// name.
func ReadModel(r io.Reader, name string) (*Model, error) {
	data, err := text.ReadAll(r, maxBytes)
	if err != nil {
		return nil, text.Unreadable(name, err, wouldDo)
	}
	var m *Model
	p, err := parameters(data)
	if err == nil {
		m, err = New(p)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// Write writes the model as ReadModel reads it, a row a line.
func (m *Model) Write(w io.Writer) error {
	symbols := make([]int, m.Len())
	for t, s := range m.observed {
		symbols[t] = s + 1
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "{\n  \"initial\": %s,\n  \"transition\": [\n    %s\n  ],\n  \"emission\": [\n    %s\n  ],\n"+
		"  \"observations\": %s\n}\n", list(m.initial), lines(m.transition), lines(m.emission), list(symbols))
	return b.Flush()
}

// list is a list in JSON.
func list[V any](v []V) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic("hidden: " + err.Error()) // unreachable: probabilities are finite
	}
	return strings.ReplaceAll(string(data), ",", ", ")
}

// lines are the rows of a matrix.
func lines(rows [][]float64) string {
	var all []string
	for _, row := range rows {
		all = append(all, list(row))
	}
	return strings.Join(all, ",\n    ")
}

// parameters reads the four keys.
func parameters(data string) (p Parameters, err error) {
	all, err := text.Object(text.Trim(data))
	if err != nil || all == nil {
		return p, unread("the file", err, wouldDo)
	}
	var wrong text.Faults
	for _, key := range keys {
		if _, given := all[key]; !given {
			wrong.Add("%s is missing", key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if !slices.Contains(keys, key) && !wrong.Full() {
			wrong.Add("%s is no key", text.Quote(key))
		}
	}
	if err := wrong.Err(); err != nil {
		return p, fmt.Errorf("%w; the keys %s would do", err, strings.Join(keys, ", "))
	}
	var observed []float64
	for _, part := range []struct {
		key   string
		into  any
		would string
	}{
		{"initial", &p.Initial, "a list of probabilities"},
		{"transition", &p.Transition, "a list of rows, each a list of probabilities,"},
		{"emission", &p.Emission, "a list of rows, each a list of probabilities,"},
		{"observations", &observed, "a list of symbols from 1"},
	} {
		if err := json.Unmarshal(all[part.key], part.into); err != nil {
			wrong.Add("%w", unread(part.key, err, part.would))
		}
	}
	for t, v := range observed {
		if v != math.Trunc(v) || math.Abs(v) > 1e9 {
			if wrong.Add("observation %d is %v; a symbol from 1 would do", t+1, v); wrong.Full() {
				break
			}
		}
		p.Observed = append(p.Observed, int(v)-1)
	}
	if n := float64(len(p.Initial)); n*n*float64(len(observed)) > mostMoves {
		wrong.Add("%s and %s are %.2g moves; up to %.2g, observations times the square of states, would do",
			text.Count(len(p.Initial), "state"), text.Count(len(observed), "observation"), n*n*float64(len(observed)),
			float64(mostMoves))
	}
	return p, wrong.Err()
}

// unread is the error of JSON that is broken or of another type.
func unread(what string, err error, would string) error {
	var broken *json.SyntaxError
	var other *json.UnmarshalTypeError
	var twice *text.Twice
	switch {
	case errors.As(err, &twice):
		return fmt.Errorf("%w; one of the two would do", twice)
	case errors.As(err, &broken):
		return fmt.Errorf("%s is no JSON at byte %d, %w; %s would do", what, broken.Offset, broken, would)
	case errors.As(err, &other):
		return fmt.Errorf("found %s in %s; %s would do", other.Value, what, would)
	}
	return fmt.Errorf("%s is empty; %s would do", what, would)
}
