package protocol

import (
	"math/rand/v2"

	"breadboard/toys"
)

// Simulated are data, and the cell of eta and x that they were drawn from.
type Simulated struct {
	Data [][]float64
	Cell int
}

// simulate draws latents and data from the model with the fitted eta.
func (c Case) simulate(mode int, seed uint64, set int) Simulated {
	rng := rand.New(rand.NewPCG(seed, uint64(set)))
	m := c.Family.Member(mode)
	x := m.Latents(rng)
	return Simulated{Data: m.Draw(x, rng), Cell: c.Family.Cell(mode, x)}
}

// posterior is that of the family given simulated data. Its Latents are eta and the drawn latents. They are not an
// exact draw from the posterior, because eta was not drawn.
func (c Case) posterior(s Simulated) toys.Target {
	t := c.Family.Given(s.Data)
	t.Model.Latents = s.Cell
	return t
}
