package explore

import "breadboard/experiments/columns"

// A Shape says how cells are laid out on the page: row by row. A grid of more than two axes is folded, as in every
// picture: its first axes run down and its last ones to the right.
type Shape struct {
	Axes    []int  `json:"axes"`
	Rows    int    `json:"rows"`
	Columns int    `json:"columns"`
	Walls   []bool `json:"walls"` // by cell
}

// A Drawn is a target to paint on.
type Canvas struct {
	Shape
	Name   string   `json:"name"`
	LogF   []Number `json:"log_f"`
	Target string   `json:"target"`          // as Painted reads it; "" if the grid has more than two axes
	Kinds  string   `json:"kinds,omitempty"` // of its axes, as Question.Axes; "" if they are lines
}

// Divergences are both Kullback-Leibler divergences of a pair of laws, and their sum, in nats.
type Divergences struct {
	QP  Number `json:"q_p"` // KL(q||p)
	PQ  Number `json:"p_q"` // KL(p||q)
	Sum Number `json:"sum"`
}

// Measured holds the numbers and laws that follow a stroke of the brush at once. If a program runs, they come from its
// account.
type Measured struct {
	Shape
	J     Divergences `json:"J"`
	B     Divergences `json:"B"`
	Slack Number      `json:"slack"` // B - J
	LogR  Number      `json:"log_r"`
	P     []Number    `json:"p"` // the target
	Q     []Number    `json:"q"` // the law of the samples
	Notes []string    `json:"notes"`
}

// Exact holds the exact numbers of an annealing, with its steps. A program has none.
type Exact struct {
	Measured
	Betas []Number `json:"betas"`
	Steps []Number `json:"steps"` // what each step adds to B: step i leads from beta i to beta i+1, from 0
}

// Levels are laws along the annealing, at some of its levels.
type Levels struct {
	Shape
	Frames []Frame `json:"frames"`
}

// A Frame is a level: the law that the chains should have there, and the one that they have.
type Frame struct {
	T       int      `json:"t"`
	Beta    Number   `json:"beta"`
	P       []Number `json:"p"`       // p_beta
	Forward []Number `json:"forward"` // of the forward chain's state x_t, after the step of the kernel at this level
}

// A Number is a float64 that JSON can hold: "inf" and "-inf" are infinite, and null is a number that is not known.
type Number = columns.Real

// numbers returns the same numbers as JSON can hold them.
func numbers(all []float64) []Number {
	of := make([]Number, len(all))
	for i, v := range all {
		of[i] = Number(v)
	}
	return of
}
