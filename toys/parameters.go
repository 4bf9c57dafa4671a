package toys

import (
	"fmt"
	"strconv"
	"strings"

	"breadboard/grid"
	"breadboard/grid/text"
)

// parameters are those of a toy, read one after the other. In place of a wrong one its least value is read.
type parameters struct {
	words   []string // to be read
	setting string   // that there is, "" for none
	err     error    // of the first that is wrong
}

func (p *parameters) next() (word string) {
	word, p.words = p.words[0], p.words[1:]
	return word
}

// given says whether the next word is a setting, written as in "field=1". Its value is then the next word.
func (p *parameters) given(setting string) bool {
	p.setting = setting
	if len(p.words) == 0 || !strings.HasPrefix(p.words[0], setting+"=") {
		return false
	}
	p.words = append([]string{p.words[0][len(setting)+1:]}, p.words[1:]...)
	return true
}

// end refuses a word that was not read, for it is no setting.
func (p *parameters) end() {
	if len(p.words) > 0 {
		p.refuse("%s is no setting that it has; %s=NUMBER would do", text.Quote(p.words[0]), p.setting)
	}
}

// refuse says what is wrong, and makes no target.
func (p *parameters) refuse(format string, args ...any) (_ grid.Grid, _ func() Target) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
	return
}

// real reads the parameter called name, a number between two bounds.
func (p *parameters) real(name string, low, high float64) float64 {
	word := p.next()
	v, err := text.Float(word)
	if err != nil || !(v >= low && v <= high) {
		p.refuse("%s is %s; a number from %g to %g would do", name, text.Quote(word), low, high)
		return low
	}
	return v
}

// integer reads the parameter called name, a whole number between two bounds.
func (p *parameters) integer(name string, low, high int) int {
	word := p.next()
	v, err := strconv.Atoi(word)
	if err != nil || v < low || v > high {
		p.refuse("%s is %s; a whole number from %d to %d would do", name, text.Quote(word), low, high)
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
		p.refuse("ROWSxCOLS is %s; two whole numbers from 1, with at least two sites, as in 3x3, would do",
			text.Quote(word))
		return 1, 2
	}
	return rows, cols
}

// made makes of parameters what they stand for, unless one is wrong.
func made[M, R any](words []string, of func(*parameters) M, result func(M) R) (r R, err error) {
	p := &parameters{words: words}
	m := of(p)
	if p.err != nil {
		return r, p.err
	}
	return result(m), nil
}
