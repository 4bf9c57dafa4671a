package power

import (
	"breadboard/chains/diagnostics"
	"breadboard/chains/sample"
	"breadboard/experiments/studies/run"
	"breadboard/experiments/validation/seeded"
)

// The rules that have no level are tried on four chains, diagnoses times over.
const (
	diagnosed = 1000 // states of each chain
	thinned   = 20   // of so many steps one is kept
	diagnoses = 20
)

// diagnosed counts in how many of the runs of four chains, each from the prior, R-hat and ESS say that not all is well,
// of a latent or of log f.
func (m powered) diagnosed(setting run.Setting, all moves) (rhat, ess int) {
	step := seeded.By(all.rows[0][0])
	for seed := range uint64(diagnoses) {
		d := sample.Seeded(setting.Seeded(seed), 5)
		logf := m.joint(0)
		var values [3][][]float64
		for range 4 {
			x, chain := d.Pick(m.prior), [3][]float64{}
			for range diagnosed {
				for range thinned {
					x = step(x, d)
				}
				for i, v := range []float64{float64(m.grid.Coord(x, 0)), float64(m.grid.Coord(x, 1)), logf[x]} {
					chain[i] = append(chain[i], v)
				}
			}
			for i := range values {
				values[i] = append(values[i], chain[i])
			}
		}
		fine := map[string]bool{"r-hat-rank": true, "ess-bulk": true}
		for _, v := range values {
			c := diagnostics.NewChains(v)
			for _, k := range diagnostics.Catalogue {
				if was, ok := fine[k.Name]; ok {
					fine[k.Name] = was && k.Fine(k.Of(c), 4)
				}
			}
		}
		if !fine["r-hat-rank"] {
			rhat++
		}
		if !fine["ess-bulk"] {
			ess++
		}
	}
	return rhat, ess
}
