package explore

import (
	"errors"
)

var errLater = errors.New("not written yet")

// CodeOf returns the commands and the Go program that give the numbers of a view.
func CodeOf(q Question, view string, beside Beside) (Code, error) { return Code{}, errLater }

// A Beside is what is asked beside the question, as the views choose it.
type Beside struct {
	Frames    int      `json:"frames,omitempty"`
	Betas     int      `json:"betas,omitempty"`
	Schedules []string `json:"schedules,omitempty"`
	Ts        []int    `json:"ts,omitempty"`
	Chains    int      `json:"chains,omitempty"`
	MCSeed    uint64   `json:"mc_seed,omitempty,string"`
	Walkers   int      `json:"walkers,omitempty"`
	View      string   `json:"view,omitempty"`
}
