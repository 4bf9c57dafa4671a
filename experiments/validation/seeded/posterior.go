package seeded

import (
	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
)

// atPosterior are the bugs that are about the levels of an annealing, with counterparts for a
// posterior and its data. At the target the last of them is no bug.
var atPosterior = map[string]chains.Kernel{
	"wrong temperature": bugs.Changed(kernels.Metropolis{}, bugs.Alter(bugs.Altered{
		AimAt: func(l *chains.Level) *chains.Level { return bugs.Copied(l, 0.9) }})),
	"level before":      bugs.Changed(kernels.Metropolis{}, bugs.Stale),
	"always the target": kernels.Metropolis{},
}

// AtPosterior is the kernel with the bug, where the one level is a posterior; nil if the bug is not in a kernel.
func (b Bug) AtPosterior() chains.Kernel {
	if k := atPosterior[b.Name]; k != nil {
		return k
	}
	return b.Kernel
}
