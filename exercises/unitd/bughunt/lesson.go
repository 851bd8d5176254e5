package bughunt

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// levels is the number of hunts of the lesson: one of each level, easy ones first.
const levels = 4

// Lesson is D.2: a hunt that is solved on the page, and four that are not.
func Lesson(b worksheets.Brief) (worksheets.Parts, error) {
	shown, err := New("no-clip", b.Seed)
	if err != nil {
		return worksheets.Parts{}, err
	}
	out := worksheets.Parts{Steps: worksheets.Steps{"tools": worksheets.Behaviour{
		Scene: shown.scene,
		Vars:  worksheets.Vars{"about": shown.about(), "first": strconv.Itoa(shown.first), "proof": shown.kind.Proof},
	}}}
	hunts, err := drawHunts(b.Seed)
	if err != nil {
		return worksheets.Parts{}, err
	}
	for i, h := range hunts {
		q, err := newQuest(h, i+1)
		if err != nil {
			return worksheets.Parts{}, err
		}
		out.Steps["hunt"+strconv.Itoa(i+1)] = q.step()
	}
	return out, nil
}

// drawHunts draws a hunt of each level, with different solvers if possible. It draws
// the hardest first, because it has the fewest choices.
func drawHunts(seed uint64) ([]Hunt, error) {
	r := rand.New(rand.NewPCG(seed, 0xd2))
	out := make([]Hunt, levels)
	used := map[string]bool{}
	for level := levels; level >= 1; level-- {
		var fresh, any []Kind
		for _, k := range planted() {
			if k.Level != level || k.ID == "no-clip" {
				continue
			}
			any = append(any, k)
			if !used[k.fault.Solver()] {
				fresh = append(fresh, k)
			}
		}
		if len(fresh) == 0 {
			fresh = any
		}
		h, err := New(fresh[r.IntN(len(fresh))].ID, r.Uint64())
		if err != nil {
			return nil, err
		}
		used[h.right.Name()] = true
		out[level-1] = h
	}
	return out, nil
}

// scene shows the run on the stage with all its abilities.
func (h Hunt) scene(context.Context, exercises.Answers) exercises.Scene {
	return exercises.Scene{Run: h.Run()}
}

// about says what the run claims to be.
func (h Hunt) about() string {
	what := ""
	switch s := h.right.(type) {
	case solvers.SMO:
		what = fmt.Sprintf("SMO with C = %s, pair rule “%s”,", anatomy.Num(s.C), anatomy.RuleOf(s.Rule).Title)
	case solvers.Perceptron:
		what = "The perceptron, one visit a step,"
	case solvers.Logistic:
		what = fmt.Sprintf("Logistic regression by gradient descent with γ = %s", anatomy.Num(s.Gamma))
	case solvers.LeastSquares:
		what = fmt.Sprintf("Least squares by gradient descent with η = %s", anatomy.Num(s.Eta))
	case solvers.Ridge:
		what = fmt.Sprintf("Ridge regression with λ = %s", anatomy.Num(s.Lambda))
	}
	text := fmt.Sprintf("%s on %d points, with the %s.", what, h.model.Set.Len(), kernels.Describe(h.model.Kernel))
	if len(h.traces) > 1 {
		text += " Its primal runs beside it."
	}
	return text
}

// quest is a hunt as a task of the lesson.
type quest struct {
	Hunt
	number       int
	first, fault string // names of the fields
	law          string // the first law that is red
}

func newQuest(h Hunt, number int) (quest, error) {
	n := strconv.Itoa(number)
	q := quest{Hunt: h, number: number, first: "first" + n, fault: "fault" + n}
	traces, err := h.walked(h.first)
	if err != nil {
		return quest{}, err
	}
	for _, law := range ledger(anatomy.NewDesk(h.model), traces, h.first) {
		if !law.Holds {
			q.law = law.Law.String()
			break
		}
	}
	return q, nil
}

func (q quest) step() worksheets.Behaviour {
	v := worksheets.Vars{
		"about": q.about(), "first": strconv.Itoa(q.Hunt.first), "before": strconv.Itoa(q.Hunt.first - 1),
		"after": strconv.Itoa(q.Hunt.first + 1),
		"law":   q.law, "fault": q.kind.ID, "label": q.kind.Label, "proof": q.kind.Proof,
	}
	var choices []exercises.Choice
	for _, k := range q.Choices() {
		choices = append(choices, exercises.Choice{Value: k.ID, Label: k.Label})
		if v["other"] == nil && k.ID != q.kind.ID {
			v["other"] = k.ID
		}
	}
	out := worksheets.Behaviour{OnStage: true, Scene: q.scene, Check: q.judge, Given: q.given,
		Choices: map[string][]exercises.Choice{q.fault: choices}, Vars: v}
	if q.number == 4 {
		out.Judges = worksheets.Judges{condition: {Check: q.judgeCondition, Relates: true}}
	}
	return out
}

// condition is the name of the field that opens the ledger of the last hunt.
const condition = "watch4"

// scene shows the run with the remaining help. The third hunt has no reasons. The
// fourth has neither ledger nor reasons until a condition of the student's stops its
// run.
func (q quest) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	run := q.Run()
	switch {
	case q.number == 3:
		run = stage.Without(run, "no why in this hunt; the ledger has what must hold", "")
	case q.number == 4 && !q.judgeCondition(ctx, a[condition]).Accepted:
		const shut = " when a condition that you have written stops the run"
		run = stage.Without(run, "why opens"+shut, "the ledger opens"+shut)
	}
	return exercises.Scene{Run: run}
}

// judgeCondition judges a condition, which must stop the run no later than at the first
// bad step.
func (q quest) judgeCondition(ctx context.Context, text string) answer.Result {
	if strings.TrimSpace(text) == "" {
		return answer.Result{Verdict: exercises.Empty, At: -1}
	}
	run := q.Run()
	b, err := run.Watch(answer.Trimmed(text))
	if err != nil {
		return answer.Result{Verdict: exercises.Unreadable,
			Fact: ascii.PlainLines(
				"This is no condition. Where the run takes one, it says while you type what can be written.",
			), At: -1}
	}
	long, err := run.Extend(ctx, q.Hunt.first, exercises.Break{})
	if err != nil {
		return answer.Result{Verdict: exercises.Undecided, Fact: ascii.PlainLines(err.Error()), At: -1}
	}
	for i := 1; i < long.Len(); i++ {
		if long.(stage.Run).Holds(i, b) {
			return answer.Result{Verdict: exercises.Equal, Accepted: true, At: -1}
		}
	}
	return answer.Result{Verdict: exercises.NotEqual,
		Fact: ascii.PlainLines("It does not stop the run before or at the first bad step."), At: -1}
}

// judge judges the step first, because a mistake named at another step proves little.
func (q quest) judge(ctx context.Context, a exercises.Answers) exercises.Report {
	blanks := []answer.Blank{
		{Name: q.first, Label: "first bad step", Judge: q.judgeStep},
		{Name: q.fault, Label: "what is wrong", Judge: q.judgeFault},
	}
	if q.number == 4 {
		blanks = append([]answer.Blank{{Name: condition, Label: "the condition", Judge: q.judgeCondition}}, blanks...)
	}
	r := answer.JudgeForm(ctx, a, blanks)
	if r.Accepted || !r.Verdict.Counts() {
		return r
	}
	step, err := strconv.Atoi(strings.TrimSpace(a[q.first]))
	switch {
	case err != nil || step == q.Hunt.first && a[q.fault] == q.kind.ID:
	case step < q.Hunt.first:
		r.Misconception = "early"
	case step > q.Hunt.first:
		r.Misconception = "late"
	default:
		r.Misconception = "other"
	}
	return r
}

// given returns the values that messages of misconceptions quote from an answer.
func (q quest) given(a exercises.Answers) worksheets.Vars {
	return worksheets.Vars{"typed": strings.TrimSpace(a[q.first]), "tell": q.tell(a[q.fault])}
}

// judgeStep judges whether the step is the first bad one. It does not say which one is,
// as the ledger shows it.
func (q quest) judgeStep(ctx context.Context, text string) answer.Result {
	r := answer.Exactly(float64(q.Hunt.first))(ctx, text)
	if r.Verdict.Counts() {
		r.Fact, r.Advice, r.Misconception = nil, nil, ""
	}
	return r
}

func (q quest) judgeFault(_ context.Context, text string) answer.Result {
	switch text {
	case "":
		return answer.Result{Verdict: exercises.Empty, At: -1}
	case q.kind.ID:
		return answer.Result{Verdict: exercises.Equal, Accepted: true, At: -1}
	}
	return answer.Result{Verdict: exercises.NotEqual, At: -1}
}

// tell describes a step with the mistake that has the given ID.
func (q quest) tell(id string) string {
	kinds := q.Choices()
	at := slices.IndexFunc(kinds, func(k Kind) bool { return k.ID == id })
	if at < 0 {
		return ""
	}
	return kinds[at].Tell
}
