package main

import (
	"errors"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments"
)

// kernelsOf looks kernels up, or returns the catalogue if none are named.
func kernelsOf(specs []string) (all []chains.Entry[chains.Kernel], err error) {
	if len(specs) == 0 {
		return kernels.Catalogue, nil
	}
	for _, spec := range specs {
		k, wrong := experiments.FindKernel(spec)
		err = errors.Join(err, wrong)
		all = append(all, chains.Entry[chains.Kernel]{Name: spec, Make: k})
	}
	return all, err
}
