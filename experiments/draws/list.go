package draws

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"breadboard/grid/sheets"
)

// A list has the draws of a file, as its rows come. Of each it has the cell, and its number and its part where the file
// says them: a row takes 4 to 16 bytes, and no word of it is kept.
type list struct {
	numbered, parted bool // there are columns for it

	cells   []int32
	numbers []float64 // in their chains
	of      []int32   // parts

	part            int32 // of the last row; -1 before the first
	parts           map[part]int32
	all             []part // by their numbers
	samples, chains *sheets.Names
}

// A part is a chain of a sample, by the numbers of their names.
type part struct{ sample, chain int32 }

// begin finds the part of a row by its words.
func (l *list) begin(columns []sheets.Column, v []sheets.Value) {
	sample, chain := "", ""
	for i, c := range columns {
		switch c.Name {
		case "draw":
		case "chain":
			chain = v[i].Name()
		case "T":
			sample = "T = " + v[i].Word
		default:
			sample = strings.TrimPrefix(sample+", "+v[i].Word, ", ")
		}
	}
	key := part{int32(l.samples.Number(sample)), int32(l.chains.Number(chain))}
	number, known := l.parts[key]
	if !known {
		number = int32(len(l.all))
		l.parts[key] = number
		l.all = append(l.all, key)
	}
	l.part = number
}

// add adds a row of the part that has begun.
func (l *list) add(cell int, number float64) {
	l.cells = append(l.cells, int32(cell))
	if l.numbered {
		l.numbers = append(l.numbers, number)
	}
	if l.parted {
		l.of = append(l.of, l.part)
	}
}

// inOrder are the samples, by their names, with their chains, by theirs, or as they come if draws have no number, each
// in the order of its draws. Chains are parts of one list of cells. A draw that stands twice in a chain is an error.
func (l *list) inOrder() (samples []Sample, err error) {
	order := make([]int32, len(l.all))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		a, b := l.all[i], l.all[j]
		bySample := cmp.Compare(l.samples.All[a.sample], l.samples.All[b.sample])
		byChain := cmp.Compare(l.chains.All[a.chain], l.chains.All[b.chain])
		if !l.numbered { // rows are in order, and so are chains: 2 before 10
			byChain = cmp.Compare(i, j)
		}
		return cmp.Or(bySample, byChain)
	})
	ends := l.gather(order)
	begin := 0
	for k, i := range order {
		end := ends[i]
		if err == nil && l.numbered {
			err = sorted(l.numbers[begin:end], l.cells[begin:end])
		}
		if k == 0 || l.all[i].sample != l.all[order[k-1]].sample {
			samples = append(samples, Sample{Name: l.samples.All[l.all[i].sample]})
		}
		of := &samples[len(samples)-1]
		of.Chains = append(of.Chains, l.cells[begin:end:end])
		begin = end
	}
	slices.SortStableFunc(samples, byNumber)
	return samples, err
}

// gather puts the rows of each part together, in this order of the parts, and returns where each part ends.
func (l *list) gather(order []int32) (ends []int) {
	if !l.parted {
		return []int{len(l.cells)}
	}
	at := make([]int, len(order)) // where the next row of a part goes
	for _, i := range l.of {
		at[i]++
	}
	begin := 0
	for _, i := range order {
		size := at[i]
		at[i] = begin
		begin += size
	}
	cells := make([]int32, len(l.cells))
	numbers := make([]float64, len(l.numbers))
	for row, i := range l.of {
		cells[at[i]] = l.cells[row]
		if l.numbered {
			numbers[at[i]] = l.numbers[row]
		}
		at[i]++
	}
	l.cells, l.numbers = cells, numbers
	l.of = nil
	return at
}

// sorted sorts the cells of a chain by the numbers of their draws.
func sorted(numbers []float64, cells []int32) error {
	if !slices.IsSorted(numbers) {
		type draw struct {
			number float64
			cell   int32
		}
		draws := make([]draw, len(cells))
		for i, x := range cells {
			draws[i] = draw{numbers[i], x}
		}
		slices.SortFunc(draws, func(a, b draw) int { return cmp.Compare(a.number, b.number) })
		for i, d := range draws {
			numbers[i], cells[i] = d.number, d.cell
		}
	}
	for i := 1; i < len(numbers); i++ {
		if numbers[i] == numbers[i-1] {
			return fmt.Errorf("draw %v stands twice in a chain; once would do", numbers[i])
		}
	}
	return nil
}
