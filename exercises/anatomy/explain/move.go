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
func (question moveJudge) readMove(ctx context.Context, a exercises.Answers) enteredMove {
	out := enteredMove{valid: true}
	points := make([]int, 2)
	for j, f := range question.Fields {
		var r answer.Result
		points[j], r = question.point(ctx, a[f.Name])
		out.results = append(out.results, r)
		out.valid = out.valid && r.Accepted
	}
	out.move = anatomy.Move{K: points[0], L: points[1]}
	if out.valid && len(question.Fields) > 1 && points[0] == points[1] {
		out.valid = false
	}
	return out
}

// point parses the number of a point, or "none" if there is only one field. For "none" and for an
// invalid text it returns 0. The result is accepted unless the text is invalid.
func (question moveJudge) point(ctx context.Context, text string) (int, answer.Result) {
	trimmed := strings.ToLower(strings.TrimSpace(text))
	if len(question.Fields) == 1 && slices.Contains([]string{"none", "no point", "-", "0"}, trimmed) {
		return 0, answer.Result{Verdict: exercises.Equal, Accepted: true, At: -1}
	}
	trimmed = strings.TrimPrefix(strings.TrimSpace(text), "x")
	if at := strings.IndexAny(trimmed, ",;"); at >= 0 {
		return 0, answer.Result{Verdict: exercises.Unreadable, At: at,
			Fact: factLines("enter one point, such as 3.")}
	}
	r := answer.NumberTask{Want: answer.Int(1)}.Judge(ctx, trimmed)
	if !r.Verdict.CountsAsAttempt() {
		return 0, r
	}
	v, ok := readNumber(ctx, trimmed)
	if !ok || v != math.Trunc(v) || v < 1 || v > float64(question.n) {
		return 0, rejectedResult(r, "Enter the number of one point: 1 to "+strconv.Itoa(question.n)+".")
	}
	return int(v), answer.Result{Verdict: exercises.Equal, Accepted: true, At: -1, Reading: r.Reading}
}

// rejectedResult returns a wrong result with the reading of r and the given reason.
func rejectedResult(r answer.Result, reason string) answer.Result {
	return answer.Result{Verdict: exercises.NotEqual, At: -1, Reading: r.Reading, Fact: factLines(reason)}
}

func factLines(text string) []ascii.Line { return ascii.PlainLines(text) }

// blanks returns the blanks for the points of the move, with the given results.
func (question moveJudge) blanks(results []answer.Result) []answer.Blank {
	var out []answer.Blank
	for j, f := range question.Fields {
		out = append(out,
			answer.Blank{Name: f.Name, Label: strings.TrimSuffix(f.Label, " ="),
				Judge: func(context.Context, string) answer.Result { return results[j] }})
	}
	return out
}

// splitPair handles two numbers in one field, such as "3, 5", if the other field is empty. It
// returns answers with one number in each field.
func (question moveJudge) splitPair(a exercises.Answers) exercises.Answers {
	if len(question.Fields) < 2 {
		return a
	}
	k, l := question.Fields[0].Name, question.Fields[1].Name
	for name, other := range map[string]string{k: l, l: k} {
		parts := strings.FieldsFunc(a[name], func(r rune) bool { return strings.ContainsRune(",;(){} ", r) })
		if len(parts) == 2 && strings.TrimSpace(a[other]) == "" {
			return a.With(k, parts[0]).With(l, parts[1])
		}
	}
	return a
}

// reference returns the right move as a student would enter it.
func (question moveJudge) reference() exercises.Answers {
	a := exercises.Answers{}
	for j, f := range question.Fields {
		if a[f.Name] = strconv.Itoa([]int{question.Want.K, question.Want.L}[j]); question.Want == (anatomy.Move{}) {
			a[f.Name] = "none"
		}
	}
	return a
}

// moveScene returns the figures that help to find the move.
func (question moveJudge) moveScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	return question.Scene(question.readMove(ctx, a).move,
		func(name string) (float64, bool) { return readNumber(ctx, a[name]) })
}

// moveTask returns a task that asks for a move and, if the question has blanks, for the numbers of
// the step. The numbers are judged for the student's move if it is possible, and otherwise for the
// right move.
func moveTask(q anatomy.MoveQuestion, n int) exercises.Task {
	question := moveJudge{q, n}
	t := task{info: exercises.Info{Name: q.Name, Title: q.Title, Question: ascii.Plain(q.Text), Text: q.Given,
		Fields: slices.Clone(q.Fields), Reference: question.reference()}, scene: question.moveScene}
	if question.Blanks != nil {
		newForm(question.Blanks(question.Want)).describe(&t)
		t.check, t.rightValues = question.checkByHand, question.rightByHand
		return t
	}
	t.check = func(ctx context.Context, a exercises.Answers) exercises.Report {
		a = question.splitPair(a)
		m := question.readMove(ctx, a)
		switch {
		case len(question.Fields) == 1:
			return question.judgePoint(m).Report(question.Fields[0].Name)
		case m.valid:
			j := question.Judge(m.move)
			return exercises.Report{Verdict: verdict(j.Right), Accepted: j.Right,
				Headline: cmp.Or(j.Headline, "Right."), Fact: factLines(j.Fact)}
		}
		if r := answer.JudgeForm(ctx, a, question.blanks(m.results)); !r.Accepted {
			return r
		}
		return exercises.Report{Verdict: exercises.NotEqual, Headline: "That is one point.",
			Fact: factLines("A pair has two different points.")}
	}
	return t
}

// checkByHand judges the student's move and numbers in a step by hand.
func (question moveJudge) checkByHand(ctx context.Context, a exercises.Answers) exercises.Report {
	m := question.readMove(ctx, a)
	move, moveIsRight := question.moveForNumbers(m.move), true
	var doneText string
	if m.valid && m.move.K > 0 {
		j := question.Judge(m.move)
		move, moveIsRight, doneText = m.move, j.Right, j.Done
	}
	r := answer.JudgeForm(ctx, a, append(question.blanks(question.byHandResults(m)),
		newForm(question.Blanks(move)).blanks(ctx, a, moveIsRight)...))
	if r.Accepted && doneText != "" {
		r.Fact = factLines(doneText)
	}
	return r
}

// rightByHand returns the right answers: the points of the solver's move, and the numbers
// for the student's move.
func (question moveJudge) rightByHand(a exercises.Answers) exercises.Answers {
	m := question.readMove(budget.StartCall(context.Background(), budget.CallLimits()), a)
	move := question.moveForNumbers(m.move)
	if m.valid && m.move.K > 0 {
		move = m.move
	}
	right := newForm(question.Blanks(move)).reference()
	maps.Copy(right, question.reference())
	return right
}

// judgePoint returns the result for a move that consists of one point.
func (question moveJudge) judgePoint(m enteredMove) answer.Result {
	r := m.results[0]
	if !m.valid {
		return r
	}
	j := question.Judge(m.move)
	r.Verdict, r.Accepted, r.Fact = verdict(j.Right), j.Right, factLines(j.Fact)
	return r
}

func verdict(isRight bool) exercises.Verdict {
	if isRight {
		return exercises.Equal
	}
	return exercises.NotEqual
}

// byHandResults returns the results for the points in a step by hand. If the points are not a
// possible move, the first result explains why.
func (question moveJudge) byHandResults(m enteredMove) []answer.Result {
	if len(question.Fields) == 1 {
		return []answer.Result{question.judgePoint(m)}
	}
	out := slices.Clone(m.results)
	switch j := (anatomy.Judgement{}); {
	case m.valid:
		if j = question.Judge(m.move); !j.Right {
			out[0], out[1] = rejectedResult(out[0], j.Fact), rejectedResult(out[1], j.Headline)
		}
	case out[0].Accepted && out[1].Accepted:
		out[1] = rejectedResult(out[1], "A pair has two different points.")
	}
	return out
}

// moveForNumbers returns the move for which numbers are judged if m is not a possible move. If
// exactly one of two points is given, it is m with the other point of the right move, and otherwise
// the right move.
func (question moveJudge) moveForNumbers(m anatomy.Move) anatomy.Move {
	switch k, l := question.Want.K, question.Want.L; {
	case len(question.Fields) == 1 || m.K > 0 == (m.L > 0):
		return question.Want
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
