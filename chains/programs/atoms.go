package programs

import (
	"cmp"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/laws"
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
	return rounding{}.atomsOf(ahead, back, logp, logR)
}

// atomsOf returns the atoms of ways whose weights have this rounding.
func (r rounding) atomsOf(ahead, back []Way, logp []float64, logR float64) (all []Atom) {
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
	latest := 0.0
	for _, a := range atoms {
		n := len(all)
		isNew := n == 0 || all[n-1].X != a.X || !r.sameWeight(latest, a.LogW)
		latest = a.LogW
		if isNew {
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
	OK     bool
	Single bool    // in single precision alone
	Within bool    // not OK, and off by less than the ways may leave out
	Ways   int     // of both directions
	LogC   float64 // log c; 0 if it is rounding
	// LogMeanW is the log of E_fwd[w]/R.
	LogMeanW float64
	// Worst is the atom whose masses differ most. Ahead is the probability that forward gives it, and Back the one that
	// it would have by reverse: p(x) P_rev(w | x) R c/w.
	Worst       Atom
	Ahead, Back float64
}

// Off returns the difference of the masses that differ most.
func (f Fit) Off() float64 { return f.Worst.Off(f.LogC) }

// A rounding is that of the weights and probabilities of ways whose author computes in this precision, with log
// densities up to this size. The zero rounding has room for double precision.
type rounding struct {
	laws.Precision
	size float64
}

// sameWeight reports whether two log weights differ by rounding alone.
func (r rounding) sameWeight(a, b float64) bool {
	return SameWeight(a, b) || math.Abs(a-b) <= r.Share(r.size)
}

// within bounds the difference of two equal masses, of which this is the larger. Either has its rounding.
func (r rounding) within(mass float64) float64 { return max(1e-9, 2*mass*r.Share(r.size)) }

// Fit compares the ways of both directions, on a target of which logp has the normalised log masses, and size the
// largest |log f| that their author computes with. What does not fit together in double precision may do so in single.
func (t Followed) Fit(logp []float64, logR, size float64) Fit {
	f := t.fit(logp, logR, rounding{laws.Double, size})
	if f.OK {
		return f
	}
	if single := t.fit(logp, logR, rounding{laws.Single, size + math.Abs(f.LogC)}); single.OK {
		single.Single = true
		return single
	}
	return f
}

// fit does so with this rounding. Each atom of both directions tells a log c. A constant moves all of them, so that
// there is none if one is 0. Otherwise c is the median: a slip in some runs moves the mean of w, and not that.
func (t Followed) fit(logp []float64, logR float64, r rounding) Fit {
	f := Fit{OK: true, Ways: len(t.Ahead) + len(t.Back)}
	atoms := r.atomsOf(t.Ahead, t.Back, logp, logR)
	var both []Way // the log c of the atoms, with their masses in reverse
	var forward []float64
	for _, a := range atoms {
		forward = append(forward, a.Forward)
		if logc := a.Forward - a.Reverse; !math.IsInf(logc, 0) {
			both = append(both, Way{LogW: logc, P: math.Exp(a.Reverse)})
		}
	}
	f.LogC = r.constantOf(both)
	f.LogMeanW = math.Inf(-1)
	if len(atoms) > 0 {
		f.LogMeanW = chains.LogSum(forward)
	}
	missing := 0.0 // the probability of ways of either direction that explain what is off
	for _, a := range atoms {
		off := a.Off(f.LogC)
		if f.Worst == (Atom{}) || off > f.Off() {
			f.Worst = a
		}
		rounded := r.within(math.Exp(max(a.Forward-f.LogC, a.Reverse)))
		f.OK = f.OK && off <= rounded
		missing += max(0, off-rounded) / (1 + math.Exp(a.LogW-logR-f.LogC)) // a way forward has its weight as mass
	}
	f.Within = !f.OK && missing <= 2*t.Left
	toForward := logR - f.Worst.LogW // from a mass to a probability
	f.Ahead = math.Exp(f.Worst.Forward + toForward)
	f.Back = math.Exp(f.Worst.Reverse + f.LogC + toForward)
	return f
}

// constantOf returns the median of log weights by their probabilities; 0 if one of them is 0 but for rounding, or if
// there is none.
func (r rounding) constantOf(ways []Way) float64 {
	slices.SortFunc(ways, func(a, b Way) int { return cmp.Compare(a.LogW, b.LogW) })
	half := 0.0
	for _, w := range ways {
		if r.sameWeight(w.LogW, 0) {
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
