package evidence

import (
	"math"

	"breadboard/chains"
)

// oneBlock is the number of cells up to which a Picker has one block: fewer steps would be saved than a second pick
// costs.
const oneBlock = 64

// A Picker picks cells by weights that do not change. Dice go through all weights at each pick. A Picker of n cells
// picks one of about √n blocks first, and then one of its about √n cells, which has the same law.
type Picker struct {
	weights []float64
	blocks  []float64 // the weight of each block
	size    int       // of a block, but for the last
}

// NewPicker returns the picker of these weights, which are not copied.
func NewPicker(weights []float64) *Picker {
	p := &Picker{weights: weights, size: max(1, len(weights))}
	if len(weights) > oneBlock {
		p.size = int(math.Ceil(math.Sqrt(float64(len(weights)))))
	}
	for at := 0; at < len(weights); at += p.size {
		sum := 0.0
		for _, w := range p.block(at) {
			sum += w
		}
		p.blocks = append(p.blocks, sum)
	}
	return p
}

// block has the weights of the block that begins at a cell.
func (p *Picker) block(at int) []float64 { return p.weights[at:min(at+p.size, len(p.weights))] }

// Pick picks a cell.
func (p *Picker) Pick(d chains.Dice) int {
	at := 0
	if len(p.blocks) > 1 {
		at = p.size * d.Pick(p.blocks)
	}
	return at + d.Pick(p.block(at))
}

// steps is the number of weights that a pick goes through.
func (p *Picker) steps() float64 { return float64(len(p.blocks) + p.size) }
