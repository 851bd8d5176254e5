package unitd

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

// huntLevels is the number of hunts in the exercise, one for each level of difficulty. The easiest
// comes first.
const huntLevels = 4

// bugHunt builds the Go part of exercise D.2: one hunt for a planted mistake with its
// solution on the page, and four that the student solves.
func bugHunt(input worksheets.LessonInput) worksheets.LessonOutput {
	example := newHunt("no-clip", input.Seed)
	out := worksheets.LessonOutput{Tasks: worksheets.Tasks{"tools": worksheets.LessonTask{
		Scene: example.scene,
		Vars: worksheets.Vars{"about": example.description(), "first": example.badStep,
			"proof": example.mistake.Proof},
	}}}
	for i, h := range randomHunts(input.Seed) {
		out.Tasks["hunt"+strconv.Itoa(i+1)] = newHuntTask(h, i+1).lessonTask()
	}
	return out
}

// randomHunts draws one hunt of each level, with different solvers if possible. It draws the hardest
// level first, because there are the fewest mistakes of this level.
func randomHunts(seed uint64) []hunt {
	r := lesson.Rand(seed, 0xd2)
	out := make([]hunt, huntLevels)
	used := map[string]bool{}
	for level := huntLevels; level >= 1; level-- {
		var withNewSolver, allOfLevel []mistake
		for _, m := range plantableMistakes() {
			if m.Level != level || m.ID == "no-clip" {
				continue
			}
			allOfLevel = append(allOfLevel, m)
			if !used[m.fault.Solver()] {
				withNewSolver = append(withNewSolver, m)
			}
		}
		if len(withNewSolver) == 0 {
			withNewSolver = allOfLevel
		}
		h := newHunt(withNewSolver[r.IntN(len(withNewSolver))].ID, r.Uint64())
		used[h.correctSolver.Name()] = true
		out[level-1] = h
	}
	return out
}

// scene shows the run. All its tools are open.
func (h hunt) scene(context.Context, exercises.Answers) exercises.Scene {
	return exercises.Scene{Run: h.run()}
}

// description describes the solver that the run claims to be, with its parameters.
func (h hunt) description() string {
	kind, _ := anatomy.OwnKind(h.correctSolver)
	text := fmt.Sprintf("This should be a run of %s on %d points, with the %s.", kind.Describe(h.correctSolver),
		h.data.Set.Len(), kernels.Describe(h.data.Kernel))
	if kind.Method != "" {
		text += " " + kind.Method
	}
	if len(h.traces) > 1 {
		text += " The same solver runs in the primal beside it, and the ledger compares the two."
	}
	return text
}

// huntTask is a task in which the student solves a hunt.
type huntTask struct {
	hunt
	number                int
	stepField, faultField string // names of the fields
	law                   string // the first invariant of the ledger that does not hold at the first bad step
}

func newHuntTask(h hunt, number int) huntTask {
	n := strconv.Itoa(number)
	q := huntTask{hunt: h, number: number, stepField: "first" + n, faultField: "fault" + n}
	for _, law := range ledgerAt(anatomy.NewAccounts(h.data), h.extendTraces(h.badStep), h.badStep) {
		if !law.Holds {
			q.law = law.Law.String()
			break
		}
	}
	return q
}

func (q huntTask) lessonTask() worksheets.LessonTask {
	v := worksheets.Vars{
		"about": q.description(), "first": q.hunt.badStep, "law": q.law, "fault": q.mistake.ID,
		"label": q.mistake.Label,
		"proof": q.mistake.Proof,
	}
	var choices []exercises.Choice
	for _, m := range q.choices() {
		choices = append(choices, exercises.Choice{Value: m.ID, Label: m.Label})
		if v["other"] == nil && m.ID != q.mistake.ID {
			v["other"] = m.ID
		}
	}
	out := worksheets.LessonTask{FocusesStage: true, Scene: q.scene, Check: q.judge, Given: q.quotedVars,
		Choices: map[string][]exercises.Choice{q.faultField: choices}, Vars: v}
	if q.number == 4 {
		out.Judges = worksheets.Judges{conditionField: {Check: q.judgeCondition, Relates: true}}
	}
	return out
}

// conditionField is the field for a breakpoint condition, at which a run stops. In the last hunt, a
// right condition opens the ledger.
const conditionField = "watch4"

// scene shows the run. In the third hunt, the reasons of steps are closed. In the fourth, the ledger
// and the reasons are closed until the student has typed a condition that stops the run.
func (q huntTask) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	run := q.run()
	switch {
	case q.number == 3:
		run = stage.WithoutExplanations(run, "closed in this hunt; the ledger lists what must hold", "")
	case q.number == 4 && !q.judgeCondition(ctx, a[conditionField]).Accepted:
		const whenOpen = " is closed until your condition stops the run"
		run = stage.WithoutExplanations(run, "why"+whenOpen, "the ledger"+whenOpen)
	}
	return exercises.Scene{Run: run}
}

// judgeCondition judges a breakpoint condition. It must stop the run no later than at the first bad
// step.
func (q huntTask) judgeCondition(ctx context.Context, text string) answer.Result {
	if strings.TrimSpace(text) == "" {
		return answer.Result{Verdict: exercises.Empty, At: -1}
	}
	run := q.run()
	condition, err := run.ParseCondition(answer.TrimSpaces(text))
	if err != nil {
		what, _, _ := strings.Cut(err.Error()+" ", ". ") // without the list of known names
		return answer.Result{Verdict: exercises.Unreadable, At: -1,
			Fact: ascii.PlainLines("I cannot read the condition. At " + what +
				". Under b you see the names as you type.")}
	}
	extended, err := run.Extend(ctx, q.hunt.badStep, exercises.Condition{})
	if err != nil {
		return answer.Result{Verdict: exercises.Undecided, Fact: ascii.PlainLines(err.Error()), At: -1}
	}
	for i := 1; i < extended.Len(); i++ {
		if extended.(stage.Run).Holds(i, condition) {
			return answer.Result{Verdict: exercises.Equal, Accepted: true, At: -1}
		}
	}
	return answer.Result{Verdict: exercises.NotEqual,
		Fact: ascii.PlainLines("This does not stop the run at the first bad step or before."), At: -1}
}

// judge judges the step first and then the mistake, because the right mistake at a wrong step may be
// a guess.
func (q huntTask) judge(ctx context.Context, a exercises.Answers) exercises.Report {
	blanks := []answer.Blank{
		{Name: q.stepField, Label: "first bad step", Judge: q.judgeStep},
		{Name: q.faultField, Label: "what is wrong", Judge: q.judgeFault},
	}
	if q.number == 4 {
		blanks = append([]answer.Blank{{Name: conditionField, Label: "the condition", Judge: q.judgeCondition}},
			blanks...)
	}
	r := answer.JudgeForm(ctx, a, blanks)
	if r.Accepted || !r.Verdict.CountsAsAttempt() {
		return r
	}
	step, err := strconv.Atoi(strings.TrimSpace(a[q.stepField]))
	switch {
	case err != nil || step == q.hunt.badStep && a[q.faultField] == q.mistake.ID:
	case step < q.hunt.badStep:
		r.Misconception = "early"
	case step > q.hunt.badStep:
		r.Misconception = "late"
	default:
		r.Misconception = "other"
	}
	return r
}

// quotedVars returns the values that messages of misconceptions quote.
func (q huntTask) quotedVars(a exercises.Answers) worksheets.Vars {
	return worksheets.Vars{"typed": strings.TrimSpace(a[q.stepField]), "tell": q.symptomOf(a[q.faultField])}
}

// judgeStep judges whether the step is the first bad one. The message for a wrong step does not
// name the right one, because the student can find it in the ledger.
func (q huntTask) judgeStep(ctx context.Context, text string) answer.Result {
	r := answer.ExactJudge(float64(q.hunt.badStep))(ctx, text)
	if r.Verdict.CountsAsAttempt() {
		r.Fact, r.Advice, r.Misconception = nil, nil, ""
	}
	return r
}

func (q huntTask) judgeFault(_ context.Context, text string) answer.Result {
	switch text {
	case "":
		return answer.Result{Verdict: exercises.Empty, At: -1}
	case q.mistake.ID:
		return answer.Result{Verdict: exercises.Equal, Accepted: true, At: -1}
	}
	return answer.Result{Verdict: exercises.NotEqual, At: -1}
}

// symptomOf returns mistake.Symptom of the mistake with the given ID, or "".
func (q huntTask) symptomOf(id string) string {
	for _, m := range q.choices() {
		if m.ID == id {
			return m.Symptom
		}
	}
	return ""
}

// mistake is a mistake that the student can name. Its texts may contain {limit}. forSolver
// replaces {limit} by the largest step size of a solver.
type mistake struct {
	ID    string // machine name, such as "no-clip"
	Label string // label of the choice, such as "αₗ* is not clipped to [L, H]"
	// Proof describes the evidence at the first bad step.
	Proof string
	// Symptom describes what a step with this mistake looks like. Students who wrongly
	// suspect this mistake see it.
	Symptom string
	// Level is the difficulty, 1 to 4, or 0 for a mistake that is only offered as a
	// choice.
	Level int

	solvers []string // names of the solvers for which the mistake is offered
	fault   anatomy.Fault
}

// rootTwo is the ID of the mistake that is in the features, not in a solver.
const rootTwo = "root2"

// mistakes returns all mistakes, including mistakes that are only offered as choices.
func mistakes() []mistake {
	smo, perceptron, logistic, squares, ridge := "smo", "perceptron", "logistic", "least-squares", "ridge"
	return []mistake{
		{"no-clip", "αₗ* is not clipped to [L, H]",
			"αₗ* lies outside [L, H], but αₗ was set to αₗ* all the same.",
			"αₗ would have the value of αₗ* outside [L, H].", 1, []string{smo}, anatomy.FaultNoClip},
		{"partner", "αₖ moves without the factor s",
			"With s = −1 both α have to move the same way. Here they moved in opposite directions, and Σαt is no longer 0.",
			"γ = αₖ + sαₗ would change, and Σαt would no longer be 0.", 1, []string{smo}, anatomy.FaultPartner},
		{"bounds", "L and H are those for −s",
			"For this s the ledger computes another interval from the two old α.",
			"L and H would be those that the other sign of s gives.", 2, []string{smo}, anatomy.FaultBounds},
		{"kappa", "κ lacks its term −2Kₖₗ",
			"κ is Kₖₖ + Kₗₗ here. The squared distance of φₖ and φₗ is Kₖₖ + Kₗₗ − 2Kₖₗ.",
			"the divisor would be Kₖₖ + Kₗₗ.", 3, []string{smo}, anatomy.FaultKappa},
		{"downhill", "αₗ* has a minus, not a plus",
			"αₗ* lies as far from the old αₗ as it should, but on the other side.",
			"αₗ* would lie just as far from the old αₗ, but on the other side.", 2, []string{smo}, anatomy.FaultDownhill},
		{"early", "the run stops because g hardly rises",
			"The run says it has converged, but a pair still violates its conditions by more than the tolerance.",
			"every number of the step would be right, and the run would have ended with a violation above the tolerance.", 3, []string{smo}, anatomy.FaultEarly},
		{"no-label", "E leaves tⱼ out of the sum",
			"Eₖ and Eₗ are not f − t: the points of class −1 were added instead of subtracted.",
			"Eₖ and Eₗ would differ from f − t.", 4, []string{smo}, anatomy.FaultNoLabel},
		{"bias", "b comes from an α at a bound",
			"αₖ reached a bound, and b was set so that Eₖ = 0. Only a free α determines b. Here b should be the middle of the thresholds.", "the α would all be right, and b would not be the middle of b_up and b_low.", 4, []string{smo}, anatomy.FaultBias},

		{"strict", "y·f = 0 counts as no mistake", "y·f is 0, which is not above 0: the point should have been added.",
			"y·f would be 0, and α would stay.", 3, []string{perceptron}, anatomy.FaultStrict},
		{"eager", "some correct points are added as well", "y·f is above 0, and α grew.",
			"y·f would be above 0, and α would grow.", 1, []string{perceptron}, anatomy.FaultEager},
		{"bias-sign", "b grows by 1 whatever the label",
			"A point of class −1 was added, and b rose. It should fall: b ← b + y.",
			"α would be right, and b would rise at a point of class −1.", 2, []string{perceptron},
			anatomy.FaultBiasSign},

		{"residual-sign", "the residual has the wrong sign",
			"The residuals have the opposite sign, so the step leads uphill, away from the labels.",
			"each residual would be minus the right one.", 1, []string{logistic, squares},
			anatomy.FaultResidualSign},
		{"no-sigmoid", "the residual lacks the s of s(f)",
			"The residual is y − f. With s(f) it would always lie between −1 and 1.",
			"each residual would be label minus f, not label minus s(f).", 3, []string{logistic},
			anatomy.FaultNoSigmoid},
		{"no-mean", "the factor 2/n is left out",
			"a changed by η times the residual instead of 2η/n times the residual.",
			"the residuals would be right, and a would change by n/2 times the right amount.", 2, []string{squares},
			anatomy.FaultNoMean},
		{"too-long", "the steps are longer than stated",
			"The residuals are right, but a changed by more than the stated rate times the residuals. With a rate above {limit} the loss can rise.", "the residuals and the stated rate would be right, and a would change by more than their product, by a factor that the formula does not contain.", 2, []string{squares, logistic}, anatomy.FaultTooLong},

		{"lambda-everywhere", "λ is added to every entry",
			"The entries off the diagonal have grown by λ. K + λI leaves them as they are.",
			"the entries off the diagonal of the matrix would not be those of K.", 1, []string{ridge},
			anatomy.FaultLambdaEverywhere},
		{"forward", "the forward solve does not divide by Lᵢᵢ", "Compute Lz: the result is not y.",
			"the matrix and L would be right, and Lz would not be y.", 2, []string{ridge}, anatomy.FaultForward},
		{"no-lambda", "λ is left out of the matrix", "", "the diagonal of the matrix would be that of K itself.", 0,
			[]string{ridge}, 0},

		{rootTwo, "φ of the primal lacks a √2",
			"w and Φᵀa differ, although each of the two runs is right in itself: the features do not belong to the kernel.",
			"every law of the dual would hold, and only w and Φᵀa would differ.", 4,
			[]string{perceptron, logistic, squares, ridge}, 0},
	}
}

// forSolver returns the mistake with {limit} replaced in its texts for a solver.
func (m mistake) forSolver(solver string) mistake {
	limit := strings.NewReplacer("{limit}", map[string]string{"least-squares": "n/λmax", "logistic": "8/λmax"}[solver])
	m.Proof, m.Symptom = limit.Replace(m.Proof), limit.Replace(m.Symptom)
	return m
}

// plantableMistakes returns the mistakes that can be planted.
func plantableMistakes() []mistake {
	return slices.DeleteFunc(mistakes(), func(m mistake) bool { return m.Level == 0 })
}
