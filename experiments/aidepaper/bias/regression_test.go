package bias

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
)

// The lattice has the numbers of the continuous problem in four digits and more.
func TestRegressionIsContinuous(t *testing.T) {
	for points, fine := range map[int]bool{81: true, 9: false} {
		r := newRegression(points)
		prior := newSampler(r.grid, r.steps[0], r.joint(), r.joint()).walk(0).J()
		vb := newSampler(r.grid, r.normal(authorsVB()), r.joint(), r.joint()).walk(0).J()
		for what, pair := range map[string][2]float64{"log p(y)": {chains.LogSum(r.joint()), closedLogP()},
			"J of the prior": {prior, closedJ(distuv.UnitNormal, distuv.UnitNormal)}, "J of VB": {vb, closedJ(authorsVB())}} {
			if same := math.Abs(pair[0]/pair[1]-1) < 1e-6; same != fine { // the prior has 4e-9 outside
				t.Errorf("with %d points %s is %v, want %v", points, what, pair[0], pair[1])
			}
		}
	}
}

// The closed forms are those of sums with pencil and paper: a ~ N(0, 1/3) and b ~ N(8/9, 1/9) given
// the data, y has the covariance (6 -3; -3 6).
func TestClosedForms(t *testing.T) {
	alike(t, "log p(y)", closedLogP(), -math.Log(2*math.Pi)-math.Log(27)/2-24./27/2)
	alike(t, "J of the prior", closedJ(distuv.UnitNormal, distuv.UnitNormal), (3+1./3-2)/2+(9+1./9-2)/2+64./81*10/2)
}

// jeffreys is the symmetrised divergence of two normal laws.
func jeffreys(p, q distuv.Normal) float64 {
	ratio, off := p.Sigma*p.Sigma/(q.Sigma*q.Sigma), p.Mu-q.Mu
	return (ratio+1/ratio-2)/2 + off*off*(1/(p.Sigma*p.Sigma)+1/(q.Sigma*q.Sigma))/2
}

// closedJ is the symmetrised divergence of a law of independent a and b from the posterior.
func closedJ(a, b distuv.Normal) float64 {
	pa, pb := closedPosterior()
	return jeffreys(a, pa) + jeffreys(b, pb)
}
