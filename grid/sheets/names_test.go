package sheets

import (
	"bytes"
	"math"
	"math/big"
	"testing"

	pq "github.com/parquet-go/parquet-go"

	"breadboard/grid/must"
)

// An identified row has whole numbers of every width, in every encoding that writers use for them.
type identified struct {
	Signed      int64  `parquet:"signed"`
	SignedDict  int64  `parquet:"signed_dict,dict"`
	SignedDelta int64  `parquet:"signed_delta,delta"`
	Plain       uint64 `parquet:"plain"`
	Dict        uint64 `parquet:"dict,dict"`
	Delta       uint64 `parquet:"delta,delta"`
	Short       uint32 `parquet:"short"`
	ShortDict   uint32 `parquet:"short_dict,dict"`
	ShortDelta  uint32 `parquet:"short_delta,delta"`
	ShortSigned int32  `parquet:"short_signed"`
}

// bits are the columns' numbers as whole numbers of any size.
func (r identified) bits() []*big.Int {
	all := []*big.Int{big.NewInt(r.Signed), big.NewInt(r.SignedDict), big.NewInt(r.SignedDelta)}
	for _, v := range []uint64{r.Plain, r.Dict, r.Delta, uint64(r.Short), uint64(r.ShortDict), uint64(r.ShortDelta)} {
		all = append(all, new(big.Int).SetUint64(v))
	}
	return append(all, big.NewInt(int64(r.ShortSigned)))
}

// Whole numbers keep every digit as names, and their sign as numbers, on both sides of 2^31, 2^32, 2^53, 2^55, 2^63
// and 2^64. The oracle is math/big.
func TestWholeNames(t *testing.T) {
	var rows []identified
	for _, base := range []uint64{0, 1 << 31, 1 << 32, 1 << 53, 1 << 55, 1 << 63, math.MaxUint64 - 10} {
		for k := range uint64(21) {
			u := base + k - 10
			s := int64(u)
			short := uint32(u)
			rows = append(rows, identified{s, s, s, u, u, u, short, short, short, int32(short)})
		}
	}
	for _, version := range []int{1, 2} {
		data := written(t, pq.DataPageVersion(version), rows...)
		for _, words := range []bool{true, false} {
			wholesAre(t, data, rows, words)
		}
	}
}

// wholesAre reads the rows as names, or as numbers, and compares.
func wholesAre(t *testing.T, data []byte, rows []identified, words bool) {
	t.Helper()
	s, err := Parquet(bytes.NewReader(data), int64(len(data)))
	must.Do(t, err)
	var columns []Column
	for i, name := range s.Names {
		columns = append(columns, Column{At: i, Name: name, Words: words})
	}
	seen := 0
	must.Do(t, s.Each(columns, func(row int, values []Value) error {
		seen++
		for i, want := range rows[row-1].bits() {
			number, _ := new(big.Float).SetInt(want).Float64()
			if values[i].Number != number {
				t.Errorf("row %d, column %s is %v, want %v", row, s.Names[i], values[i].Number, want)
			}
			if words && values[i].Name() != want.String() {
				t.Errorf("row %d, column %s is called %s, want %v", row, s.Names[i], values[i].Name(), want)
			}
		}
		return nil
	}))
	if seen != len(rows) {
		t.Errorf("%d rows, want %d", seen, len(rows))
	}
}

// A column of names that somebody wrote as doubles is refused where two names may have become one, and numbers are not.
func TestNamesAsDoubles(t *testing.T) {
	type row struct {
		ID float64 `parquet:"id"`
	}
	for _, c := range []struct {
		id      float64
		words   bool
		refused bool
	}{{1 << 53, true, true}, {-1 << 55, true, true}, {1<<53 - 1, true, false}, {0.5, true,
		false}, {1 << 60, false, false}} {
		data := written(t, pq.DataPageVersion(1), row{7}, row{c.id})
		s := must.Have(Parquet(bytes.NewReader(data), int64(len(data))))(t)
		err := s.Each([]Column{{Name: "id", Words: c.words}}, func(int, []Value) error { return nil })
		if !c.refused {
			must.Do(t, err)
			continue
		}
		must.Fail(t, err, "row 2, column id is", "a name as a double")
		must.Say(t, err.Error(), "whole numbers, or text, would do")
	}
}

// Numbers that are equal are one name, however they are written; what is no number, or too large for one, is its own.
func TestNamesOfNumbers(t *testing.T) {
	for want, words := range map[string][]string{
		"":     {""},
		"0":    {"0", "00", "-0", "0.0", "+0"},
		"7":    {"7", "07", "7.0", "+7", "70e-1", "0x1.cp2"},
		"-3":   {"-3", "-3.0", "-03"},
		"0.5":  {"0.5", ".5", "5e-1"},
		"1000": {"1000", "1e3", "1000."},

		"123456789012345":  {"123456789012345", "0123456789012345"},
		"9007199254740993": {"9007199254740993"},
		"inf":              {"inf"},
		"+Inf":             {"+Inf"},
		"NaN":              {"NaN"},
		"a 1":              {"a 1"},
		"1a":               {"1a"},
		"-":                {"-"},
	} {
		for _, word := range words {
			if got := (Value{Word: word}).Name(); got != want {
				t.Errorf("%q is called %q, want %q", word, got, want)
			}
		}
	}
}
