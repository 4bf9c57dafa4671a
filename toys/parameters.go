package toys

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"breadboard/grid/text"
)

// parameters holds the parameters of a toy, read one after another. The read of a wrong one returns its least value.
type parameters struct {
	words []string // to be read
	err   error    // of the first wrong one
}

func (p *parameters) next() (word string) {
	word, p.words = p.words[0], p.words[1:]
	return word
}

// refuse keeps the first error.
func (p *parameters) refuse(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

// fit refuses more cells than MostCells: there are states^sites.
func (p *parameters) fit(states, sites int) {
	if !(float64(sites)*math.Log2(float64(states)) <= mostSpins) {
		p.refuse("%w", TooManyCells(fmt.Sprintf("%d^%d", states, sites)))
	}
}

// TooManyCells is the error of a toy with more than MostCells, and says how many they are.
type TooManyCells string

// Error says how many may be used.
func (cells TooManyCells) Error() string {
	return fmt.Sprintf("%s cells; use up to %s", string(cells), text.Thousands(MostCells))
}

// real reads the parameter called name, a number from low to a million.
func (p *parameters) real(name string, low float64) float64 {
	const high = 1e6
	word := p.next()
	v, err := text.Float(word)
	if err != nil || !(v >= low && v <= high) {
		p.refuse("%s is %s; use a number from %g to %g", name, text.Quote(word), low, high)
		return low
	}
	return v
}

// integer reads the parameter called name, a whole number between two bounds.
func (p *parameters) integer(name string, low, high int) int {
	word := p.next()
	v, err := strconv.Atoi(word)
	if err != nil || v < low || v > high {
		p.refuse("%s is %s; use a whole number from %d to %d", name, text.Quote(word), low, high)
		return low
	}
	return v
}

// box reads ROWSxCOLS, such as 3x4, with at least two sites.
func (p *parameters) box() (rows, cols int) {
	word := p.next()
	a, b, _ := strings.Cut(word, "x")
	rows, err := strconv.Atoi(a)
	cols, also := strconv.Atoi(b)
	if err != nil || also != nil || rows < 1 || cols < 1 || max(rows, cols) > MostCells || rows*cols < 2 {
		p.refuse("ROWSxCOLS is %s; use two whole numbers from 1, with at least two sites, as in 3x3",
			text.Quote(word))
		return 1, 2
	}
	return rows, cols
}
