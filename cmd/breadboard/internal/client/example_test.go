package client_test

import (
	"context"
	"fmt"
	"log"
	"math"
	"time"

	"breadboard/cmd/breadboard/internal/client"
	"breadboard/grid"
)

// A kernel that never moves, in a line of shell: of {"states":[3,0,4]} it prints what is
// after the colon, without the brace.
func ExampleStartKernel() {
	const program = `sed -un 's/.*"states":\(.*\)}/\1/p'`
	ctx := context.Background()
	c, err := client.StartKernel(ctx, program, 10*time.Second, 1, grid.New(2, 3))
	if err != nil {
		log.Fatal(err)
	}
	if err := c.Aim(ctx, 0.5, []float64{0, -1.25, 2, 0.5, 1, 3}); err != nil {
		log.Fatal(err)
	}
	next := make([]int, 3)
	if err := c.Move(ctx, next, []int{3, 0, 4}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(next, c.Close())
	// Output: [3 0 4] <nil>
}

// A kernel of two cells that stays in cell 0 half of the time, and leaves cell 1 for sure: one row is dense, and one a
// pair.
func ExampleKernel_Rows() {
	const program = `sed -un 's/.*"rows":\[0,1]}/[[0.5,0.5],[[0,1]]]/p'`
	ctx := context.Background()
	r, err := client.StartKernel(ctx, program, 10*time.Second, 1, grid.New(2))
	if err != nil {
		log.Fatal(err)
	}
	if err := r.Aim(ctx, 1, []float64{math.Log(2), 0}); err != nil {
		log.Fatal(err)
	}
	rows, err := r.Rows(ctx, []int{0, 1})
	fmt.Println(rows, err, r.Close())
	// Output: [0.5 0.5 1 0] <nil> <nil>
}

// A program in two lines of sed. It always returns cell 3, so log w is log f_T(3) - log 1, both ways.
func ExampleStartProgram() {
	const program = `sed -un 's/.*"forward":1}/[[3,0.5]]/p; s/.*"reverse":\[3]}/[0.5]/p'`
	ctx := context.Background()
	logf := []float64{0, -1.25, 2, 0.5, 1, 3}
	p, err := client.StartProgram(ctx, program, 10*time.Second, 1, grid.New(2, 3), make([]float64, 6), logf)
	if err != nil {
		log.Fatal(err)
	}
	cells := make([]int, 1)
	forward := make([]float64, 1)
	reverse := make([]float64, 1)
	if err := p.Forward(ctx, cells, forward); err != nil {
		log.Fatal(err)
	}
	if err := p.Reverse(ctx, reverse, cells); err != nil {
		log.Fatal(err)
	}
	fmt.Println(cells, forward, reverse, p.Close())
	// Output: [3] [0.5] [0.5] <nil>
}
