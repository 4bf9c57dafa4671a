package protocol

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/toys"
)

// A Fit is the posterior of the hyperparameters, exactly.
type Fit struct {
	LogP float64   // log p(y), eta and latents summed out
	Eta  []float64 // p(eta | y), by the cell of eta
	Mode int       // the fitted eta: the most probable one, the first if several are
}

// NewFit sums the latents out of a posterior of the family.
func NewFit(f toys.Family, t toys.Target) Fit {
	fit := Fit{LogP: chains.LogSum(t.LogF), Eta: make([]float64, f.Etas())}
	latents := len(t.LogF) / f.Etas()
	for x, p := range chains.Normalized(t.LogF) {
		fit.Eta[x/latents] += p
	}
	fit.Mode = floats.MaxIdx(fit.Eta)
	return fit
}

// simulated draws latents and data from the model with a fitted eta, and returns the posterior
// of the family. Its Latents are eta and the drawn latents. They are not an exact draw from the
// posterior, because eta was not drawn.
func simulated(f toys.Family, eta int, seed, set uint64) toys.Target {
	rng := rand.New(rand.NewPCG(seed, set))
	m := f.Member(eta)
	x := m.Latents(rng)
	t := f.Given(m.Draw(x, rng))
	t.Model.Latents = f.Cell(eta, x)
	return t
}
