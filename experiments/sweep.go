package experiments

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"sync"

	"breadboard/chains/crew"
)

// A Sweep is a plan about to be run: all its cells, or a shard of them.
type Sweep struct {
	Plan  Plan
	Shard Shard
	Cells []Cell // of the whole plan, in the order of the table
	Keys  []string
	mine  []int // the places of the shard's cells, the dearest first
	costs []int
}

// Sweep is the plan's shard.
func (p Plan) Sweep(shard Shard) *Sweep {
	s := &Sweep{Plan: p, Shard: shard, Cells: p.Cells(), costs: p.costs()}
	s.Keys = make([]string, len(s.Cells))
	for i, c := range s.Cells {
		s.Keys[i] = c.Key(p.Build)
	}
	s.mine = dearest(s.costs)
	if !shard.whole() {
		of := deal(s.costs, shard.N)
		s.mine = slices.DeleteFunc(s.mine, func(i int) bool { return of[i] != shard.I })
	}
	return s
}

// Len is how many cells are the shard's.
func (s *Sweep) Len() int { return len(s.mine) }

// A Pace is how far a sweep has come, of what was left to do when it began.
type Pace struct {
	Cells, AllCells int
	Cost, AllCost   int // as the cells are dear
}

// Run computes every cell of the shard that rows has no row of, on as many cores
// as workers says (below 1: all), the dearest first, so that no core is left
// with a long one at the end; adds them to rows; and hands them to commit as they
// come, all those at a time that are ready, from one goroutine. Rows do not
// depend on workers. watch, from that goroutine too, is told how it goes.
// The error is commit's, ctx's, or that a file has changed; then what was
// committed is in rows.
func (s *Sweep) Run(ctx context.Context, rows map[string]Row, workers int, commit func([]Row) error, watch func(Pace)) error {
	todo := s.todo(rows)
	pace := s.pace(todo)
	watch(pace)
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	ready := make(chan done, 4*workers)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	group := crew.New()
	group.Go(func() error { return gather(ready, rows, &pace, commit, watch, stop) })
	group.Go(func() error { return s.compute(ctx, todo, workers, ready) })
	return group.Wait()
}

// A done is a finished cell.
type done struct {
	row  Row
	cost int
}

// todo are the shard's cells without a row.
func (s *Sweep) todo(rows map[string]Row) []int {
	return slices.DeleteFunc(slices.Clone(s.mine), func(i int) bool { _, ok := rows[s.Keys[i]]; return ok })
}

func (s *Sweep) pace(todo []int) Pace {
	p := Pace{AllCells: len(todo)}
	for _, i := range todo {
		p.AllCost += s.costs[i]
	}
	return p
}

// compute sends the rows of cells to ready and closes it.
func (s *Sweep) compute(ctx context.Context, todo []int, workers int, ready chan<- done) error {
	defer close(ready)
	cells := make([]Cell, len(todo))
	for k, i := range todo {
		cells[k] = s.Cells[i]
	}
	chains := newCellChains(cells)
	group, ctx := crew.WithContext(ctx)
	var mu sync.Mutex
	next := 0
	take := func() int {
		mu.Lock()
		defer mu.Unlock()
		next++
		return next - 1
	}
	for range min(workers, len(todo)) {
		group.Go(func() error {
			for k := take(); k < len(todo); k = take() {
				row, err := chains.run(ctx, cells[k], s.Plan.Build, max(1, workers/len(todo)))
				if err != nil {
					return err
				}
				ready <- done{row, s.costs[todo[k]]}
			}
			return nil
		})
	}
	return group.Wait()
}

// gather commits rows as they come: those at once that came while the last were
// committed. An error stops the work; what still comes is taken and dropped, so
// that nobody waits.
func gather(ready <-chan done, rows map[string]Row, pace *Pace, commit func([]Row) error, watch func(Pace), stop func(error)) (err error) {
	for d := range ready {
		batch := []done{d}
		for more := true; more; {
			select {
			case d, ok := <-ready:
				if more = ok; ok {
					batch = append(batch, d)
				}
			default:
				more = false
			}
		}
		if err != nil {
			continue
		}
		lines := make([]Row, len(batch))
		for i, d := range batch {
			lines[i] = d.row
		}
		if err = commit(lines); err != nil {
			stop(err)
			continue
		}
		for _, d := range batch {
			rows[d.row.Key] = d.row
			pace.Cells++
			pace.Cost += d.cost
		}
		watch(*pace)
	}
	return err
}

// Table is the row of every cell of the plan, in order, or the places of those
// that have none.
func (s *Sweep) Table(rows map[string]Row) (table []Row, missing []int) {
	for i, key := range s.Keys {
		if r, ok := rows[key]; ok {
			table = append(table, r)
		} else {
			missing = append(missing, i)
		}
	}
	return table, missing
}

// Others counts rows that the plan does not ask for: of other cells, or of
// another build.
func (s *Sweep) Others(rows map[string]Row) (cells, builds int) {
	asked := make(map[string]bool, len(s.Keys))
	for _, key := range s.Keys {
		asked[key] = true
	}
	for key, r := range rows {
		switch {
		case asked[key]:
		case r.Build != s.Plan.Build:
			builds++
		default:
			cells++
		}
	}
	return cells, builds
}

// Missing is an error that names cells without a row, how many they are, and
// where there are shards, which of them they belong to.
func (s *Sweep) Missing(places []int, shards int) error {
	const few = 5
	text := fmt.Sprintf("%d of %d cells are missing:", len(places), len(s.Cells))
	var of []int
	if shards > 0 {
		of = deal(s.costs, shards)
	}
	for k, i := range places[:min(few, len(places))] {
		if k > 0 {
			text += ";"
		}
		text += " " + s.Cells[i].String()
		if of != nil {
			text += fmt.Sprintf(" (shard %d/%d)", of[i], shards)
		}
	}
	if len(places) > few {
		text += fmt.Sprintf("; and %d more", len(places)-few)
	}
	return fmt.Errorf("%s", text)
}

// Mine are the shard's cells, in the order of the table.
func (s *Sweep) Mine() iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for _, i := range slices.Sorted(slices.Values(s.mine)) {
			if !yield(s.Cells[i]) {
				return
			}
		}
	}
}
