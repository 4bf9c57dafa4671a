package sweep

import (
	"encoding/json"
	"fmt"

	"breadboard/experiments/columns"
)

// A Row is a finished job: every number that is known of it. A number that was not
// asked for, or does not exist, is NaN; Warnings say why, unless it is plain. Infinite
// numbers are infinite. In JSON it is one object that says everything.
type Row struct {
	Key      string         `json:"key"`
	Cell     Job            `json:"cell"`           // one cell of the sweep
	Grid     string         `json:"grid,omitempty"` // "7x7"
	Values   columns.Values `json:"values"`
	Chosen   *Chosen        `json:"chosen,omitempty"` // nil unless the schedule was chosen by truth
	Fault    string         `json:"fault,omitempty"`  // why a cell that cannot be run has no result; then all is NaN
	Warnings []string       `json:"warnings,omitempty"`
	Build    Build          `json:"build"`
}

// Chosen says how a schedule was chosen by truth.
type Chosen struct {
	Start       string       `json:"start"` // the schedule from which it was improved; "" if it was not
	Converged   bool         `json:"converged"`
	Gradient    columns.Real `json:"gradient"` // its norm at the end
	Evaluations int          `json:"evaluations"`
}

// At returns the number of a name.
func (r Row) At(name string) float64 { return r.Values.At(name) }

// UnmarshalJSON also returns an error if the key does not belong to the cell and the
// build beside it.
func (r *Row) UnmarshalJSON(data []byte) error {
	type line Row // without this method
	if err := json.Unmarshal(data, (*line)(r)); err != nil {
		return err
	}
	if r.Key != r.Cell.Key(r.Build) {
		return fmt.Errorf("the key %q is not that of its cell", r.Key)
	}
	return nil
}
