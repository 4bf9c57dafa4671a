package explore

import (
	"breadboard/experiments"
	"breadboard/toys"
)

// mostPainted is the number of cells up to which a target that was read from a file is painted into a question: a link
// with 256 numbers is some 5,000 letters long.
const mostPainted = 256

// QuestionOf is the question that is answered as the chain at T levels is. There is none, and ok is false, if the
// question would need a file or a folder, if a target from a file has more than 256 cells or two axes, or if it is
// beyond the limits.
func QuestionOf(c experiments.Chain, T int) (q Question, ok bool) {
	s := c.Setting
	if s.Matrix != "" || s.Data != "" || s.InitialSum != "" || s.ScheduleSum != "" {
		return Question{}, false
	}
	q = Question{Toy: s.Toy, Seed: s.Seed, Kernel: s.Kernel, Bridge: s.Bridge, Initial: s.Initial, Schedule: s.Schedule,
		SkipLast: s.SkipLast, Program: s.Program, T: T}
	if s.Toy == "" {
		q.Target, q.Seed = painted(c.Target), nil
		if q.Target == "" {
			return Question{}, false
		}
	}
	_, err := q.Chain()
	return q, err == nil
}

// painted is a target as a question has it; "" if it is too large for a link.
func painted(t toys.Target) string {
	if t.Grid.Size() > mostPainted {
		return ""
	}
	return PaintedText(t)
}
