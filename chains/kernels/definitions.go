package kernels

import (
	"math/big"

	"breadboard/chains"
	"breadboard/grid"
)

// definitions lists those of several kernels.
func definitions(ks []chains.Kernel, g grid.Grid) []chains.Definition {
	all := make([]chains.Definition, len(ks))
	for i, k := range ks {
		all[i] = chains.DefinitionOf(k, g)
	}
	return all
}

// shared are weights over their sum, without rounding.
func shared(weights ...*big.Rat) []*big.Rat {
	total, shares := new(big.Rat), make([]*big.Rat, len(weights))
	for _, w := range weights {
		total.Add(total, w)
	}
	for i, w := range weights {
		shares[i] = new(big.Rat).Quo(w, total)
	}
	return shares
}

// exactly are float64 numbers without rounding.
func exactly(all ...float64) []*big.Rat {
	rats := make([]*big.Rat, len(all))
	for i, v := range all {
		rats[i] = new(big.Rat).SetFloat64(v)
	}
	return rats
}
