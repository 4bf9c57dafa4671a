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
	q = named(c.Setting, T)
	if c.Toy == "" {
		q.Target, q.Seed = painted(c.Target), nil
	}
	return q, q.Toy+q.Target != "" && q.shows(c.Setting)
}

// QuestionOfNames is the question that is answered as the setting at T levels is, without a look at any file. There is
// none, and ok is false, if the setting reads one, or if the question is beyond the limits.
func QuestionOfNames(s experiments.Setting, T int) (q Question, ok bool) {
	q = named(s, T)
	return q, q.Toy != "" && q.shows(s)
}

// named has the names of a setting.
func named(s experiments.Setting, T int) Question {
	return Question{Toy: s.Toy, Seed: s.Seed, Kernel: s.Kernel, Bridge: s.Bridge, Initial: s.Initial, Schedule: s.Schedule,
		SkipLast: s.SkipLast, Program: s.Program, T: T}
}

// shows reports whether the question stands for all of the setting, and is within the limits.
func (q Question) shows(s experiments.Setting) bool {
	if s.Matrix != "" || s.Data != "" || s.InitialSum != "" || s.ScheduleSum != "" {
		return false
	}
	_, err := q.checked()
	return err == nil
}

// painted is a target as a question has it; "" if it is too large for a link.
func painted(t toys.Target) string {
	if t.Grid.Size() > mostPainted {
		return ""
	}
	return PaintedText(t)
}
