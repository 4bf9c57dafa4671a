package programs

import (
	"cmp"
	"math"
	"slices"

	"breadboard/chains"
)

// An Atom is an outcome of a program, a cell X with log w, and the log of its mass on both sides of the law of the
// package: of E_fwd[w; x, w]/R forward, and of p(x) P_rev(w | x) in reverse.
type Atom struct {
	X                int
	LogW             float64
	Forward, Reverse float64
}

// Off returns how far the masses are apart if weights have a constant in them.
func (a Atom) Off(logc float64) float64 {
	return math.Abs(math.Exp(a.Forward-logc) - math.Exp(a.Reverse))
}

// AtomsOf returns the atoms of a program with these ways, sorted by cell and weight, on a target of which logp has the
// normalised log masses. The law leaves out weights 0 forward and ∞ in reverse, and so do the atoms.
func AtomsOf(ahead, back []Way, logp []float64, logR float64) (all []Atom) {
	var atoms []Atom
	none := math.Inf(-1)
	for _, w := range ahead {
		if !math.IsInf(w.LogW, -1) {
			atoms = append(atoms, Atom{w.Cell, w.LogW, math.Log(w.P) + w.LogW - logR, none})
		}
	}
	for _, w := range back {
		if !math.IsInf(w.LogW, 1) {
			atoms = append(atoms, Atom{w.Cell, w.LogW, none, math.Log(w.P) + logp[w.Cell]})
		}
	}
	slices.SortFunc(atoms, func(a, b Atom) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.LogW, b.LogW)) })
	for _, a := range atoms {
		n := len(all)
		if n == 0 || all[n-1].X != a.X || !SameWeight(all[n-1].LogW, a.LogW) {
			all = append(all, a)
			continue
		}
		last := &all[n-1]
		last.Forward = chains.LogSum([]float64{last.Forward, a.Forward})
		last.Reverse = chains.LogSum([]float64{last.Reverse, a.Reverse})
	}
	return all
}

// A Fit says whether the forward and reverse runs of a program that is known by all its ways keep the law of the
// package, with a constant c in the weights of both.
type Fit struct {
	OK   bool
	Ways int     // of both directions
	LogC float64 // log c; 0 if it is rounding
	// LogMeanW is the log of E_fwd[w]/R.
	LogMeanW float64
	// Worst is the atom whose masses differ most. Ahead is the probability that forward gives it, and Back the one that
	// it would have by reverse: p(x) P_rev(w | x) R c/w.
	Worst       Atom
	Ahead, Back float64
}

// Fit compares the ways of both directions, on a target of which logp has the normalised log masses. Each atom of both
// directions tells a log c. A constant moves all of them, so that there is none if one is 0. Otherwise c is the median:
// a slip in some runs moves the mean of w, and not that.
func (t Told) Fit(logp []float64, logR float64) Fit {
	const within = 1e-9 // bounds the difference of two masses that are equal
	f := Fit{OK: true, Ways: len(t.Ahead) + len(t.Back)}
	atoms := AtomsOf(t.Ahead, t.Back, logp, logR)
	var both []Way // the log c of the atoms, with their masses in reverse
	var forward []float64
	for _, a := range atoms {
		forward = append(forward, a.Forward)
		if logc := a.Forward - a.Reverse; !math.IsInf(logc, 0) {
			both = append(both, Way{LogW: logc, P: math.Exp(a.Reverse)})
		}
	}
	f.LogC = constantOf(both)
	f.LogMeanW = math.Inf(-1)
	if len(atoms) > 0 {
		f.LogMeanW = chains.LogSum(forward)
	}
	for _, a := range atoms {
		if off := a.Off(f.LogC); f.Worst == (Atom{}) || off > f.Worst.Off(f.LogC) {
			f.Worst = a
			f.OK = off <= within
		}
	}
	toForward := logR - f.Worst.LogW // from a mass to a probability
	f.Ahead = math.Exp(f.Worst.Forward + toForward)
	f.Back = math.Exp(f.Worst.Reverse + f.LogC + toForward)
	return f
}

// constantOf returns the median of log weights by their probabilities; 0 if one of them is 0 but for rounding, or if
// there is none.
func constantOf(ways []Way) float64 {
	slices.SortFunc(ways, func(a, b Way) int { return cmp.Compare(a.LogW, b.LogW) })
	half := 0.0
	for _, w := range ways {
		if SameWeight(w.LogW, 0) {
			return 0
		}
		half += w.P / 2
	}
	for _, w := range ways {
		if half -= w.P; half <= 0 {
			return w.LogW
		}
	}
	return 0
}
