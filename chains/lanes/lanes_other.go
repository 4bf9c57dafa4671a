//go:build !amd64 || purego

package lanes

// fast is false: the plain loops do all the work.
const fast = false

func lesserAVX(f0, f1, u0, u1, p, open *float64, by, n int) { panic("lanes: no AVX here") }

func harmonicAVX(f0, f1, u0, u1, p, open *float64, by, n int) { panic("lanes: no AVX here") }

func settleAVX(dst0, dst1, base0, base1, p, s0, s1 *float64, sby int, t0, t1 *float64, tby int, share float64, n int) {
	panic("lanes: no AVX here")
}

func carryAVX(p, u0, u1, rise, grow, more, shrink *float64, sums *[4][wide]float64, n int) {
	panic("lanes: no AVX here")
}

func ratesAVX(rise, grow, more, shrink, slope *float64, pace float64, n int) {
	panic("lanes: no AVX here")
}
