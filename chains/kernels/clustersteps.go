package kernels

import (
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// byClusters is the operator of a kernel that moves clusters. Its rows are sums, and its steps throw dice for the bonds
// one by one, as the papers do: neither knows of the other.
type byClusters struct {
	*operators.Written
	steps *clusterSteps
	step  clusterStep
}

func newByClusters(b *Bonds, of chains.Definition, step clusterStep) *byClusters {
	return &byClusters{Written: operators.NewWritten(b.grid, nil, of), steps: newClusterSteps(b), step: step}
}

func (o *byClusters) Reversal() chains.Operator { return o }

// Step draws the next state from x, at the level that the operator is aimed at.
func (o *byClusters) Step(x int, d chains.Dice) int {
	o.steps.aim(o.Level.Beta)
	return o.step(o.steps, x, d)
}

// drawnBy makes the steps of levels of which single cells are asked.
func (b *Bonds) drawnBy(step clusterStep) chains.Draws {
	steps := newClusterSteps(b)
	return func(v chains.View[numbers.Float]) func(x int, d chains.Dice) int {
		_, beta := v.Place()
		steps.aim(beta)
		return func(x int, d chains.Dice) int { return step(steps, x, d) }
	}
}

// A clusterStep is redraw or flip.
type clusterStep func(o *clusterSteps, x int, d chains.Dice) int

// clusterSteps throw the dice at a level.
type clusterSteps struct {
	*Bonds
	at    [][]int // by site: its bonds
	open  []float64
	beta  float64 // at which the bonds are open with these probabilities
	odds  [2]float64
	sites []float64 // weights that are all alike: of the sites, of the values of one and of its other values
	value []float64
	other []float64
}

func newClusterSteps(b *Bonds) *clusterSteps {
	n := b.grid.Axes()
	if b.counted() {
		n = b.every.spins
	}
	o := &clusterSteps{
		Bonds: b,
		at:    make([][]int, n),
		open:  make([]float64, len(b.all)),
		beta:  math.NaN(),
		sites: slices.Repeat([]float64{1}, n),
		value: slices.Repeat([]float64{1}, b.values()),
		other: slices.Repeat([]float64{1}, b.values()-1),
	}
	for i, bond := range b.all {
		for _, site := range bond.Sites {
			o.at[site] = append(o.at[site], i)
		}
	}
	return o
}

// aim finds how probable each bond is at a level.
func (o *clusterSteps) aim(beta float64) {
	if beta == o.beta {
		return
	}
	o.beta = beta
	for i, bond := range o.all {
		o.open[i] = -math.Expm1(-beta * math.Abs(bond.Coupling))
	}
	if o.counted() {
		o.open = append(o.open[:0], -math.Expm1(-beta*o.every.coupling))
	}
}

// puts draws whether a bond is put in x.
func (o *clusterSteps) puts(x, bond int, d chains.Dice) bool {
	if o.open[bond] == 0 || !o.satisfies(x, o.all[bond]) {
		return false
	}
	o.odds = [2]float64{o.open[bond], 1 - o.open[bond]}
	return d.Pick(o.odds[:]) == 0
}

// redraw is a step of SwendsenWang. So many more than its value from x has each site of a cluster: that is a uniform
// value where all sites have one, and where two values differ an exchange.
func (o *clusterSteps) redraw(x int, d chains.Dice) int {
	clusters := grid.NewClasses(len(o.at))
	for i, bond := range o.all {
		if o.puts(x, i, d) {
			clusters.Join(bond.Sites[0], bond.Sites[1])
		}
	}
	y := x
	more := make([]int, len(o.at))
	for site := range more {
		first := clusters.First(site)
		if first == site {
			more[site] = d.Pick(o.weights(x, clusters, site))
		}
		y += o.rise(x, site, more[first])
	}
	return y
}

// weights are those of how much more the sites of a cluster get, in proportion to e to the sum of their fields. A
// cluster is named by its first site.
func (o *clusterSteps) weights(x int, clusters grid.Classes, name int) []float64 {
	if !o.InField() {
		return o.value
	}
	sums := make([]float64, o.values())
	for site := range o.at {
		if clusters.First(site) == name {
			for more := range sums {
				sums[more] += o.gain(x, site, more)
			}
		}
	}
	top := slices.Max(sums)
	for more, sum := range sums {
		sums[more] = math.Exp(sum - top)
	}
	return sums
}

// flip is a step of Wolff.
func (o *clusterSteps) flip(x int, d chains.Dice) int {
	in := make([]bool, len(o.at))
	seed := d.Pick(o.sites)
	in[seed] = true
	cluster := []int{seed}
	for k := 0; k < len(cluster); k++ {
		site := cluster[k]
		for _, bond := range o.at[site] {
			ends := o.all[bond].Sites
			next := ends[0] + ends[1] - site
			if !in[next] && o.puts(x, bond, d) {
				in[next] = true
				cluster = append(cluster, next)
			}
		}
	}
	more := 1 + d.Pick(o.other)
	y := x
	gain := 0.0
	for _, site := range cluster {
		y += o.rise(x, site, more)
		gain += o.gain(x, site, more)
	}
	if !accepted(gain, d) {
		return x
	}
	return y
}

// field is that of the level, at a site that has a value.
func (o *clusterSteps) field(site, value int) (sum float64) {
	if o.begin != nil {
		sum += (1 - o.beta) * o.begin[site][value]
	}
	if o.Bonds.fields != nil {
		sum += o.beta * o.Bonds.fields[site][value]
	}
	return sum
}

// gain is what the field of the level gains where the value of a site becomes so much more.
func (o *clusterSteps) gain(x, site, more int) float64 {
	was := o.grid.Coord(x, site)
	return o.field(site, (was+more)%o.values()) - o.field(site, was)
}

// accepted draws whether a move is accepted, with min(1, e^rise).
func accepted(rise float64, d chains.Dice) bool {
	if rise >= 0 {
		return true
	}
	return d.Pick([]float64{math.Exp(rise), -math.Expm1(rise)}) == 0
}
