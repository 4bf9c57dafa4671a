// Package draws tests cells that a sampler drew against the law p that they should have.
//
// Along a chain draws repeat those before them: n are worth as many as the least ESS of log p and of the coordinates.
// Every k-th draw of a chain is kept, k = 2n/ESS - 1, or its last if it is shorter, and those kept are taken as
// independent. If a chain forgets like an AR(1), neighbours among them have a correlation of 0.11 at most. A chain that
// never left a mode looks like a wrong sampler.
package draws

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/diagnostics"
	"breadboard/chains/evidence"
	"breadboard/grid"
	"breadboard/grid/sheets"
	"breadboard/grid/text"
)

// Level is the largest p-value that accuses, and LeastESS the effective draws from which on a sample is judged. Of a
// pool that is tested, p expects Pooled draws or more: the 14th draw where it expects 5 would be accused at 0.00005,
// and is as rare as 0.0007. Of a cell that is said to lack, p expects Expected draws or more.
const Level, LeastESS, Pooled, Expected = 0.0001, 50, 25, 5

// The verdicts.
const (
	Fits    = "no difference seen"
	Differs = "not draws of p"
	Unclear = "cannot tell"
)

// A Sample is what one sampler drew, by chain and in order. Its name tells it from others of its file.
type Sample struct {
	Name   string
	Chains [][]int32
}

// A Result compares a sample with p.
type Result struct {
	Name       string    `column:"sample,some"`
	N          int       `column:"draws"`
	ESS        float64   `column:"ess"`
	Kept       int       `column:"kept"`
	Impossible int       `column:"impossible"` // draws where p is 0
	Statistic  float64   `column:"chi_square,known"`
	DF         int       `column:"df"`
	P          float64   `column:"p_value,known"` // times the number of samples
	KL         float64   `column:"kl,known"`      // of the law of the draws from p; NaN, as P, if that is Unclear
	KLErr      float64   `column:"kl_stderr,known"`
	Verdict    string    `column:"verdict"`
	Why        string    `column:"why,some"`    // what would make draws that differ p's
	Reach      float64   `column:"reach,known"` // of draws that fit: the total variation that would be found
	More       float64   `column:"-"`           // so many times as many draws would settle a low P; else 0
	Law        []float64 `column:"p"`
	Q          []float64 `column:"q"`       // the shares of all draws
	Z          []float64 `column:"z"`       // how far they are off, in standard errors of those kept
	Lacking    []int     `column:"lacking"` // cells without a draw
}

// Judge compares samples with the law p on g. Draws where p is 0 are not p's for certain.
func Judge(g grid.Grid, p []float64, samples []Sample) (results []Result) {
	biases := map[int]float64{}
	for _, s := range samples {
		all := slices.Concat(s.Chains...)
		r := Result{Name: s.Name, N: len(all), ESS: leastESS(g, p, s.Chains), Law: p, Q: make([]float64, len(p)),
			Lacking: []int{}}
		for _, x := range all {
			if r.Q[x] += 1 / float64(r.N); p[x] == 0 {
				r.Impossible++
			}
		}
		every := int(math.Round(2*float64(r.N)/r.ESS - 1))
		kept := make([]int, len(p))
		for _, c := range s.Chains {
			for t := min(every, len(c)) - 1; t < len(c); t += every {
				kept[c[t]]++
				r.Kept++
			}
		}
		counts, pools := pooled(kept, p, r.Kept)
		f := evidence.ChiSquare(counts, pools)
		r.Statistic = f.Statistic
		r.DF = f.DF
		r.P = min(1, f.P*float64(len(samples)))
		r.diverge(kept, biases)
		switch r.Verdict = Fits; {
		case r.Impossible > 0:
			r.Statistic = math.Inf(1)
			r.P = 0
			r.KL = math.Inf(1)
			r.Verdict = Differs
		case len(pools) == 1 && slices.Max(p) < 1 || r.ESS < LeastESS:
			r.P = math.NaN()
			r.KL = math.NaN()
			r.KLErr = math.NaN()
			r.Verdict = Unclear
		case r.P <= Level:
			r.Verdict = Differs
		}
		r.Reach = math.NaN()
		switch level := Level / float64(len(samples)); r.Verdict {
		case Differs:
			r.Why = cause(g, p, kept, r.Kept)
		case Fits:
			r.Reach = reach(r.Kept, len(pools), level)
			r.More = more(f, level)
		}
		results = append(results, r)
	}
	return results
}

// pooled merges counts of n draws, from the lightest cell up, until each pool expects Pooled; the rest joins the last.
func pooled(counts []int, p []float64, n int) (of []int, law []float64) {
	order := make([]int, len(p))
	for x := range order {
		order[x] = x
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(p[x], p[y]) })
	for i, left := 0, 1.0; i < len(order); i++ {
		if last := len(law) - 1; last < 0 || law[last]*float64(n) >= Pooled && left*float64(n) >= Pooled {
			of, law = append(of, 0), append(law, 0)
		}
		of[len(of)-1] += counts[order[i]]
		law[len(law)-1] += p[order[i]]
		left -= p[order[i]]
	}
	return of, law
}

// leastESS is the least ESS of the functions that the package names. Chains are independent of each other. So their n
// draws have a mean of variance tau/n times that of a draw, where
//
//	tau = 1 + 2 Σ_t γ_t/γ_0,  γ_t = Σ (h_s - m)(h_(s+t) - m)/n over all pairs of draws of one chain, t apart.
//
// m is the mean of all draws, so that chains that disagree stay correlated, and chains of any lengths have a tau: 1,
// if each has one draw. The sum ends as Geyer's initial monotone sequence (1992, Section 3.3). Of independent draws a
// sum of L lags has the standard error sqrt(L/n), and a sum of up to two of these is taken as 0. If all draws are the
// same, as many count as there are chains.
func leastESS(g grid.Grid, p []float64, chains [][]int32) float64 {
	all := slices.Concat(chains...)
	most := 0.0
	n := float64(len(all))
	h := make([]float64, len(all))
	values := make([][]float64, len(chains)) // h chain by chain
	about := make([]float64, len(chains))
	at := 0
	for i, c := range chains {
		values[i] = h[at : at+len(c)]
		at += len(c)
	}
	var lags diagnostics.Lags
	for axis := -1; axis < g.Axes(); axis++ {
		for i, x := range all {
			h[i] = math.Log(p[x] / p[all[0]])
			if axis >= 0 {
				h[i] = float64(g.Coord(int(x), axis) - g.Coord(int(all[0]), axis))
			}
		}
		mean := floats.Sum(h) / n
		for i := range about {
			about[i] = mean
		}
		gamma := lags.Products(values, about) // n γ_t
		if !(gamma[0] > 0) {                  // all draws are the same, or one is impossible
			continue
		}
		tau := -1.0
		least := math.Inf(1)
		t := 0
		for ; t+1 < len(gamma) && gamma[t]+gamma[t+1] > 0; t += 2 {
			least = min(least, (gamma[t]+gamma[t+1])/gamma[0])
			tau += 2 * least
		}
		if tau <= 1+4*math.Sqrt(float64(t)/n) {
			tau = 1
		}
		most = max(most, tau)
	}
	if most == 0 {
		return float64(len(chains))
	}
	return n / most
}

// diverge estimates KL(q‖p) by Σ q log q/p of the draws kept, less the exact mean of that sum over draws of p. Its
// variance is that of log q/p, less what chance adds to it, and that of half a chi-square. biases has the means that
// are known, by the number of draws: samples of one size have one.
func (r *Result) diverge(kept []int, biases map[int]float64) {
	n, square := float64(r.Kept), 0.0
	bias, known := biases[r.Kept]
	if !known {
		bias = biasOf(r.Law, n)
		biases[r.Kept] = bias
	}
	r.Z = make([]float64, len(r.Law))
	for x, p := range r.Law {
		if share := float64(kept[x]) / n; share > 0 {
			r.KL += share * math.Log(share/p)
			square += share * math.Pow(math.Log(share/p), 2)
		}
		if r.Q[x] == 0 && n*p >= Expected {
			r.Lacking = append(r.Lacking, x)
		}
		if r.Q[x] != p {
			r.Z[x] = (r.Q[x] - p) / math.Sqrt(p*(1-p)/n)
		}
	}
	r.KLErr = math.Sqrt((max(0, square-r.KL*r.KL-2*bias) + bias) / n)
	r.KL -= bias
}

// biasOf is the mean of Σ q log q/p over n draws of p. It has the limit (cells - 1)/2n (Miller and Madow 1955).
func biasOf(law []float64, n float64) (bias float64) {
	for _, p := range law {
		of, mean := distuv.Binomial{N: n, P: p}, n*p
		first, last := max(1, math.Floor(mean-12*math.Sqrt(mean))), min(n, mean+12*math.Sqrt(mean)+12)
		for k := first; k <= last && 0 < p && p < 1; k++ {
			bias += of.Prob(k) * k / n * math.Log(k/mean)
		}
	}
	return bias
}

// mostDraws is the largest number of draws. What is computed along chains of so many takes about a gigabyte.
const mostDraws = 1 << 23

// A draw is a row of a file. Its sample and chain are numbers of their names: a name may come millions of times.
type draw struct {
	number              float64
	sample, chain, cell int32
}

// Read reads the draws of cells of g, one a row. The cell is a number from 0, in a column cell or state, or a place
// from 0 along each axis, in x_1, x_2 and so on; an array has cells, a chain a row. A column chain tells chains apart,
// and draw is the order in a chain. Each combination of T, program and direction, where they stand, is a sample. room
// is asked before what is read would take much memory.
func Read(s *sheets.Sheet, g grid.Grid, room Room) (samples []Sample, err error) {
	form, columns, err := columnsOf(s, g)
	if err != nil {
		return nil, err
	}
	foreseen := foresee(s, columns, g)
	ask := func(count *int) sheets.Room {
		return func(n int) error {
			*count = min(n, mostDraws)
			return room(foreseen)
		}
	}
	named, chains := sheets.NamesWithin(ask(&foreseen.Samples)), sheets.NamesWithin(ask(&foreseen.Chains))
	var all []draw
	var lens []int
	for _, p := range form {
		lens = append(lens, p.Len)
	}
	places := sheets.PlacesIn(s, columns, len(form), lens)
	rows := func(n int) error {
		err := ask(&foreseen.Draws)(n)
		if err == nil {
			all = slices.Grow(all, foreseen.Draws-len(all))
		}
		return err
	}
	err = s.EachWithin(rows, columns, func(row int, v []sheets.Value) error {
		d := draw{number: float64(row)}
		sample, chain := "", ""
		for i, c := range columns {
			n := v[i].Number
			switch {
			case i < len(form):
				at, err := places.At(row, i, n)
				if err != nil {
					return err
				}
				d.cell += int32(at * form[i].Stride)
			case c.Name == "chain":
				chain = v[i].Name()
			case c.Name == "draw" && (math.IsNaN(n) || math.IsInf(n, 0)):
				return s.Fault(row, c, strconv.FormatFloat(n, 'g', -1, 64))
			case c.Name == "draw":
				d.number = n
			case c.Name == "T":
				sample = "T = " + v[i].Word
			default:
				sample = strings.TrimPrefix(sample+", "+v[i].Word, ", ")
			}
		}
		if len(all) == mostDraws {
			return fmt.Errorf("more than %s draws; so many would do", text.Thousands(mostDraws))
		}
		ofSample, err := named.Number(sample)
		if err != nil {
			return err
		}
		ofChain, err := chains.Number(chain)
		d.sample, d.chain = int32(ofSample), int32(ofChain)
		all = append(all, d)
		return err
	})
	err = places.End(err)
	if err == nil && len(all) == 0 {
		err = s.Wrong(fmt.Errorf("no draws; a cell in each row would do"))
	}
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b draw) int {
		return cmp.Or(cmp.Compare(named.All[a.sample], named.All[b.sample]),
			cmp.Compare(chains.All[a.chain], chains.All[b.chain]), cmp.Compare(a.number, b.number))
	})
	samples, err = samplesOf(all, named.All)
	return samples, s.Wrong(err)
}

// samplesOf parts draws, in their order, into samples and chains. These are parts of one list of cells. A draw that
// stands twice in a chain is an error.
func samplesOf(all []draw, names []string) (samples []Sample, err error) {
	cells := make([]int32, len(all))
	for i, d := range all {
		cells[i] = d.cell
	}
	for begin, end := 0, 0; begin < len(all); begin = end {
		first := all[begin]
		for end = begin; end < len(all) && all[end].sample == first.sample && all[end].chain == first.chain; end++ {
			if end > begin && all[end].number == all[end-1].number {
				err = cmp.Or(err, fmt.Errorf("draw %v stands twice in a chain; once would do", all[end].number))
			}
		}
		if begin == 0 || first.sample != all[begin-1].sample {
			samples = append(samples, Sample{Name: names[first.sample]})
		}
		of := &samples[len(samples)-1]
		of.Chains = append(of.Chains, cells[begin:end:end])
	}
	slices.SortStableFunc(samples, byNumber)
	return samples, err
}

// byNumber compares the names of samples word by word, numbers as such: T = 20 is before T = 100.
func byNumber(a, b Sample) int {
	words := func(s Sample) []string { return strings.Split(strings.TrimPrefix(s.Name, "T = "), ", ") }
	number := func(word string) float64 {
		if v, err := strconv.ParseFloat(word, 64); err == nil {
			return v
		}
		return math.Inf(1)
	}
	return slices.CompareFunc(words(a), words(b), func(a, b string) int {
		return cmp.Or(cmp.Compare(number(a), number(b)), cmp.Compare(a, b))
	})
}

// others are the columns that may stand beside the cell.
var others = []string{"T", "program", "direction", "chain", "draw"}

// Words are those by which Read knows columns, for draws on g.
func Words(g grid.Grid) sheets.Words {
	forms := sheets.Forms(g)
	ofCell := func(name string) bool {
		return slices.ContainsFunc(forms, func(form []sheets.Part) bool {
			return slices.Contains(sheets.NamesOf(form), name)
		})
	}
	return sheets.Words{First: sheets.CellNames("cell", g), Rival: ofCell, Others: others}
}

// columnsOf returns the form in which the file writes cells, and the columns to read: first those of the form.
func columnsOf(s *sheets.Sheet, g grid.Grid) (form []sheets.Part, columns []sheets.Column, err error) {
	if s.Names == nil && (s.Shape != nil || s.Width == 1) {
		s.Names = []string{"cell", "chain"}[:s.Width]
	}
	form, err = s.CellForm(g)
	if err != nil {
		return nil, nil, err
	}
	for i, name := range slices.Concat(sheets.NamesOf(form), others) {
		ofCell := i < len(form)
		c := sheets.Column{Name: name, Words: !ofCell && name != "draw"}
		c.At, err = s.Find(name)
		if err == nil && c.At < 0 && ofCell {
			has := cmp.Or(text.Brief(text.OneLine(strings.Join(s.Names, ", ")), 60), "no names")
			err = s.Wrong(fmt.Errorf("no column %s; cell, or x_1 and so on for each axis of %v, would do; the file "+
				"has %s", name, g, has))
		}
		if err != nil {
			return nil, nil, err
		}
		if c.At >= 0 {
			columns = append(columns, c)
		}
	}
	return form, columns, nil
}
