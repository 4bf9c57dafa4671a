package toys

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"breadboard/grid/text"
)

// A file of weights is a target as one of log f is:
//
//	{"weights": [[1.3, -2.2], [0.6, 1.7], [-3.1, 0.5]],
//	 "visible": [0.4, -1.1, 0.2],
//	 "hidden": [-0.7, 0.9]}
//
// It has a row of weights for each visible unit, and in it a number for each hidden one.

const weightsWouldDo = `a JSON object of weights, a row for each visible unit, and of the biases visible and hidden,`

// isWeights reports whether what is read begins as a JSON object does, and no table.
func isWeights(in *bufio.Reader) bool {
	const enough = 512
	head, _ := in.Peek(enough) // of an error the one who reads tells
	return strings.HasPrefix(strings.TrimSpace(text.Trim(string(head))), "{")
}

// readMachine reads a file of weights, of so many cells at most.
func readMachine(in *bufio.Reader, name string, d Density, cells int) (Target, error) {
	data, err := text.ReadAll(in, maxBytes)
	if err != nil {
		return Target{}, fmt.Errorf("%s: %w", name, unread(err))
	}
	if d != LogF {
		return Target{}, fmt.Errorf("%s: it has weights, which are no %s of cells; a table of %s, or weights that are "+
			"read as nothing else, would do", name, d, d)
	}
	m, err := parseMachine(text.Trim(data), min(bits.Len(uint(cells))-1, mostSpins))
	if err != nil {
		return Target{}, fmt.Errorf("%s: %w", name, err)
	}
	return m.Target(name), nil
}

// parseMachine reads a machine of so many visible units at most.
func parseMachine(data string, most int) (m Machine, err error) {
	all, err := text.Keyed(data, []string{"weights", "visible", "hidden"}, weightsWouldDo)
	if err != nil {
		return m, err
	}
	var wrong text.Faults
	m.Visible = listIn(all, "visible", &wrong)
	m.Hidden = listIn(all, "hidden", &wrong)
	var rows []json.RawMessage
	if err := json.Unmarshal(all["weights"], &rows); err != nil {
		wrong.Add("%w", text.NoJSON("weights", err, "a list of rows"))
	}
	for i, row := range rows {
		if wrong.Full() {
			break
		}
		of := fmt.Sprintf("weights, row %d", i+1)
		m.Weights = append(m.Weights, listIn(map[string]json.RawMessage{of: row}, of, &wrong))
	}
	if wrong.Err() != nil {
		return m, wrong.Err()
	}
	return m, m.check(most)
}

// listIn reads the list of numbers of a key. What is wrong is added to the faults.
func listIn(all map[string]json.RawMessage, key string, wrong *text.Faults) (list []float64) {
	var numbers []*float64
	if err := json.Unmarshal(all[key], &numbers); err != nil {
		wrong.Add("%w", text.NoJSON(key, err, "a list of numbers"))
		return nil
	}
	for i, v := range numbers {
		if v == nil || !(math.Abs(*v) <= mostDatum) {
			wrong.Add("%s, number %d: found %s; a finite number up to 1e100 in magnitude would do", key, i+1, said(v))
			if wrong.Full() {
				break
			}
			continue
		}
		list = append(list, *v)
	}
	return list
}

// said is a number as an error quotes it.
func said(v *float64) string {
	if v == nil {
		return "null"
	}
	return fmt.Sprint(*v)
}

// check is the fault of weights and biases that do not go together.
func (m Machine) check(most int) error {
	visible, hidden := len(m.Visible), len(m.Hidden)
	if visible < 1 || hidden < 1 {
		return fmt.Errorf("%d biases of visible units and %d of hidden ones; one of each at least would do", visible,
			hidden)
	}
	if visible > most {
		return fmt.Errorf("%d visible units have 2^%d cells; up to %d visible units would do", visible, visible, most)
	}
	if m.transposed() && hidden != visible {
		return errors.New("weights has a row for each hidden unit; the transpose, a row for each visible one, would do")
	}
	var wrong text.Faults
	if len(m.Weights) != visible {
		wrong.Add("%s of weights, and %d biases of visible units", text.Count(len(m.Weights), "row"), visible)
	}
	for i, row := range m.Weights {
		if len(row) != hidden {
			wrong.Add("weights, row %d has %s, and there are %d biases of hidden units", i+1,
				text.Count(len(row), "number"), hidden)
		}
	}
	if wrong.Err() == nil {
		return nil
	}
	return fmt.Errorf("%w; a row for each visible unit, with a number for each hidden one, would do", wrong.Err())
}

// transposed reports whether there is a row for each hidden unit, with a number for each visible one.
func (m Machine) transposed() bool {
	return len(m.Weights) == len(m.Hidden) && !slices.ContainsFunc(m.Weights, func(row []float64) bool {
		return len(row) != len(m.Visible)
	})
}
