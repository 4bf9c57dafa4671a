package sandwich

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// A line is the regression of direction on log w: of as many runs each way, the log odds that one is a reverse run are
// slope (log w - even). Crooks' law says that they are log w - log R.
type line struct{ slope, even Estimate }

// line regresses the directions of independent runs whose log w is finite. It is not ok if fewer of these overlap than
// a test takes.
func (s Set) line() (l line, ok bool) {
	s = s.independent()
	var x, y []float64 // log w, and 1 for a reverse run
	for side, runs := range s.Sides {
		for _, logw := range finite(runs.LogW) {
			x = append(x, logw)
			y = append(y, float64(side))
		}
	}
	mean, sd := stat.PopMeanStdDev(x, nil)
	floats.AddConst(-mean, x)
	floats.Scale(1/sd, x)
	a, b, of, ok := logistic(x, y)
	n, m := float64(len(s.Sides[0].LogW)), float64(len(s.Sides[1].LogW))
	zero := (math.Log(m/n) - a) / b
	l.slope = Estimate{Value: b / sd, StdErr: math.Sqrt(of.n/of.det()) / sd}
	variance := (of.nxx-2*zero*of.nx+zero*zero*of.n)/of.det() - 1/n - 1/m // both numbers are given and not drawn
	l.even = Estimate{Value: mean + sd*zero, StdErr: sd * math.Sqrt(max(0, variance)) / math.Abs(b)}
	return l, ok
}

// An information has the sums of p (1-p), and of x and x² times that, over runs.
type information struct{ n, nx, nxx float64 }

// det returns the determinant.
func (i information) det() float64 { return i.n*i.nxx - i.nx*i.nx }

// logistic returns the a and b by which the y are likeliest, if one is 1 with probability p = 1/(1 + e^-(a + b x)). It
// is not ok if Newton's steps reach none, or if the y have less than leastVariance there.
func logistic(x, y []float64) (a, b float64, of information, ok bool) {
	const (
		most      = 30
		converged = 1e-9
	)
	for range most {
		of = information{}
		var scoreA, scoreB float64
		for i, v := range x {
			p := 1 / (1 + math.Exp(-a-b*v))
			scoreA += y[i] - p
			scoreB += (y[i] - p) * v
			of.n += p * (1 - p)
			of.nx += p * (1 - p) * v
			of.nxx += p * (1 - p) * v * v
		}
		stepA := (of.nxx*scoreA - of.nx*scoreB) / of.det()
		stepB := (of.n*scoreB - of.nx*scoreA) / of.det()
		a += stepA
		b += stepB
		if math.Abs(stepA)+math.Abs(stepB) < converged {
			return a, b, of, of.n >= leastVariance
		}
	}
	return a, b, of, false
}

// difference says how the two directions of runs that break the law differ; "" if too few are alike in log w.
func (r Result) difference() string {
	var says []string
	if r.B.Value < -3*r.B.StdErr {
		says = append(says, "B is below 0, which no right sampler has")
	}
	if l, ok := r.line(); ok {
		says = append(says, fmt.Sprintf("of as many runs each way, the log odds of a reverse one rise by %.3g ± %.2g "+
			"a nat of log w (1 in one sampler), and are 0 at %.6g ± %.2g; log R is %.6g by the mean of w and %.6g by "+
			"that of 1/w (all three alike in one sampler)", l.slope.Value, l.slope.StdErr, l.even.Value, l.even.StdErr,
			r.LogMeans[0].Value, r.LogMeans[1].Value))
	}
	return strings.Join(says, "; ")
}
