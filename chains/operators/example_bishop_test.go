package operators_test

import (
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// padded is bishop on a grid of any axes: along the first two, or nowhere.
type padded struct{}

func (padded) On(g grid.Grid) chains.Operator {
	if g.Axes() != 2 {
		return operators.Identity{}
	}
	return bishop{}.On(g)
}

// TestBishop: a kernel made of Symmetric and Flows keeps the laws.
func TestBishop(t *testing.T) { chaintest.Laws(t, padded{}) }
