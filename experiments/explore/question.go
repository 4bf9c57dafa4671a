package explore

import (
	"breadboard/experiments"
	"breadboard/toys"
)

// A Question is an annealing as a page and its link name it. Every key of its JSON is a key of the link as well, so
// that
//
//	#toy=barrier&kernel=metropolis&schedule=sigmoid:4&T=100
//
// is a question. An empty value stands for its default, as in experiments.Setting.
type Question struct {
	Toy      string  `json:"toy,omitempty"`
	Seed     *uint64 `json:"seed,omitempty,string"` // of a random toy; a script's numbers hold 53 bits, so it is a text
	Target   string  `json:"target,omitempty"`      // painted: log f, rows separated by ; and cells by commas, w for a wall
	Kernel   string  `json:"kernel,omitempty"`
	Bridge   string  `json:"bridge,omitempty"`
	Initial  string  `json:"initial,omitempty"`
	Schedule string  `json:"schedule,omitempty"` // of the catalogue; curve:0:0.2:1 is one that was dragged
	SkipLast bool    `json:"skip_last,omitempty"`
	Program  string  `json:"program,omitempty"`
	T        int     `json:"T,omitempty"`
}

// Setting returns the names of the question. A painted target has none.
func (q Question) Setting() experiments.Setting {
	return experiments.Setting{Toy: q.Toy, Seed: q.Seed, Kernel: q.Kernel, Bridge: q.Bridge, Initial: q.Initial,
		Schedule: q.Schedule, SkipLast: q.SkipLast, Program: q.Program, T: q.T}
}

// Chain makes the annealing that is asked for. The error joins all faults of the question in one line.
func (q Question) Chain() (experiments.Chain, error) {
	return experiments.Chain{}, errLater
}

// Painted reads a target as the page writes it, such as "0,1.5;w,2" for 2x2 cells with a wall.
func Painted(text string) (toys.Target, error) {
	return toys.Target{}, errLater
}

// PaintedText writes a target of one or two axes as Painted reads it.
func PaintedText(t toys.Target) string {
	return ""
}
