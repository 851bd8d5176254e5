package unitd

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/anatomy/explain"
	"kernellab/exercises/stage"
	"kernellab/solvers"
	"kernellab/testdata/support/anatomytest"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// TestHunt_canBeProved checks for 200 seeds that the laws hold before the first bad
// step and not at it, and always hold in a right run on the same data. Every kind of
// mistake occurs, and not always at the first step.
func TestHunt_canBeProved(t *testing.T) {
	kinds, later := map[string]int{}, map[string]int{}
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 0xb09))
		h := findHunt(plantableMistakes()[r.IntN(len(plantableMistakes()))], r)
		kinds[h.mistake.ID]++
		if h.badStep > 1 {
			later[h.mistake.ID]++
		}
		checkHunt(t, seed, h)
		checkCorrectSolver(t, seed, h)
	}
	for _, k := range plantableMistakes() {
		t.Logf("%-18s %3d, %3d later than the first step", k.ID, kinds[k.ID], later[k.ID])
		check.That(t, kinds[k.ID] != 0, "got no %s in 200 seeds, want some", k.ID)
		if later[k.ID] == 0 && k.ID != "lambda-everywhere" {
			t.Errorf("got %s only at the first step, want it later in some seed", k.ID)
		}
	}
	check.That(t, len(plantableMistakes()) >= 10, "got %d kinds, want at least 10", len(plantableMistakes()))
}

// checkHunt walks the run as the lab does and reads the ledger at each frame.
func checkHunt(t *testing.T, seed uint64, h hunt) {
	t.Helper()
	run := h.extendTraces(huntSpan)
	if h.badStep < 1 || h.badStep >= run[0].Len() {
		t.Errorf("seed %d %s: got the first bad step %d of %d, want one within the run", seed, h.mistake.ID, h.badStep,
			run[0].Len()-1)
		return
	}
	checkReasons(t, seed, h, run)
	accounts := anatomy.NewAccounts(h.data)
	for i := range h.badStep + 1 {
		var names []string
		for _, law := range ledgerAt(accounts, run, i) {
			if !law.Holds {
				names = append(names, law.Name)
			}
		}
		if bad := i == h.badStep; bad != (len(names) > 0) {
			t.Errorf("seed %d %s frame %d: got the broken laws %v, want some only at the first bad step, %d", seed,
				h.mistake.ID, i, names, h.badStep)
		}
	}
}

// checkReasons checks where the reasons contradict the step. They contradict no step before the first
// bad step. They contradict the first bad step, unless the mistake is in the features.
func checkReasons(t *testing.T, seed uint64, h hunt, run []solvers.Trace) {
	t.Helper()
	accounts := anatomy.NewAccounts(h.data)
	for i := range h.badStep + 1 {
		a, _ := accounts.Account(run, i, false)
		contradicted := slices.ContainsFunc(explain.Why(a),
			func(line ascii.Line) bool { return strings.Contains(line.String(), "the step has") })
		wanted := i == h.badStep && h.mistake.ID != rootTwo
		check.That(t, contradicted == wanted,
			"seed %d %s frame %d: contradicted by the panel: got %v, want %v; first bad step %d", seed, h.mistake.ID, i,
			contradicted, h.badStep, h.badStep)
	}
}

// checkCorrectSolver checks that the ledger is green at every step of the claimed solver on the
// same data.
func checkCorrectSolver(t *testing.T, seed uint64, h hunt) {
	t.Helper()
	var right []solvers.Trace
	problems := []*solvers.Problem{h.traces[0].Problem()}
	if p, err := h.data.Primal(); err == nil && len(h.traces) > 1 {
		problems = append(problems, p)
	}
	for _, p := range problems {
		right = append(right, anatomytest.Trace(t, h.correctSolver, p, huntSpan))
	}
	accounts := anatomy.NewAccounts(h.data)
	for i := range right[0].Len() {
		for _, law := range ledgerAt(accounts, right, i) {
			check.That(t, law.Holds,
				"seed %d %s: right run, frame %d: got the broken law %+v, want none", seed, h.mistake.ID, i, law)
		}
	}
}

// TestHunt_givesNothingAway checks that the run describes itself as the claimed solver
// would.
func TestHunt_givesNothingAway(t *testing.T) {
	for _, k := range plantableMistakes() {
		h := newHunt(k.ID, 3)
		check.That(t, h.mistake.ID == k.ID, "newHunt(%s): got %s, want the kind asked for", k.ID, h.mistake.ID)
		check.Equal(t, h.traces[0].Solver().Name(), h.correctSolver.Name(), "%s: the solver's name", k.ID)
		var offered bool
		for _, c := range h.choices() {
			offered = offered || c.ID == k.ID
		}
		check.That(t, offered && len(h.choices()) >= 4,
			"%s: got %d choices, want at least 4 with the kind among them", k.ID, len(h.choices()))
	}
}

// TestHunt_namesTheSolversLargestStep checks that texts name the largest step of their
// solver, n/λmax or 8/λmax.
func TestHunt_namesTheSolversLargestStep(t *testing.T) {
	limits := map[string]string{"least-squares": "n/λmax", "logistic": "8/λmax"}
	seen := map[string]bool{}
	for _, id := range []string{"no-mean", "too-long", "residual-sign", "no-sigmoid", rootTwo} {
		for seed := range uint64(6) {
			h := newHunt(id, seed)
			limit := limits[h.correctSolver.Name()]
			for _, k := range append(h.choices(), h.mistake) {
				for _, text := range []string{k.Label, k.Proof, k.Symptom} {
					if strings.Contains(text, "{") || strings.Contains(text, "λmax") && !strings.Contains(text, limit) {
						t.Errorf("%s of %s: got the text %q, want the solver's limit and no open variable", k.ID,
							h.correctSolver.Name(), text)
					}
					seen[h.correctSolver.Name()] = seen[h.correctSolver.Name()] || limit != "" &&
						strings.Contains(text, limit)
				}
			}
		}
	}
	check.That(t, len(seen) >= 2 && seen["logistic"] && seen["least-squares"],
		"got the limits of %v, want those of logistic and least-squares", seen)
}

// TestRandomHunts_haveOneRightAnswer checks that hunt i of the lesson has level i and one right answer,
// and that the hunts use at least three solvers.
func TestRandomHunts_haveOneRightAnswer(t *testing.T) {
	for seed := range uint64(60) {
		hunts := randomHunts(seed)
		used := map[string]bool{}
		for i, h := range hunts {
			used[h.correctSolver.Name()] = true
			check.That(t, h.mistake.Level == i+1,
				"seed %d: hunt %d: got level %d, want its number", seed, i+1, h.mistake.Level)
			q := newHuntTask(h, i+1)
			check.That(t, q.law != "" && q.description() != "",
				"seed %d %s: got law %q and text %q, want both", seed, h.mistake.ID, q.law, q.description())
			checkJudge(t, q)
		}
		check.That(t, len(used) >= 3, "seed %d: got the solvers %v, want at least 3", seed, used)
	}
}

func checkJudge(t *testing.T, q huntTask) {
	t.Helper()
	for step := max(0, q.hunt.badStep-2); step <= q.hunt.badStep+2; step++ {
		for _, k := range q.choices() {
			a := exercises.Answers{q.stepField: strconv.Itoa(step), q.faultField: k.ID, conditionField: "step == 1"}
			r := q.judge(t.Context(), a)
			right := step == q.hunt.badStep && k.ID == q.mistake.ID
			check.That(t, r.Accepted == right && right == (r.Misconception == ""),
				"%s at %d: answer step %d, %s: got accepted %v, misconception %q, want one right answer", q.mistake.ID,
				q.hunt.badStep, step, k.ID, r.Accepted, r.Misconception)
			if r.Misconception == "other" && q.quotedVars(a)["tell"] == "" {
				t.Errorf("%s: answer %s: got no explanation, want one", q.mistake.ID, k.ID)
			}
		}
	}
	for _, a := range []exercises.Answers{{}, {q.stepField: strconv.Itoa(q.badStep)}, {q.faultField: q.mistake.ID}} {
		if r := q.judge(t.Context(), a); r.Accepted || r.Verdict.CountsAsAttempt() {
			t.Errorf("half an answer %v: got accepted %v, verdict %v, want one that does not count", a, r.Accepted,
				r.Verdict)
		}
	}
}

// TestHunt_answersEveryQuestion asks everything at every frame of a hunt, also after
// the mistake, where the numbers can be far from those of a solver.
func TestHunt_answersEveryQuestion(t *testing.T) {
	for _, k := range plantableMistakes() {
		for seed := range uint64(4) {
			h := newHunt(k.ID, seed)
			longer, err := h.run().Extend(t.Context(), huntSpan, exercises.Condition{})
			check.Must(t, err == nil, "%s seed %d: got error %v, want none", k.ID, seed, err)
			run := longer.(stage.Run)
			for i := range run.Len() {
				f := run.Frame(i)
				for _, fig := range f.Figures {
					g := ascii.NewGrid(60, 20)
					fig.Plot.Draw(g, g.Bounds(), ascii.View{})
				}
				check.That(t, f.Why != nil && len(f.Why()) != 0 && len(run.Invariants(i)) != 0 && len(f.Status) != 0,
					"%s seed %d frame %d: got no reasons, laws or status, want all", k.ID, seed, i)
				for _, q := range run.Questions(i) {
					q.Check(t.Context(), q.Info().Reference)
				}
				if q := run.ByHand(i); q != nil {
					q.Check(t.Context(), q.Info().Reference)
				}
				check.That(t, len(run.Options(i, nil)) == 0,
					"%s seed %d: got options, want a hunt that cannot be steered", k.ID, seed)
			}
		}
	}
}

// TestHunt_helpFades checks that the third hunt gives no reasons. The fourth must give neither
// reasons nor laws until a condition of the student stops its run. The forks of these runs must
// give the same.
func TestHunt_helpFades(t *testing.T) {
	for seed := range uint64(10) {
		hunts := randomHunts(seed)
		for i, h := range hunts {
			q := newHuntTask(h, i+1)
			for _, typed := range []string{"", "step > 1000", "step ==", "step == " + strconv.Itoa(h.badStep)} {
				s := q.scene(t.Context(), exercises.Answers{conditionField: typed})
				longer := must.Value(s.Run.Extend(t.Context(), h.badStep, exercises.Condition{}))
				run, opens := longer.(stage.Run), typed == "step == "+strconv.Itoa(h.badStep)
				a := run.Abilities()
				if has := run.Frame(1).Why != nil; has != (i+1 < 3 || i+1 == 4 && opens) || has != (a.WhyReplacement == "") {
					t.Errorf("hunt %d with %q: reasons %v, why not %q, want them up to the second hunt and after the fourth is opened",
						i+1, typed, has, a.WhyReplacement)
				}
				if has := a.Ledger != nil; has != (i+1 != 4 || opens) || has != (a.LedgerReplacement == "") {
					t.Errorf("hunt %d with %q: ledger %v, why not %q, want it except in the fourth hunt before it is opened",
						i+1, typed, has, a.LedgerReplacement)
				}
			}
		}
	}
}
