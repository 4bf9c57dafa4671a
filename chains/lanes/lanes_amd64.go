//go:build !purego

package lanes

import "golang.org/x/sys/cpu"

// fast reports whether the machine has the instructions, and faster whether it has those for eight cells.
var (
	fast   = cpu.X86.HasAVX
	faster = fast && cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasBMI2
)

// Each does the first n cells of the plain loop with its name, and n is at least four.
// For rates, and for settle if dst is base, n is a multiple of four.

//go:noescape
func lesserAVX(f0, f1, u0, u1, p, open *float64, by, n int)

//go:noescape
func harmonicAVX(f0, f1, u0, u1, p, open *float64, by, n int)

//go:noescape
func settleAVX(dst0, dst1, base0, base1, p, s0, s1 *float64, sby int, t0, t1 *float64, tby int, share float64, n int)

//go:noescape
func nearAVX512(dst, f *Pair, p *float64, open0, open1 uint64, by0, by1 int, share float64, n int)

//go:noescape
func wordsAVX512(words *uint64, states *[2][8]uint64, leap *[4]uint64, n int)

//go:noescape
func carryAVX(p *float64, u *Pair, s *Step, sums *Sums, n int)

//go:noescape
func ratesAVX(rise, grow, more, shrink, slope *float64, pace float64, n int)
