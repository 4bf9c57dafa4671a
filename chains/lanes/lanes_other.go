//go:build !amd64 || purego

package lanes

// Both are false: the plain loops do all the work.
const fast, faster = false, false

func lesserAVX(f0, f1, u0, u1, p, open *float64, by, n int) { panic("lanes: no AVX here") }

func harmonicAVX(f0, f1, u0, u1, p, open *float64, by, n int) { panic("lanes: no AVX here") }

func settleAVX(dst0, dst1, base0, base1, p, s0, s1 *float64, sby int, t0, t1 *float64, tby int, share float64, n int) {
	panic("lanes: no AVX here")
}

func nearAVX512(dst, f *Pair, p *float64, open0, open1 uint64, by0, by1 int, share float64, n int) {
	panic("lanes: no AVX here")
}

func wordsAVX512(words *uint64, states *[2][8]uint64, leap *[4]uint64, n int) {
	panic("lanes: no AVX here")
}

func carryAVX(p *float64, u *Pair, s *Step, sums *Sums, n int) { panic("lanes: no AVX here") }

func ratesAVX(rise, grow, more, shrink, slope *float64, pace float64, n int) {
	panic("lanes: no AVX here")
}
