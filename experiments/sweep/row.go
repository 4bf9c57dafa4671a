package sweep

import (
	"encoding/json"
	"fmt"
	"math"

	"breadboard/experiments/columns"
)

// A Row is a finished job: every number that is known of it. A number that was not
// asked for, or does not exist, is NaN; Warnings say why, unless it is plain. Infinite
// numbers are infinite.
type Row struct {
	Key  string
	Cell Job    // one cell of the sweep
	Grid string // "7x7"
	columns.Values
	Chosen   *Chosen // nil unless the schedule was chosen by truth
	Fault    string  // why a cell that cannot be run has no result; then every number is NaN
	Warnings []string
	Build    Build
}

// Chosen says how a schedule was chosen by truth.
type Chosen struct {
	Start       string // the schedule from which it was improved; "" if it was not
	Converged   bool
	Gradient    float64 // its norm at the end
	Evaluations int
}

// chosenLine is Chosen in a journal.
type chosenLine struct {
	Start       string `json:"start"`
	Converged   bool   `json:"converged"`
	Gradient    real   `json:"gradient"`
	Evaluations int    `json:"evaluations"`
}

// A rowLine is a row in a journal.
type rowLine struct {
	Key      string          `json:"key"`
	Cell     Job             `json:"cell"`
	Grid     string          `json:"grid,omitempty"`
	Values   map[string]real `json:"values"` // those that are not NaN
	Chosen   *chosenLine     `json:"chosen,omitempty"`
	Fault    string          `json:"fault,omitempty"`
	Warnings []string        `json:"warnings,omitempty"`
	Build    Build           `json:"build"`
}

// MarshalJSON writes one object that says everything. Infinite values are the texts
// "inf" and "-inf", and NaN is left out.
func (r Row) MarshalJSON() ([]byte, error) {
	line := rowLine{r.Key, r.Cell, r.Grid, map[string]real{}, nil, r.Fault, r.Warnings, r.Build}
	if c := r.Chosen; c != nil {
		line.Chosen = &chosenLine{c.Start, c.Converged, real(c.Gradient), c.Evaluations}
	}
	for name, v := range r.Named() {
		if !math.IsNaN(v) {
			line.Values[name] = real(v)
		}
	}
	return json.Marshal(line)
}

// UnmarshalJSON reads what MarshalJSON wrote, to the last bit. It is also an error if
// the key does not belong to the cell and the build beside it.
func (r *Row) UnmarshalJSON(data []byte) error {
	var line rowLine
	if err := json.Unmarshal(data, &line); err != nil {
		return err
	}
	if line.Key != line.Cell.Key(line.Build) {
		return fmt.Errorf("the key %q is not that of its cell", line.Key)
	}
	*r = Row{Key: line.Key, Cell: line.Cell, Grid: line.Grid, Fault: line.Fault, Warnings: line.Warnings,
		Build: line.Build}
	if c := line.Chosen; c != nil {
		r.Chosen = &Chosen{c.Start, c.Converged, float64(c.Gradient), c.Evaluations}
	}
	known := make(map[string]float64, len(line.Values))
	for name, v := range line.Values {
		known[name] = float64(v)
	}
	r.Values = columns.NewValues(known)
	return nil
}

// A real is a float in JSON, also if it is not a number that JSON has.
type real float64

// MarshalJSON writes the fewest digits that read back the same.
func (v real) MarshalJSON() ([]byte, error) {
	switch {
	case math.IsInf(float64(v), 1):
		return []byte(`"inf"`), nil
	case math.IsInf(float64(v), -1):
		return []byte(`"-inf"`), nil
	case math.IsNaN(float64(v)):
		return []byte("null"), nil
	}
	return json.Marshal(float64(v))
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (v *real) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case `"inf"`:
		*v = real(math.Inf(1))
	case `"-inf"`:
		*v = real(math.Inf(-1))
	case "null":
		*v = real(math.NaN())
	default:
		return json.Unmarshal(data, (*float64)(v))
	}
	return nil
}
