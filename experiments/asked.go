package experiments

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"

	"breadboard/chains"
	"breadboard/chains/kernels"
)

// What a chain does with the rows that it is told (asking.go).

// Asking is the chain with the one who tells the rows of its kernel. Whoever is asked at a beta is not asked there
// again, by this chain and its copies. Package matrices judges the rows, and a program that asks imports it.
func (c Chain) Asking(ask Ask) Chain {
	c.asked = &asked{ask: ask, sound: map[float64][]float64{}}
	return c
}

// Unanswered is why the rows of a kernel are not known: nobody tells them, or they break a law.
type Unanswered struct{ error }

// Unwrap returns the reason.
func (u Unanswered) Unwrap() error { return u.error }

// Say spells every field of the reason by name.
func (u Unanswered) Say(name func(Field) string) string { return Say(u.error, name) }

// byAnswers returns the annealing with the rows at its levels as its kernel. The error is Unanswered.
func (c Chain) byAnswers(ctx context.Context, a chains.Annealing, tell Progress) (chains.Annealing, error) {
	k := kernels.Matrices{N: a.Grid.Size(), First: 2, Rounded: true}
	for t := 2; t <= a.T(); t++ {
		p, err := c.soundAt(ctx, a, t)
		if ctx.Err() != nil {
			return a, ctx.Err()
		}
		if err != nil {
			return a, Unanswered{err}
		}
		k.Betas = append(k.Betas, a.Schedule.Beta(t))
		k.P = append(k.P, p)
		tell.Tell(t-1, a.T()-1)
	}
	a.Kernel = c.repeated(k)
	return a, nil
}

// soundAt returns the rows at a level. It is a fault if they break a law.
func (c Chain) soundAt(ctx context.Context, a chains.Annealing, t int) ([]float64, error) {
	if c.asked == nil {
		return nil, Faultf("%v %s: nobody asks it for its rows; a chain with Asking would do", FieldExec, c.Exec)
	}
	c.asked.mu.Lock()
	defer c.asked.mu.Unlock()
	beta := a.Schedule.Beta(t)
	if p, ok := c.asked.sound[beta]; ok {
		return p, nil
	}
	level := a.NewLevel()
	a.LevelAt(level, t)
	told, err := c.asked.matrix(ctx, a, level)
	if err != nil {
		return nil, err
	}
	by, clean := ByMatrices(a, [][]float64{told})
	by, _ = by.Lowered()
	op := chains.On(by.Kernel, by.Grid)
	by.LevelAt(level, t)
	if err := brokenBy(by.Grid, level, op, clean[0]); err != nil {
		return nil, Faultf("%v %s, beta = %v: %v; rows that breadboard validate %v with %v accepts would do",
			FieldExec, c.Exec, beta, err, FieldExec, Field("rows"))
	}
	p := asProbabilities(clean[0], by.Grid.Size())
	c.asked.sound[beta] = p
	return p, nil
}

// Told returns the rows at a beta as they are told: a matrix that nobody has judged.
func (c Chain) Told(ctx context.Context, beta float64) ([]float64, error) {
	a := c.Base(chains.Linear(2))
	level := a.NewLevel()
	level.Move(1, beta)
	return c.asked.matrix(ctx, a, level)
}

// SummedBetas is the number of betas at which RowsSum asks.
const SummedBetas = 10

// RowsSum is a checksum of the rows at ten betas, 0.1 to 1: the SHA-256 of their bits, in hexadecimal digits. A program
// that has changed has another, unless it only has at betas between.
func (c Chain) RowsSum(ctx context.Context) (string, error) {
	a, err := c.byAnswers(ctx, c.over(c.Fewest(), chains.Linear(1+SummedBetas)), nil)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for t := 2; t <= a.T(); t++ {
		p, err := c.soundAt(ctx, a, t)
		if err != nil {
			return "", err
		}
		for _, v := range p {
			h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
