package averages

import (
	"context"
	"math"

	"breadboard/exact/accounts/laplace"
)

// A Combined has exact numbers of the log of an average of K independent runs.
type Combined struct {
	Mean   float64 // E[log average] - log R
	Square float64 // E[(log average - log R)²]
	Off    float64 // a bound on the error of both
	How    How
}

// RMSE is the root mean squared error of the log of the average, as an estimate of log R.
func (c Combined) RMSE() float64 { return math.Sqrt(c.Square) }

// A laplacian returns the transform of V at a node, and how far E[e^-sV] is off. E[V] is at most 1.
type laplacian func(n laplace.Node) (phi laplace.Phi, off float64)

// combined is the log of the mean of K values V, none of which is below e^least. To compute φ
// once takes so many terms.
func (phi laplacian) combined(ctx context.Context, terms, K int, least float64) (Combined, error) {
	var l laplace.Logs
	off, many, logK := 0., float64(K), math.Log(float64(K))
	for n, err := range laplace.Nodes(ctx, terms, laplace.Lowest, laplace.Highest+logK-least) {
		if err != nil {
			return Combined{}, err
		}
		one, rough := phi(laplace.NodeAt(n.U - logK))
		l.Add(n, n.Above(laplace.Phi{Log: many * one.Log, Rest: many * one.Rest}))
		if K > 1 {
			rough *= many * math.Exp((many-1)*one.Log)
		}
		off += laplace.Step * rough * max(1, 2*math.Abs(n.U+laplace.Euler))
	}
	return ofLogs(l, off), nil
}

// ofLogs has the numbers of these integrals, which are off by this much more. The mean square is no less
// than the square of the mean; rounding may have made it so.
func ofLogs(l laplace.Logs, off float64) Combined {
	mean := l.First.Value()
	return Combined{mean, max(l.Second.Value(), mean*mean), max(off, l.First.Off(), l.Second.Off(), 2e-15*max(1, l.Second.Value())), Integral}
}

// infinite is the log of a mean that is 0 with positive probability.
var infinite = Combined{Mean: math.Inf(-1), Square: math.Inf(1), How: Closed}

// rounded is the transform of a Mellin whose moments have so many steps of a few roundings each.
func rounded(m laplace.Mellin, times int) laplacian {
	return func(n laplace.Node) (phi laplace.Phi, off float64) {
		logphi, off := m.LogTransform(n.U)
		return n.Phi(logphi), 4 * off * float64(times)
	}
}
