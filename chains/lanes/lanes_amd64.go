//go:build !purego

package lanes

import "golang.org/x/sys/cpu"

// fast reports whether the machine has the instructions.
var fast = cpu.X86.HasAVX

// Each does the first n cells of the plain loop with its name, and n is at least four.
// For carry and rates, and for settle if dst is base, n is a multiple of four.

//go:noescape
func lesserAVX(f0, f1, u0, u1, p, open *float64, by, n int)

//go:noescape
func harmonicAVX(f0, f1, u0, u1, p, open *float64, by, n int)

//go:noescape
func settleAVX(dst0, dst1, base0, base1, p, s0, s1 *float64, sby int, t0, t1 *float64, tby int, share float64, n int)

//go:noescape
func carryAVX(p, u0, u1, rise, grow, more, shrink *float64, sums *[4][wide]float64, n int)

//go:noescape
func ratesAVX(rise, grow, more, shrink, slope *float64, pace float64, n int)
