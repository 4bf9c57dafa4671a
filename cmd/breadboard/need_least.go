package main

import (
	"fmt"

	"breadboard/experiments"
)

// least is the memory of commands whose flags hardly change it. Measured: reproduce takes 90 MiB
// for the page and figures of a paper, and list --pictures takes 48 MiB.
var least = map[string]float64{
	"reproduce": 128 << 20,
	"list":      56 << 20,
	"seeds":     40 << 20,
}

// affordLeast returns bad input if the memory does not suffice for the command's least need, which
// is that of the program itself for most commands.
func (w *world) affordLeast(name string) error {
	bytes := max(least[name], experiments.ProgramBytes)
	return w.affordBytes(fmt.Sprintf("%s takes at least %s of memory", name, amount(bytes)), "a larger machine or limit",
		bytes, false, false)
}
