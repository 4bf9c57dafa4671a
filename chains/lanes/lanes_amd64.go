//go:build !purego

package lanes

import "golang.org/x/sys/cpu"

// fast reports whether the machine has instructions for four cells, and faster whether it has them for eight.
var (
	fast   = cpu.X86.HasAVX
	faster = fast && cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasBMI2
)

// Each function does the first n cells of the plain loop with its name. For currentsAVX n is at least four.

//go:noescape
func currentsAVX(a Acceptance, dst, u *Pair, p, open *float64, by, n int)

//go:noescape
func settleAVX(dst, base *Pair, s, t *Stream, p *float64, n int)

//go:noescape
func carryAVX(p *float64, u *Pair, s *BetaStep, sums *Sums, n int)
