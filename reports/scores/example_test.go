package scores_test

import (
	"context"
	"fmt"
	"os"

	"breadboard/chains/kernels"
	"breadboard/experiments/score"
	"breadboard/reports/scores"
	"breadboard/reports/table"
	"breadboard/toys"
)

// A leaderboard of one kernel: the share of problems that it solves.
func Example() {
	barrier := toys.Barrier()
	functions, _, err := score.Functions(barrier, []string{"mean:1", "mode:1"})
	if err != nil {
		fmt.Println(err)
		return
	}
	starts, err := score.Starts(barrier, []string{"exact"})
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := score.NewSubject(barrier, "heat-bath", kernels.HeatBath{}).
		Measure(context.Background(), functions, starts, []int{1000})
	if err != nil {
		fmt.Println(err)
		return
	}
	score.Normalize(rows)
	for _, b := range score.Boards(rows) {
		if err := scores.Leaderboard(b, "steps").Write(os.Stdout, table.CSV, table.Style{}); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// kernel,ness_mean,success_mean,ness_mode,success_mode,keys
	// heat-bath,0.23,1,0.178,1,1
}
