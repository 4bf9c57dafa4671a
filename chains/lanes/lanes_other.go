//go:build !amd64 || purego

package lanes

// All are false: the plain loops do all the work.
const fast, fastWhole, faster = false, false, false

const none = "lanes: no AVX here"

func flowAVX(c Conductance, f, u *Pair, p, open *float64, by, n int) { panic(none) }

func settleAVX(dst, base *Pair, s, t *Stream, p *float64, share float64, n int) { panic(none) }

func nearAVX512(dst, f *Pair, p *float64, open0, open1 uint64, by0, by1 int, share float64, n int) {
	panic(none)
}

func wordsAVX512(words, state *uint64, n int) { panic(none) }

func carryAVX(p *float64, u *Pair, s *Step, sums *Sums, n int) { panic(none) }

func ratesAVX(rise, grow, more, shrink, slope *float64, pace float64, n int) { panic(none) }

func pushAVX(dst, q *[8]float64, from *int, to *int32, p *float64, n int) { panic(none) }

func redrawAVX(dst, q *[8]float64, stride int, conditional *float64, share float64, n int) {
	panic(none)
}

func acceptAVX(c Conductance, p, each *float64, x, y *int32, f *float64, n int) { panic(none) }

func acceptAlongAVX(c Conductance, p, each, here, there *float64, n int) {
	panic(none)
}

func nearTermsAVX(up, down, a, b *float64, n int) { panic(none) }

func expAVX(dst, x *float64, n int) { panic(none) }

func normalizeAVX(p *float64, n int, found *normal) { panic(none) }

func surveyAVX(law, rise, p *float64, n int, r *Rising) { panic(none) }

func centerAVX(d, rise, grow, p *float64, n int, mean float64, l *Lift, near bool) {
	panic(none)
}

func weighAVX(q *float64, stride int, rise, grow, p, next *float64, n int, w *Weight, largest *float64) {
	panic(none)
}

func toBlockAVX(q *[8]float64, all *float64, stride, n int) { panic(none) }

func fromBlockAVX(all *float64, q *[8]float64, stride, n int) { panic(none) }

func acceptBandsAVX512(b *Bands, f *float64) { panic(none) }

func pushBandsAVX512(dst, q *float64, stride int, b *Bands) { panic(none) }

func edgesAVX512(dst, q *[8]float64, e *Edges, n int) { panic(none) }

func acceptEdgesAVX(e *Edges, each *float64, x *int32, f *float64, n int) { panic(none) }

func averageAVX(dst, from, to *float64, beta float64, n int) { panic(none) }

func riseAVX(was, now *float64, n int, odd *float64) { panic(none) }
