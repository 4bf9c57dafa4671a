package chains

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"breadboard/grid/text"
)

// A Schedule is a list of inverse temperatures from 0 to 1 that never falls. It
// may stand still. The zero value is not a schedule.
type Schedule struct {
	betas []float64
}

// NewSchedule checks betas: at least two, the first 0, the last 1, none below
// the one before it. The error names the first that is wrong, counted from 1.
func NewSchedule(betas []float64) (Schedule, error) {
	if len(betas) < 2 {
		return Schedule{}, fmt.Errorf("%d betas; a schedule needs at least 2, from 0 to 1", len(betas))
	}
	for i, b := range betas {
		switch {
		case !(b >= 0 && b <= 1):
			return Schedule{}, fmt.Errorf("beta %d is %v; betas lie between 0 and 1", i+1, b)
		case i == 0 && b != 0:
			return Schedule{}, fmt.Errorf("beta 1 is %v; the first is 0", b)
		case i > 0 && b < betas[i-1]:
			return Schedule{}, fmt.Errorf("beta %d is %v, below beta %d, %v; betas never fall", i+1, b, i, betas[i-1])
		case i == len(betas)-1 && b != 1:
			return Schedule{}, fmt.Errorf("beta %d is %v; the last is 1", i+1, b)
		}
	}
	return Schedule{betas: slices.Clone(betas)}, nil
}

// Linear returns the schedule of T equally spaced betas. It panics if T < 2.
func Linear(T int) Schedule {
	return spaced(T, func(i int) float64 { return float64(i) / float64(T-1) })
}

// Sigmoid returns the schedule of Grosse, Ghahramani and Adams (2015), Section 6.2. With σ the
// logistic function and s_t = σ(δ(2t/T - 1)), β_t = (s_t - s_1) / (s_T - s_1), t = 1..T.
// The argument runs from 2/T - 1 to 1, so the schedule is not quite symmetric. It panics if
// T < 2 or delta makes no schedule, as 0.
func Sigmoid(delta float64, T int) Schedule {
	s := func(t int) float64 { return 1 / (1 + math.Exp(-delta*(2*float64(t)/float64(T)-1))) }
	return spaced(T, func(i int) float64 { return (s(i+1) - s(1)) / (s(T) - s(1)) })
}

// PowerLaw returns the schedule β_t = ((t-1)/(T-1))^k: finer near 0 if k > 1, near 1 if k < 1.
// It panics if T < 2 or k is not positive.
func PowerLaw(k float64, T int) Schedule {
	return spaced(T, func(i int) float64 { return math.Pow(float64(i)/float64(T-1), k) })
}

// GeometricSteps returns the schedule whose T-1 steps form a geometric progression. The last
// step is ratio times the first. With g = ratio^(1/(T-2)), β_t = (g^(t-1) - 1)/(g^(T-1) - 1);
// the schedule is linear if ratio is 1 or T is 2. It panics if T < 2 or ratio is not positive.
func GeometricSteps(ratio float64, T int) Schedule {
	if ratio == 1 || T <= 2 {
		return Linear(T)
	}
	step := math.Log(ratio) / float64(T-2)
	return spaced(T, func(i int) float64 { return math.Expm1(float64(i)*step) / math.Expm1(float64(T-1)*step) })
}

// spaced returns the schedule of at(0) to at(T-1). It panics if that is not a schedule.
func spaced(T int, at func(i int) float64) Schedule {
	betas := make([]float64, T)
	for i := range betas {
		betas[i] = at(i)
	}
	for i := 1; i < T; i++ { // rounding may let them fall, or pass 1, by a last bit
		betas[i] = min(max(betas[i], betas[i-1]), 1)
	}
	s, err := NewSchedule(betas)
	if err != nil {
		panic("chains: " + err.Error())
	}
	return s
}

// Len returns T, the number of levels.
func (s Schedule) Len() int { return len(s.betas) }

// Beta returns β_t, t from 1 to Len().
func (s Schedule) Beta(t int) float64 { return s.betas[t-1] }

// kinds returns 0, the first beta between 0 and 1 if there is one, and 1.
func (s Schedule) kinds() []float64 {
	i := sort.Search(len(s.betas), func(i int) bool { return s.betas[i] > 0 })
	return slices.Compact([]float64{0, s.betas[i], 1})
}

// Betas returns a copy of the list.
func (s Schedule) Betas() []float64 { return slices.Clone(s.betas) }

// Resampled returns the schedule at T levels. The curve through beta k at k/(Len()-1), k from 0, is linear between its
// points, and is read at k/(T-1). With T = Len() it is the schedule itself, bit for bit. It panics if T < 2.
func (s Schedule) Resampled(T int) Schedule {
	steps := len(s.betas) - 1
	return spaced(T, func(k int) float64 {
		i := k * steps / (T - 1)
		rest := k * steps % (T - 1)
		if rest == 0 {
			return s.betas[i]
		}
		return s.betas[i] + float64(rest)/float64(T-1)*(s.betas[i+1]-s.betas[i])
	})
}

// OpenBetas reads the schedule in the file at path, as ReadBetas does.
func OpenBetas(path string) (Schedule, error) {
	data, err := text.File(path, "a file of betas from 0 to 1, one a line")
	if err != nil {
		return Schedule{}, err
	}
	return ReadBetas(data, path)
}

// noBeta matches a line with nothing before a comma.
var noBeta = regexp.MustCompile(`(^|,)\s*,`)

// ReadBetas reads a schedule: decimal numbers separated by newlines, commas or blanks. What follows a # is a comment.
// The first line that is not empty may be the word beta, the name of the column. A table, whose lines all have as many
// numbers, two or more, is an error: nothing says in which column the betas are. So is a 0 above 0.0, because pandas
// names a column 0. An error is one line and begins with name. It names the line of a word that is not a number, or
// repeats the error of NewSchedule.
func ReadBetas(data, name string) (Schedule, error) {
	var betas []float64
	var widths []int   // how many numbers each line has, without empty lines
	var first []string // the words of these lines
	for i, line := range strings.Split(text.Trim(data), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if noBeta.MatchString(line) {
			return Schedule{}, fmt.Errorf("%s: line %d: nothing before a comma; use a beta between 0 and 1", name, i+1)
		}
		words := strings.FieldsFunc(line, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
		if len(words) == 0 || len(betas) == 0 && len(words) == 1 && strings.Trim(words[0], `"`) == "beta" {
			continue
		}
		widths = append(widths, len(words))
		for _, word := range words {
			b, err := text.FloatOrInf(word)
			if errors.Is(err, strconv.ErrSyntax) || math.IsNaN(b) {
				return Schedule{}, fmt.Errorf("%s: line %d: %s is not a number; use a beta between 0 and 1",
					name, i+1, text.Quote(word))
			}
			betas = append(betas, b)
		}
		first = append(first, words...)
	}
	if n := len(widths); n > 1 && slices.Min(widths) == slices.Max(widths) && widths[0] > 1 {
		return Schedule{}, fmt.Errorf("%s: a table of %d rows and %d columns; use one beta a line, or all in one line",
			name, n, widths[0])
	}
	if len(widths) > 2 && first[0] == "0" && first[1] != "0" && betas[1] == 0 {
		return Schedule{}, fmt.Errorf("%s: the first line, 0, looks like the name of a column, for the next is %s; "+
			"leave it out, or write 0 in both", name, text.Quote(first[1]))
	}
	s, err := NewSchedule(betas)
	if err != nil {
		return Schedule{}, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// WriteBetas writes a schedule so that ReadBetas reads the same one, bit for bit: the comments, the name of the column
// as one more, and one beta a line.
func WriteBetas(w io.Writer, s Schedule, comments ...string) error {
	out := bufio.NewWriter(w)
	for _, c := range comments {
		fmt.Fprintln(out, "#", text.OneLine(c))
	}
	fmt.Fprintln(out, "# beta")
	for _, b := range s.betas {
		fmt.Fprintln(out, b)
	}
	return out.Flush()
}
