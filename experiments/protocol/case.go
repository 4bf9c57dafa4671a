package protocol

import (
	"embed"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/toys"
)

// A Case has data, and the model that is fitted to them.
type Case struct {
	Name    string              // of the data, such as galaxies
	About   string              // where they come from, and what was done to them
	Setting experiments.Setting // Toy names the model; Kernel and Schedule the sampler
	Model   toys.Hierarchical   // the model with its hyperparameters
	Data    [][]float64

	by experiments.Stepper // nil for a kernel of the catalogue
}

// WithRows returns the case with the kernel of a user's command, whose rows by has.
func (c Case) WithRows(command string, by experiments.Stepper) Case {
	c.Setting.Exec = command
	c.Setting.Kernel = ""
	c.by = by
	return c
}

// Rows returns how many rows of a command the protocol needs at most: those of all cells, at each level of each set of
// data.
func (c Case) Rows(o Options) (n int) {
	for _, T := range o.Ts {
		n += (T - 1) * c.Model.Grid.Size() * (1 + o.Sets)
	}
	return n
}

// files has the first rows of BREAD's data, with a few inputs (Appendix C), from github.com/siddancha/AutoBDMC: of 272
// eruptions of Old Faithful, of 1679 complete rows of NHEFS, and of 768 women of the Pima.
//
//go:embed *.csv
var files embed.FS

// Shipped returns four of BREAD's models on its data, and the fourth again on data that are not centred: there BREAD's
// authors met misspecification, because a product of factors has no intercept (Appendix D, Figure 5 e and f). Eruptions
// stand in for their ratings of films, which must not be passed on. The first case has the most cells.
func Shipped(s experiments.Setting) (cases []Case, err error) {
	for _, c := range []struct {
		name, model, about, file string
		rows                     int
		how                      string
	}{
		{"clustering", "clustering:8:2", "eruptions of Old Faithful: how long, and how long until the next",
			"faithful", 8, standardized},
		{"linear regression", "linear:24:2:5", "people of NHEFS: whether they quit smoking, age, gain of weight",
			"nhefs", 24, standardized},
		{"logistic regression", "logistic:24:2:5", "women of the Pima: glucose, body mass index, diabetes", "pima",
			24, standardized},
		{"matrix, centred", "lowrank:3:2:1", "eruptions of Old Faithful, the same numbers",
			"faithful", 3, standardized},
		{"matrix, not centred", "lowrank:3:2:1", "the same, as they should not be", "faithful", 3, scaled},
	} {
		data, err := files.ReadFile(c.file + ".csv")
		if err != nil {
			panic(err) // unreachable: tests open all
		}
		y, err := toys.ReadRows(string(data), c.name)
		if err != nil {
			return nil, err
		}
		s.Toy = c.model
		one, err := newCase(s, c.name, y[:c.rows], c.how)
		if err != nil {
			return nil, err
		}
		one.About = fmt.Sprintf("%s; %d rows, %s", c.about, c.rows, c.how)
		cases = append(cases, one)
	}
	return cases, nil
}

// Open reads a case from a CSV file, one observation a row, and standardizes it. s names the model.
func Open(s experiments.Setting, path string) (Case, error) {
	y, err := toys.OpenRows(path)
	if err != nil {
		return Case{}, err
	}
	return newCase(s, path, y, standardized)
}

// standardized and scaled are the treatments of a column of data. The lattices of hyperparameters suit data with a
// standard deviation of 1.
const (
	standardized = "standardized" // mean 0 and standard deviation 1
	scaled       = "scaled"       // standard deviation 1
)

// newCase returns the case of a model and data, whose first row says how many numbers an observation has.
func newCase(s experiments.Setting, name string, y [][]float64, how string) (Case, error) {
	model, err := s.Hierarchical(len(y[0]))
	if err != nil {
		return Case{}, err
	}
	if err := model.Check(y); err != nil {
		return Case{}, fmt.Errorf("%s: %w", name, err)
	}
	columns := model.D
	if model.Binary {
		columns-- // the last is yes or no
	}
	treated := treat(y, columns, how)
	return Case{Name: name, About: fmt.Sprintf("%d rows; %s", len(y), how), Setting: s,
		Model: model.Over(treated), Data: treated}, nil
}

// treat standardizes or scales each of the first columns. A column of equal numbers is not scaled.
func treat(y [][]float64, columns int, how string) [][]float64 {
	rows := make([][]float64, len(y))
	for i := range rows {
		rows[i] = slices.Clone(y[i])
	}
	column := make([]float64, len(y))
	for j := range columns {
		for i := range y {
			column[i] = y[i][j]
		}
		mean, variance := stat.PopMeanVariance(column, nil)
		for i := range rows {
			if how == standardized {
				rows[i][j] -= mean
			}
			if variance > 0 {
				rows[i][j] /= math.Sqrt(variance)
			}
		}
	}
	return rows
}

// simulated draws latents and data from the model with the fitted eta, and returns the posterior of these data. Its
// Latents are the cell of eta and the latents, which is no exact draw from the posterior, because eta was not drawn.
func (c Case) simulated(mode int, seed uint64, set int) toys.Target {
	rng := rand.New(rand.NewPCG(seed, uint64(set)))
	m := c.Model.Member(mode)
	x := m.Latents(rng)
	t := c.Model.Given(m.Draw(x, rng))
	t.Model.Latents = c.Model.Cell(mode, x)
	return t
}

// A Fit has the exact posterior of the hyperparameters.
type Fit struct {
	LogP float64   // log p(y), eta and latents summed out
	Eta  []float64 // p(eta | y), by the cell of eta
	Mode int       // the fitted eta: the most probable one, the first if several are
}

// newFit sums the latents out of the posterior of a model with etas values of its hyperparameters.
func newFit(etas int, t toys.Target) Fit {
	fit := Fit{LogP: chains.LogSum(t.LogF), Eta: make([]float64, etas)}
	latents := len(t.LogF) / etas
	for x, p := range chains.Normalized(t.LogF) {
		fit.Eta[x/latents] += p
	}
	fit.Mode = floats.MaxIdx(fit.Eta)
	return fit
}
