package lanes

// The loops as one would write them down, except for two things. Each slice is first cut
// to the cells, which saves bounds checks in the loop. And each product is converted to
// float64 before an addition: the conversion rounds it, so that no machine fuses the two
// operations and all give the same bits. Loops with a parameter at begin at that cell.

// Least stands for a mass of 0 in a divisor. The dividend is then 0 too, since nothing
// flows to a cell without mass. It is far below any mass that a level may have.
const Least = 1e-300

func plainLesser(f, u *Pair, p, open []float64, by int) {
	n := len(open)
	p0, p1 := p[:n], p[by:][:n]
	a0, a1, f0 := u[0][:n], u[0][by:][:n], f[0][:n]
	b0, b1, f1 := u[1][:n], u[1][by:][:n], f[1][:n]
	for i, k := range open {
		c := k * min(p0[i], p1[i])
		f0[i], f1[i] = c*(a0[i]-a1[i]), c*(b0[i]-b1[i])
	}
}

func plainHarmonic(f, u *Pair, p, open []float64, by int) {
	n := len(open)
	p0, p1 := p[:n], p[by:][:n]
	a0, a1, f0 := u[0][:n], u[0][by:][:n], f[0][:n]
	b0, b1, f1 := u[1][:n], u[1][by:][:n], f[1][:n]
	for i, k := range open {
		c := k * (p0[i] * (p1[i] / (p0[i] + p1[i] + Least)))
		f0[i], f1[i] = c*(a0[i]-a1[i]), c*(b0[i]-b1[i])
	}
}

func plainSettle(dst, base *Pair, s, t *Stream, p []float64, share float64, at int) {
	p = p[at:]
	n := len(p)
	for k := range 2 {
		to, from := dst[k][at:][:n], base[k][at:][:n]
		sin, sout := s.Flow[k][at:][:n], s.Flow[k][at+s.By:][:n]
		tin, tout := t.Flow[k][at:][:n], t.Flow[k][at+t.By:][:n]
		for x, v := range p {
			to[x] = from[x] + float64(share/max(v, Least)*((sin[x]-sout[x])+(tin[x]-tout[x])))
		}
	}
}

func plainCarry(p []float64, u *Pair, s *Step, at int) (sum Sums) {
	p = p[at:]
	n := len(p)
	u0, u1 := u[0][at:][:n], u[1][at:][:n]
	rise, grow, more, shrink := s.Rise[at:][:n], s.Grow[at:][:n], s.More[at:][:n], s.Shrink[at:][:n]
	for x, v := range p {
		gain := float64(v * grow[x])
		sum.Grow += gain
		sum.More += float64(v * more[x])
		sum.Lag += float64(v * u0[x] * rise[x])
		u1[x] += rise[x]
		sum.Gain += float64(gain * u1[x])
		p[x] = v + gain
		u0[x] += float64(u0[x]*shrink[x]) + shrink[x]
	}
	return sum
}

func plainRates(s *Step, slope []float64, pace float64, at int) {
	slope = slope[at:]
	n := len(slope)
	rise, grow, more, shrink := s.Rise[at:][:n], s.Grow[at:][:n], s.More[at:][:n], s.Shrink[at:][:n]
	for i, v := range slope {
		x := float64(pace * v)
		rise[i], more[i] = x, Expm1mx(x)
		grow[i] = x + more[i]
		shrink[i] = -grow[i] / (1 + grow[i])
	}
}

// Expm1mx returns exp(x) - 1 - x by its series, right to the last digit if |x| is at most
// Small.
func Expm1mx(x float64) float64 {
	sum := series[len(series)-1]
	for i := len(series) - 2; i >= 0; i-- {
		sum = float64(sum*x) + series[i]
	}
	return float64(x * x * sum)
}

// series has the coefficients of (exp(x) - 1 - x)/x²: 1/2!, 1/3!, and so on to 1/16!.
var series = [...]float64{
	1. / 2,
	1. / 6,
	1. / 24,
	1. / 120,
	1. / 720,
	1. / 5040,
	1. / 40320,
	1. / 362880,
	1. / 3628800,
	1. / 39916800,
	1. / 479001600,
	1. / 6227020800,
	1. / 87178291200,
	1. / 1307674368000,
	1. / 20922789888000,
}
