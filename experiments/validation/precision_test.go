package validation

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/laws"
	"breadboard/grid"
	"breadboard/grid/must"
)

// A real is a number in one of both precisions.
type real interface{ float32 | float64 }

func exp[F real](v F) F { return F(math.Exp(float64(v))) }

// byMetropolis returns the rows of a person's step on a ring, who computes the ratio of f in one precision.
func byMetropolis[F real](logf []float64) [][]float64 {
	return ring(len(logf), func(x, y int) float64 { return float64(exp(F(logf[y]) - F(logf[x]))) })
}

// byQuotient does so with f, and not its logarithm.
func byQuotient[F real](logf []float64) [][]float64 {
	top := slices.Max(logf)
	f := func(x int) F { return exp(F(logf[x]) - F(top)) }
	return ring(len(logf), func(x, y int) float64 { return float64(f(y) / f(x)) })
}

// byBarker accepts with Barker's probability.
func byBarker[F real](logf []float64) [][]float64 {
	return ring(len(logf), func(x, y int) float64 { return float64(1 / (1 + exp(F(logf[x])-F(logf[y])))) })
}

// ring returns rows that propose both neighbours alike.
func ring(n int, accepted func(x, y int) float64) [][]float64 {
	rows := make([][]float64, n)
	for x := range rows {
		rows[x] = make([]float64, n)
		stay := 1.0
		for _, y := range []int{(x + 1) % n, (x + n - 1) % n} {
			p := min(1, accepted(x, y)) / 2
			rows[x][y] += p
			stay -= p
		}
		rows[x][x] += stay
	}
	return rows
}

// byDraw draws from f itself, by sums that a random number is compared with.
func byDraw[F real](logf []float64) [][]float64 {
	var sums []F
	var sum F
	for _, v := range logf {
		sum += exp(F(v) - F(slices.Max(logf)))
		sums = append(sums, sum)
	}
	var row []float64
	before := 0.0
	for _, s := range sums {
		row = append(row, (float64(s)-before)/float64(sum))
		before = float64(s)
	}
	return slices.Repeat([][]float64{row}, len(logf))
}

// bySum computes log f of each cell as a sum of about as many terms as it has units, the last first.
func bySum[F real](logf []float64) [][]float64 {
	own := make([]float64, len(logf))
	r := rand.New(rand.NewPCG(3, 0))
	for x, v := range logf {
		n := int(max(2, math.Abs(v)))
		terms := make([]float64, n)
		sum := 0.0
		for i := range terms[1:] {
			terms[i+1] = v/float64(n) + 0.01*r.NormFloat64()
			sum += terms[i+1]
		}
		terms[0] = v - sum
		var of F
		for _, term := range slices.Backward(terms) {
			of += F(term)
		}
		own[x] = float64(of)
	}
	return byMetropolis[F](own)
}

// aPerson has the rows of a right step in both precisions.
type aPerson struct {
	name           string
	double, single func(logf []float64) [][]float64
}

var people = []aPerson{
	{"Metropolis", byMetropolis[float64], byMetropolis[float32]},
	{"a quotient", byQuotient[float64], byQuotient[float32]},
	{"Barker", byBarker[float64], byBarker[float32]},
	{"a draw", byDraw[float64], byDraw[float32]},
	{"sums", bySum[float64], bySum[float32]},
}

// judged returns the validation of rows at a single level on a line of cells.
func judged(t *testing.T, logf []float64, rows [][]float64) Validation {
	t.Helper()
	s := annealing("own", grid.New(len(logf)), make([]float64, len(logf)), logf, nil, 2)
	return must.Have(At(context.Background(), s.with(rows), 1))(t)
}

// TestPrecision: a person's right rows keep all laws in double precision, also where log f is -10,000 or a sum of that
// many terms, and in single precision they keep p to that. Rows that are off by ten times what single precision
// explains are wrong.
func TestPrecision(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		n := []int{3, 5, 16}[i%3]
		at := []float64{0, -40, -10_000}[i/3%3]
		logf := make([]float64, n)
		for x := range logf {
			logf[x] = at + r.NormFloat64()/2
		}
		name := fmt.Sprintf("%d cells about %v", n, at)
		for _, who := range people {
			double := judged(t, logf, who.double(logf))
			if !double.OK() || !strings.Contains(double.Verdict().String(), "keeps all 7 laws") {
				t.Errorf("%s by %s: %s", name, who.name, double.Verdict())
			}
			if at < -100 { // single precision has four digits there
				continue
			}
			v := judged(t, logf, who.single(logf))
			off, is := v.ByRounding()
			if !v.OK() || !is ||
				strings.Contains(v.Verdict().String(), "keeps p to single precision (largest error ") != (off <= 1e-6) {
				t.Errorf("%s by %s in single precision: %s", name, who.name, v.Verdict())
			}
			if most := largestError(v, who.single(logf)); !(math.Abs(off-most) <= 1e-14) {
				t.Errorf("%s by %s in single precision: the largest error is %v, want %v", name, who.name, off, most)
			}
			ofSums := float64(laws.Single) / 4 * math.Sqrt(float64(n)) / slices.Max(v.Last().P)
			explained := laws.Single.Share(max(slices.Max(logf), -slices.Min(logf))) + ofSums
			if v := judged(t, logf, leaning(who.double(logf), logf, 10*explained)); v.OK() {
				t.Errorf("%s by %s, off by ten times as much: %s", name, who.name, v.Verdict())
			}
		}
	}
}

// TestErrorsOfSinglePrecision: single precision has six digits. What it loses of a large log f, and what a tolerance
// allows, is not said to be kept to single precision.
func TestErrorsOfSinglePrecision(t *testing.T) {
	logf := []float64{0.3, -0.4, 1, 0.2}
	deep := make([]float64, len(logf))
	for x, v := range logf {
		deep[x] = v - 5000
	}
	v := judged(t, deep, leaning(byBarker[float64](deep), deep, 5e-5))
	must.Say(t, v.Verdict().String(), "own keeps p as well as single precision allows with a log f of this size (largest error ")
	s := annealing("own", grid.New(4), make([]float64, 4), logf, nil, 2).with(byMetropolis[float32](logf))
	s.Tolerance = 1e-12
	must.Say(t, must.Have(At(t.Context(), s, 1))(t).Verdict().String(), "keeps p to single precision (largest error ")
	for off, want := range map[float64]string{1e-6: "to single precision",
		2e-6: "as well as single precision and a tolerance of 0.0004 allow"} {
		if got := laws.AsSingle(off, 4e-4); got != want {
			t.Errorf("off by %v it is kept %q, want %q", off, got, want)
		}
	}
}

// largestError returns the largest deviation of pT from p, relative to p, and of a row's sum from 1, by definition.
func largestError(v Validation, rows [][]float64) (off float64) {
	p := v.Last().P
	for y := range p {
		in, sum := 0.0, 0.0
		for x := range p {
			in += p[x] * rows[x][y]
			sum += rows[y][x]
		}
		off = max(off, math.Abs(in/p[y]-1), math.Abs(sum-1))
	}
	return off
}

// leaning returns rows that enter the heaviest cell with this much more of the probability, and less often stay.
func leaning(rows [][]float64, logf []float64, by float64) [][]float64 {
	y := slices.Index(logf, slices.Max(logf))
	rows = entryByEntry(rows, func(x, y int) float64 { return rows[x][y] })
	for x, row := range rows {
		if x != y {
			moved := row[y] * by
			row[y] += moved
			row[x] -= moved
		}
	}
	return rows
}

// TestNoPrecisionExplains: no precision explains a step that misses p by a thousandth, whatever the size of log f. Nor
// does it explain a cell without mass that is entered, or cells that never meet: of a step in single precision that is
// then the only fault.
func TestNoPrecisionExplains(t *testing.T) {
	logf := []float64{0.3, -0.4, 1, 0.2}
	deep := make([]float64, len(logf))
	for x, v := range logf {
		deep[x] = v - 1e9
	}
	if v := judged(t, deep, leaning(byMetropolis[float64](deep), deep, 1e-3)); v.OK() {
		t.Errorf("about -1e9: %s", v.Verdict())
	}
	walled := append(slices.Clone(logf), math.Inf(-1))
	rows := byMetropolis[float32](logf)
	for x := range rows {
		rows[x] = append(rows[x], 0)
	}
	rows = append(rows, []float64{1, 0, 0, 0, 0})
	rows[0][4] = 1e-9
	rows[0][0] -= 1e-9
	if v := judged(t, walled, rows); v.OK() || v.Broken()[0].Law != laws.Walls {
		t.Errorf("with a wall: %s", v.Verdict())
	}
	halves := byMetropolis[float32](logf)
	for _, at := range [][2]int{{1, 2}, {2, 1}, {3, 0}, {0, 3}} {
		halves[at[0]][at[0]] += halves[at[0]][at[1]]
		halves[at[0]][at[1]] = 0
	}
	if v := judged(t, logf, halves); v.OK() || v.Broken()[0].Law != laws.Connected || len(v.Broken()) != 1 {
		t.Errorf("halves: %s", v.Verdict())
	}
}

// TestToleranceIsNamed: rows that are off by more than single precision explains, and by less than a hundredth, are
// wrong, and the least tolerance that allows them is named. It is not of rows that are further off.
func TestToleranceIsNamed(t *testing.T) {
	logf := []float64{0.3, -0.4, 1, 0.2}
	for by, want := range map[float64]float64{2e-5: 1e-5, 2e-4: 1e-4, 0.02: 0} {
		v := judged(t, logf, leaning(byBarker[float64](logf), logf, by))
		if v.OK() || v.Tolerance != want || strings.Contains(v.Verdict().String(), "tolerance") != (want > 0) {
			t.Errorf("off by %v: %s", by, v.Verdict())
		}
	}
	light := []float64{0.3, -0.4, 1, -5} // of mass 0.0014, which is off by a twentieth
	rows := byBarker[float64](light)
	for x := range 3 {
		moved := rows[x][3] / 20
		rows[x][3] += moved
		rows[x][x] -= moved
	}
	if v := judged(t, light, rows); v.OK() || v.Tolerance != 0 {
		t.Errorf("a light cell: %v: %s", v.Tolerance, v.Verdict())
	}
}

// TestEdgesOfDraws: the edges between cells that a random number is compared with have the rounding of a sum, by the
// number of cells, and no more.
func TestEdgesOfDraws(t *testing.T) {
	for cells, offs := range map[int]map[float64]bool{
		4:  {3e-8: true, 1e-7: false},
		64: {1e-7: true, 2e-7: false},
	} {
		for off, want := range offs {
			row := slices.Repeat([]float64{1 / float64(cells)}, cells)
			row[0] += off
			row[1] -= off
			if v := judged(t, make([]float64, cells), slices.Repeat([][]float64{row}, cells)); v.OK() != want {
				t.Errorf("%d cells, off by %v: %s", cells, off, v.Verdict())
			}
		}
	}
}
