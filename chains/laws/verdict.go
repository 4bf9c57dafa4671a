package laws

import (
	"fmt"
	"math"
	"strings"
)

// A Status says whether something that is judged is right, as far as that is known.
type Status string

// Right, Wrong and NotEnough are all. What is neither wrong nor sure is not enough to tell.
const (
	Right     Status = "right"
	Wrong     Status = "wrong"
	NotEnough Status = "not enough"
)

// A Doubt is a reason why a verdict that accuses nobody is not sure.
type Doubt struct {
	Code   string  // for scripts
	Number float64 // of its words, such as how many moves would do; NaN if they have none
	Says   string
}

// A Verdict on a kernel, a program, draws or weights is a value, whose words are made once. The zero Verdict says
// nothing, and that nothing is wrong.
type Verdict struct {
	Broken []Finding // laws that are not kept
	Says   []string  // sentences without capitals and periods, those of doubts among them; the first begins with a name
	doubts []Doubt
}

// Say adds a sentence.
func (v *Verdict) Say(format string, args ...any) {
	v.Says = append(v.Says, fmt.Sprintf(format, args...))
}

// Doubt adds a doubt without a number.
func (v *Verdict) Doubt(code, format string, args ...any) {
	v.DoubtBy(code, math.NaN(), format, args...)
}

// DoubtBy adds a doubt with its number.
func (v *Verdict) DoubtBy(code string, number float64, format string, args ...any) {
	says := fmt.Sprintf(format, args...)
	v.Says = append(v.Says, says)
	v.doubts = append(v.doubts, Doubt{code, number, says})
}

// Status is Wrong if a law is broken, NotEnough if there is a doubt, and Right otherwise.
func (v Verdict) Status() Status {
	switch {
	case len(v.Broken) > 0:
		return Wrong
	case len(v.doubts) > 0:
		return NotEnough
	}
	return Right
}

// Doubts returns the doubts of a verdict that accuses nobody: what is wrong is so, whatever is not known beside.
func (v Verdict) Doubts() []Doubt {
	if len(v.Broken) > 0 {
		return nil
	}
	return v.doubts
}

// String returns the sentences in one line.
func (v Verdict) String() string { return strings.Join(v.Says, "; ") }
