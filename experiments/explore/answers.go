package explore

import "breadboard/experiments/columns"

// A Shape says how cells are laid out on the page, row by row. A grid of more than two axes is folded as in every
// picture: its first axes run down, its last ones to the right.
type Shape struct {
	Axes    []int  `json:"axes"`
	Rows    int    `json:"rows"`
	Columns int    `json:"columns"`
	Walls   []bool `json:"walls"` // by cell
}

// A Canvas has a target to paint on.
type Canvas struct {
	Shape
	Name   string `json:"name"`
	Target string `json:"target"`          // as Painted reads it; "" if the grid has more than two axes
	Kinds  string `json:"kinds,omitempty"` // of its axes, as Question.Axes; "" if they are two lines
}

// Divergences has both Kullback-Leibler divergences of two distributions, and their sum, in nats.
type Divergences struct {
	QP  Number `json:"q_p"` // KL(q||p)
	PQ  Number `json:"p_q"` // KL(p||q)
	Sum Number `json:"sum"`
}

// Measured has the numbers and distributions that follow each stroke of the brush. Those of a program come from its
// account.
type Measured struct {
	Shape
	J       Divergences `json:"J"`
	B       Divergences `json:"B"`
	BMinusJ Number      `json:"slack"` // B - J
	P       []Number    `json:"p"`     // the target
	Q       []Number    `json:"q"`     // the distribution of the samples
	Notes   []string    `json:"notes"`
}

// Exact has the exact numbers of an annealing, by level. A program has no levels.
type Exact struct {
	Measured
	Betas []Number `json:"betas"`
	JT    []Number `json:"j_t"` // by level, from 0: J of the annealing that stops there
	BT    []Number `json:"b_t"` // likewise B, with its own reverse runs from p_t
}

// Levels has the distributions at some levels of the annealing.
type Levels struct {
	Shape
	Frames []Frame `json:"frames"`
}

// A Frame has the distribution that chains should have at a level, and the one that they have.
type Frame struct {
	T       int      `json:"t"`
	Beta    Number   `json:"beta"`
	P       []Number `json:"p"`       // p_beta
	Forward []Number `json:"forward"` // of the forward chain's state x_t, after the step of the kernel at this level
}

// A Number is a float64 in JSON: "inf" and "-inf" are infinite, and null is not known.
type Number = columns.Real

// numbers returns numbers in a form for JSON.
func numbers(all []float64) []Number {
	of := make([]Number, len(all))
	for i, v := range all {
		of[i] = Number(v)
	}
	return of
}
