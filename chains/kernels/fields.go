package kernels

import (
	"fmt"
	"math/bits"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
)

// In returns the bonds of a target whose log f has a field beside them: fields says what the value of a site adds to
// log f, by site and value. On counts there is one site, which stands for all. It panics unless there are as many sites
// and values as the bonds have.
func (b *Bonds) In(fields [][]float64) *Bonds {
	in := b.Times(1)
	in.fields = in.checked(fields)
	return in
}

// From returns the bonds for levels from an initial density whose log is a sum of such fields, begin. A level has the
// field
//
//	(1-beta) begin + beta fields.
func (b *Bonds) From(begin [][]float64) *Bonds {
	from := b.Times(1)
	from.begin = from.checked(begin)
	return from
}

// checked are fields, of which nil is returned if all values of a site are alike.
func (b *Bonds) checked(fields [][]float64) [][]float64 {
	if sites := b.grid.Axes(); len(fields) != sites {
		panic(fmt.Sprintf("kernels: fields at %d sites of %d", len(fields), sites))
	}
	alike := true
	for _, site := range fields {
		if len(site) != b.values() {
			panic(fmt.Sprintf("kernels: fields of %d values of %d", len(site), b.values()))
		}
		alike = alike && slices.Min(site) == slices.Max(site)
	}
	if alike {
		return nil
	}
	return fields
}

// Free returns the bonds without fields.
func (b *Bonds) Free() *Bonds {
	free := b.Times(1)
	free.begin = nil
	free.fields = nil
	return free
}

// InField reports whether there are fields.
func (b *Bonds) InField() bool { return b.begin != nil || b.fields != nil }

// fieldAt is the field of a level, at a site that has a value.
func fieldAt[N numbers.Number[N]](b *Bonds, v chains.View[N], beta float64, site, value int) N {
	sum := v.Num(0)
	if b.begin != nil {
		sum = v.Num(1).Minus(v.Num(beta)).Times(v.Num(b.begin[site][value]))
	}
	if b.fields != nil {
		sum = sum.Plus(v.Num(beta).Times(v.Num(b.fields[site][value])))
	}
	return sum
}

// fieldsAt are the fields of a level, by site and value.
func fieldsAt[N numbers.Number[N]](b *Bonds, v chains.View[N], beta float64) (all [][]N) {
	for site := range b.grid.Axes() {
		var here []N
		for value := range b.values() {
			here = append(here, fieldAt(b, v, beta, site, value))
		}
		all = append(all, here)
	}
	return all
}

// riseBy is what fields add to log f where the values of some sites become so much more, counted round.
func riseBy[N numbers.Number[N]](b *Bonds, fields [][]N, none N, x, sites, more int) N {
	sum := none
	for ; sites != 0; sites &= sites - 1 {
		site := bits.TrailingZeros(uint(sites))
		was := b.grid.Coord(x, site)
		sum = sum.Plus(fields[site][(was+more)%b.values()]).Minus(fields[site][was])
	}
	return sum
}
