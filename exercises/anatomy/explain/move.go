package explain

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/budget"
)

// moveJudge judges the answers to a MoveQuestion. The points are 1 to n.
type moveJudge struct {
	anatomy.MoveQuestion
	n int
}

// enteredMove is the move that a student entered.
type enteredMove struct {
	move    anatomy.Move
	valid   bool // whether every field can be read and the points are different
	results []answer.Result
}

// readMove parses the points of the student's move, K first.
func (p moveJudge) readMove(ctx context.Context, a exercises.Answers) enteredMove {
	out := enteredMove{valid: true}
	points := make([]int, 2)
	for j, f := range p.Fields {
		var r answer.Result
		points[j], r = p.point(ctx, a[f.Name])
		out.results = append(out.results, r)
		out.valid = out.valid && r.Accepted
	}
	out.move = anatomy.Move{K: points[0], L: points[1]}
	if out.valid && len(p.Fields) > 1 && points[0] == points[1] {
		out.valid = false
	}
	return out
}

// point parses the number of a point, or "none" if there is only one field. For "none" and for an
// invalid text it returns 0. The result is accepted unless the text is invalid.
func (p moveJudge) point(ctx context.Context, text string) (int, answer.Result) {
	bare := strings.ToLower(strings.TrimSpace(text))
	if len(p.Fields) == 1 && slices.Contains([]string{"none", "no point", "-", "0"}, bare) {
		return 0, answer.Result{Verdict: exercises.Equal, Accepted: true, At: -1}
	}
	bare = strings.TrimPrefix(strings.TrimSpace(text), "x")
	if at := strings.IndexAny(bare, ",;"); at >= 0 {
		return 0, answer.Result{Verdict: exercises.Unreadable, At: at,
			Fact: factLines("enter one point, such as 3.")}
	}
	r := answer.NumberTask{Want: answer.Int(1)}.Judge(ctx, bare)
	if !r.Verdict.CountsAsAttempt() {
		return 0, r
	}
	v, ok := readNumber(ctx, bare)
	if !ok || v != math.Trunc(v) || v < 1 || v > float64(p.n) {
		return 0, rejectedResult(r, "Enter the number of one point: 1 to "+strconv.Itoa(p.n)+".")
	}
	return int(v), answer.Result{Verdict: exercises.Equal, Accepted: true, At: -1, Reading: r.Reading}
}

// rejectedResult returns a wrong result with the reading of r and the given reason.
func rejectedResult(r answer.Result, reason string) answer.Result {
	return answer.Result{Verdict: exercises.NotEqual, At: -1, Reading: r.Reading, Fact: factLines(reason)}
}

func factLines(text string) []ascii.Line { return ascii.PlainLines(text) }

// blanks returns the blanks for the points of the move, with the given results.
func (p moveJudge) blanks(results []answer.Result) []answer.Blank {
	var out []answer.Blank
	for j, f := range p.Fields {
		out = append(out,
			answer.Blank{Name: f.Name, Label: strings.TrimSuffix(f.Label, " ="),
				Judge: func(context.Context, string) answer.Result { return results[j] }})
	}
	return out
}

// splitPair handles two numbers in one field, such as "3, 5", if the other field is empty. It
// returns answers with one number in each field.
func (p moveJudge) splitPair(a exercises.Answers) exercises.Answers {
	if len(p.Fields) < 2 {
		return a
	}
	k, l := p.Fields[0].Name, p.Fields[1].Name
	for name, other := range map[string]string{k: l, l: k} {
		parts := strings.FieldsFunc(a[name], func(r rune) bool { return strings.ContainsRune(",;(){} ", r) })
		if len(parts) == 2 && strings.TrimSpace(a[other]) == "" {
			return a.With(k, parts[0]).With(l, parts[1])
		}
	}
	return a
}

// reference returns the right move as a student would enter it.
func (p moveJudge) reference() exercises.Answers {
	a := exercises.Answers{}
	for j, f := range p.Fields {
		if a[f.Name] = strconv.Itoa([]int{p.Want.K, p.Want.L}[j]); p.Want == (anatomy.Move{}) {
			a[f.Name] = "none"
		}
	}
	return a
}

// moveScene returns the figures that help to find the move.
func (p moveJudge) moveScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	return p.Scene(p.readMove(ctx, a).move, func(name string) (float64, bool) { return readNumber(ctx, a[name]) })
}

// moveTask returns a task that asks for a move and, if the question has blanks, for the numbers of
// the step. The numbers are judged for the student's move if it is possible, and otherwise for the
// right move.
func moveTask(q anatomy.MoveQuestion, n int) exercises.Task {
	p := moveJudge{q, n}
	t := task{info: exercises.Info{Name: q.Name, Title: q.Title, Question: ascii.Plain(q.Text), Text: q.Given,
		Fields: slices.Clone(q.Fields), Reference: p.reference()}, scene: p.moveScene}
	if p.Blanks != nil {
		newForm(p.Blanks(p.Want)).describe(&t)
		t.check, t.rightValues = p.checkByHand, p.rightByHand
		return t
	}
	t.check = func(ctx context.Context, a exercises.Answers) exercises.Report {
		a = p.splitPair(a)
		m := p.readMove(ctx, a)
		switch {
		case len(p.Fields) == 1:
			return p.judgePoint(m).Report(p.Fields[0].Name)
		case m.valid:
			j := p.Judge(m.move)
			return exercises.Report{Verdict: verdict(j.Right), Accepted: j.Right,
				Headline: cmp.Or(j.Headline, "Right."), Fact: factLines(j.Fact)}
		}
		if r := answer.JudgeForm(ctx, a, p.blanks(m.results)); !r.Accepted {
			return r
		}
		return exercises.Report{Verdict: exercises.NotEqual, Headline: "That is one point.",
			Fact: factLines("A pair has two different points.")}
	}
	return t
}

// checkByHand judges the student's move and numbers in a step by hand.
func (p moveJudge) checkByHand(ctx context.Context, a exercises.Answers) exercises.Report {
	m := p.readMove(ctx, a)
	move, moveIsRight := p.completed(m.move), true
	var done string
	if m.valid && m.move.K > 0 {
		j := p.Judge(m.move)
		move, moveIsRight, done = m.move, j.Right, j.Done
	}
	r := answer.JudgeForm(ctx, a,
		append(p.blanks(p.byHandResults(m)), newForm(p.Blanks(move)).blanks(ctx, a, moveIsRight)...))
	if r.Accepted && done != "" {
		r.Fact = factLines(done)
	}
	return r
}

// rightByHand returns the right answers: the points of the solver's move, and the numbers
// for the student's move.
func (p moveJudge) rightByHand(a exercises.Answers) exercises.Answers {
	m := p.readMove(budget.StartCall(context.Background(), budget.CallLimits()), a)
	move := p.completed(m.move)
	if m.valid && m.move.K > 0 {
		move = m.move
	}
	right := newForm(p.Blanks(move)).reference()
	maps.Copy(right, p.reference())
	return right
}

// judgePoint returns the result for a move that consists of one point.
func (p moveJudge) judgePoint(m enteredMove) answer.Result {
	r := m.results[0]
	if !m.valid {
		return r
	}
	j := p.Judge(m.move)
	r.Verdict, r.Accepted, r.Fact = verdict(j.Right), j.Right, factLines(j.Fact)
	return r
}

func verdict(right bool) exercises.Verdict {
	if right {
		return exercises.Equal
	}
	return exercises.NotEqual
}

// byHandResults returns the results for the points in a step by hand. If the points are not a
// possible move, the first result explains why.
func (p moveJudge) byHandResults(m enteredMove) []answer.Result {
	if len(p.Fields) == 1 {
		return []answer.Result{p.judgePoint(m)}
	}
	out := slices.Clone(m.results)
	switch j := (anatomy.Judgement{}); {
	case m.valid:
		if j = p.Judge(m.move); !j.Right {
			out[0], out[1] = rejectedResult(out[0], j.Fact), rejectedResult(out[1], j.Headline)
		}
	case out[0].Accepted && out[1].Accepted:
		out[1] = rejectedResult(out[1], "A pair has two different points.")
	}
	return out
}

// completed returns the move for which numbers are judged if m is not a possible move. If exactly
// one of two points is given, it is m with the other point of the right move, and otherwise the
// right move.
func (p moveJudge) completed(m anatomy.Move) anatomy.Move {
	switch k, l := p.Want.K, p.Want.L; {
	case len(p.Fields) == 1 || m.K > 0 == (m.L > 0):
		return p.Want
	case m.K == l && m.K > 0:
		return anatomy.Move{K: l, L: k}
	case m.L == k && m.L > 0:
		return anatomy.Move{K: l, L: k}
	case m.K > 0:
		return anatomy.Move{K: m.K, L: l}
	default:
		return anatomy.Move{K: k, L: m.L}
	}
}
