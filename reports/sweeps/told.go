package sweeps

import (
	"iter"

	"breadboard/experiments/sweep"
	"breadboard/reports"
	"breadboard/reports/table"
)

// Told are the columns by which the rows of a sweep are told from each other: all that a job consists of.
var Told = table.Keys("target seed initial kernel bridge schedule skip_last_kernel T program chains mc_seed full " +
	"target_sha256 initial_sha256 schedule_sha256 data_sha256 density matrix_sha256")

// TellJobs yields the cells of these columns for every job, beside which is its cost. An annealing has two rows: where
// a sweep has no other program, the table has no column for it.
func TellJobs(jobs iter.Seq2[sweep.Job, int]) iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		for j := range jobs {
			rec := record{}
			rec.tell(j)
			if !yield(table.RowOf(Told, rec)) {
				return
			}
			if rec["program"] = nil; j.Program == "" && !yield(table.RowOf(Told, rec)) {
				return
			}
		}
	}
}

// tell adds what a job consists of.
func (rec record) tell(j sweep.Job) {
	reports.Name(rec, j.Setting)
	rec["program"], rec["full"] = j.ProgramName(), j.Full
	rec["target_sha256"], rec["initial_sha256"] = table.Some(j.TargetSum), table.Some(j.InitialSum)
	rec["data_sha256"], rec["matrix_sha256"] = table.Some(j.DataSum), table.Some(j.MatrixSum)
	rec["schedule_sha256"] = table.Some(j.ScheduleSum)
	if j.Chains > 0 {
		rec["chains"], rec["mc_seed"] = j.Chains, j.MCSeed
	}
}
