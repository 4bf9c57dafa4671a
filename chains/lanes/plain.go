package lanes

// The loops as one writes them down, from cell at on.

// least is added to no mass, and divides where there is none: what flows to a cell
// without mass is 0 and stays 0.
const least = 1e-300

func plainLesser(f, u *Pair, p, open []float64, by, at int) {
	for i := at; i < len(open); i++ {
		c := open[i] * min(p[i], p[i+by])
		f[0][i] = c * (u[0][i] - u[0][i+by])
		f[1][i] = c * (u[1][i] - u[1][i+by])
	}
}

func plainHarmonic(f, u *Pair, p, open []float64, by, at int) {
	for i := at; i < len(open); i++ {
		c := open[i] * (p[i] * (p[i+by] / (p[i] + p[i+by] + least)))
		f[0][i] = c * (u[0][i] - u[0][i+by])
		f[1][i] = c * (u[1][i] - u[1][i+by])
	}
}

func plainSettle(dst, base *Pair, s, t *Stream, p []float64, share float64, at int) {
	for x := at; x < len(p); x++ {
		rate := share / max(p[x], least)
		dst[0][x] = base[0][x] + rate*((s.Flow[0][x]-s.Flow[0][x+s.By])+(t.Flow[0][x]-t.Flow[0][x+t.By]))
		dst[1][x] = base[1][x] + rate*((s.Flow[1][x]-s.Flow[1][x+s.By])+(t.Flow[1][x]-t.Flow[1][x+t.By]))
	}
}

func plainCarry(p []float64, u *Pair, s *Step, at int) (sum Sums) {
	u0, u1 := u[0], u[1]
	for x := at; x < len(p); x++ {
		rise, shrink, more := s.Rise[x], s.Shrink[x], p[x]*s.Grow[x]
		sum.Grow += more
		sum.More += p[x] * s.More[x]
		sum.Lag += p[x] * u0[x] * rise
		u1[x] += rise
		sum.Gain += more * u1[x]
		p[x] += more
		u0[x] += u0[x]*shrink + shrink
	}
	return sum
}
