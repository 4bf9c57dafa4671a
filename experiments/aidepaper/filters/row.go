package filters

import (
	"math"

	"breadboard/chains/programs"
)

// A Standard is a gold standard.
type Standard string

// The gold standards: exact draws, and a filter of many particles with the optimal proposal.
const (
	ByPosterior Standard = "posterior"
	ByFilter    Standard = "filter"
)

// Measured is an estimate from N runs of each program.
type Measured struct {
	Value, StdErr float64
	N             int // 0 if nothing was measured
}

// A Row is a filter beside a gold standard. The gold standard is run in reverse once for each
// look (M_g = 1), and the filter M times.
type Row struct {
	Gold     Standard
	Proposal programs.Proposal
	P, M     int
	Theirs   Measured // as the authors recorded it
	Ours     Measured
	Exact    float64  // the expectation; NaN if it is not known
	Mistaken Measured // with the authors' mistake; nothing if neither program has it
	// MistakenExact is the expectation with the mistake; NaN if it is not known.
	MistakenExact float64
}

// Truth is the exact expectation, or our estimate of it.
func (r Row) Truth() Measured { return orExact(r.Ours, r.Exact) }

// Explained is what the authors' code expects, mistake and all.
func (r Row) Explained() Measured {
	if r.Mistaken.N == 0 {
		return r.Truth()
	}
	return orExact(r.Mistaken, r.MistakenExact)
}

// Z is how far their estimate is from the truth, in standard errors of both.
func (r Row) Z() float64 { return z(r.Theirs, r.Truth()) }

// MistakenZ is Z from what their code expects.
func (r Row) MistakenZ() float64 { return z(r.Theirs, r.Explained()) }

func orExact(m Measured, exact float64) Measured {
	if math.IsNaN(exact) {
		return m
	}
	return Measured{Value: exact}
}

func z(a, b Measured) float64 { return (a.Value - b.Value) / math.Hypot(a.StdErr, b.StdErr) }

// hasMistake reports whether a program of the row has the mistake.
func (r Row) hasMistake() bool { return r.Proposal == programs.Optimal || r.Gold == ByFilter }

// seed is the seed of a row, and the next one that of the row with the mistake. Beside both gold
// standards the filter returns the same paths, so that these can be compared.
func (r Row) seed() uint64 {
	seed := seedHMM + 4*(1000*uint64(r.P)+uint64(r.M))
	if r.Proposal == programs.Optimal {
		seed += 2
	}
	return seed
}
