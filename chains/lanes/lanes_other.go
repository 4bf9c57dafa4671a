//go:build !amd64 || purego

package lanes

// fast is false: the plain loops do all the work.
const fast = false

const none = "lanes: no AVX here"

func currentsAVX(a Acceptance, dst, u *Pair, p, open *float64, by, n int) { panic(none) }

func settleAVX(dst, base *Pair, s, t *Stream, p *float64, n int) { panic(none) }

func carryAVX(p *float64, u *Pair, s *BetaStep, sums *Sums, n int) { panic(none) }
