//go:build !purego

package lanes

import "golang.org/x/sys/cpu"

// fast reports whether the machine has the instructions, fastWhole whether it has those for whole numbers, and faster
// whether it has those for eight cells.
var (
	fast      = cpu.X86.HasAVX
	fastWhole = fast && cpu.X86.HasAVX2
	faster    = fast && cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasBMI2
)

// Each does the first n cells of the plain loop with its name. For flow n is at least four, and for rates,
// acceptances, exp and blocks it is a multiple of four.

//go:noescape
func flowAVX(c Conductance, f, u *Pair, p, open *float64, by, n int)

//go:noescape
func settleAVX(dst, base *Pair, s, t *Stream, p *float64, share float64, n int)

//go:noescape
func nearAVX512(dst, f *Pair, p *float64, open0, open1 uint64, by0, by1 int, share float64, n int)

//go:noescape
func wordsAVX512(words, state *uint64, n int)

//go:noescape
func carryAVX(p *float64, u *Pair, s *Step, sums *Sums, n int)

//go:noescape
func ratesAVX(rise, grow, more, shrink, slope *float64, pace float64, n int)

//go:noescape
func pushAVX(dst, q *[8]float64, from *int, to *int32, p *float64, n int)

//go:noescape
func redrawAVX(dst, q *[8]float64, stride int, conditional *float64, share float64, n int)

//go:noescape
func acceptAVX(c Conductance, p, each *float64, x, y *int32, f *float64, n int)

//go:noescape
func acceptAlongAVX(c Conductance, p, each, here, there *float64, n int)

//go:noescape
func nearTermsAVX(up, down, a, b *float64, n int)

//go:noescape
func expAVX(dst, x *float64, n int)

//go:noescape
func edgesAVX512(dst, q *[8]float64, e *Edges, n int)

//go:noescape
func acceptEdgesAVX(e *Edges, each *float64, x *int32, f *float64, n int)

//go:noescape
func toBlockAVX(q *[8]float64, all *float64, stride, n int)

//go:noescape
func fromBlockAVX(all *float64, q *[8]float64, stride, n int)

//go:noescape
func acceptBandsAVX512(b *Bands, f *float64)

//go:noescape
func pushBandsAVX512(dst, q *float64, stride int, b *Bands)

// Of the following n is a multiple of eight, and not 0.

//go:noescape
func normalizeAVX(p *float64, n int, found *normal)

//go:noescape
func surveyAVX(law, rise, p *float64, n int, r *Rising)

//go:noescape
func centerAVX(d, rise, grow, p *float64, n int, mean float64, l *Lift, near bool)

//go:noescape
func weighAVX(q *float64, stride int, rise, grow, p, next *float64, n int, w *Weight, largest *float64)

//go:noescape
func averageAVX(dst, from, to *float64, beta float64, n int)

//go:noescape
func riseAVX(was, now *float64, n int, odd *float64)
