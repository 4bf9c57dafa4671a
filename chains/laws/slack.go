package laws

// A Slack is the error, besides rounding, that each entry of the rows may have: 1e-6
// if a matrix was written with six digits. Below, d(x,y) is the error of an entry,
// |d(x,y)| <= slack, and each method says how far a law may be off because of it.
type Slack float64

// into returns how far pT may be from p in a cell of mass p, relative to p:
// |sum_x p(x) d(x,y)| <= slack.
func (s Slack) into(p float64) float64 { return float64(s) / max(p, underflow) }

// flow returns how far the flows between x and y may be apart: p(x) d(x,y) and p(y) d(y,x).
// The flow from x to itself differs by what pT differs by, and by what the n other
// entries of a row of the reversal leave of 1.
func (s Slack) flow(p []float64, x, y int) float64 {
	if x == y {
		return float64(s) * (1 + float64(len(p))*p[x])
	}
	return float64(s) * (p[x] + p[y])
}

// Over returns how far a mean over a chain may be off after so many steps, if each step
// uses a row of n entries.
func (s Slack) Over(steps, n int) float64 { return float64(s) * float64(steps*n) }
