package rates

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// fitted are the least squares of log y = a + b log d - c log K over some rows, with the largest miss.
// They are not numbers if the rows are too few.
func fitted(rows []Row, of func(Row) float64) (b, c, miss float64) {
	const unknowns = 3
	if len(rows) <= unknowns {
		return math.NaN(), math.NaN(), math.NaN()
	}
	x := mat.NewDense(len(rows), unknowns, nil)
	y := mat.NewVecDense(len(rows), nil)
	for i, r := range rows {
		x.SetRow(i, []float64{1, math.Log(float64(r.Tokens)), -math.Log(float64(r.Calls))})
		y.SetVec(i, math.Log(of(r)))
	}
	var solved mat.VecDense
	if err := solved.SolveVec(x, y); err != nil {
		return math.NaN(), math.NaN(), math.NaN()
	}
	var off mat.VecDense
	off.MulVec(x, &solved)
	off.SubVec(&off, y)
	return solved.AtVec(1), solved.AtVec(2), mat.Norm(&off, math.Inf(1))
}
