package stage

import (
	"context"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/testdata/support/check"
)

// halvingComputation returns a computation that halves 64 six times. record returns the numbers that it
// records at frame i.
func halvingComputation(record func(i int) anatomy.Numbers) ComputationRun {
	quantity := anatomy.Quantity{Name: "v", Symbol: "v", ConditionName: "v", Help: "what is left", Persistent: true}
	return NewComputationRun(anatomy.Computation{
		Title: "halving", Rule: "Half of it is left.", Objective: "v", ObjectiveLabel: "v",
		Steps: 6, Record: record,
		Derive: func(i int) anatomy.Derivation {
			return anatomy.Derivation{
				{Name: "before", Symbol: "v before",
					Compute: func(anatomy.Numbers) float64 { return record(i - 1)["v"] }},
				{Name: "v", Symbol: "v", Formula: "{before}/2", Inputs: []string{"before"},
					Compute: func(n anatomy.Numbers) float64 { return n["before"] / 2 }},
			}
		},
		Laws: func(i int) []anatomy.Law {
			return []anatomy.Law{
				{Name: "least", Formula: "v ≥ 1", Got: record(i)["v"], Relation: anatomy.AtLeast, Want: 1},
			}
		},
		ConditionQuantities: anatomy.Derivation{
			quantity, {Name: "row1", Symbol: "r₁", ConditionName: "r", Help: "a row", Entry: 1, Persistent: true},
			{Name: "row2", Symbol: "r₂", ConditionName: "r", Entry: 2, Persistent: true},
			{Name: "took", Symbol: "took", ConditionName: "took", Help: "what the step took"},
		},
	}, Presentation{
		Frame: func(int) exercises.Frame { return exercises.Frame{Status: ascii.Plain("here")} },
		End:   "That is all.", Conditions: []exercises.Condition{{Name: "v < 5", Label: "less than five"}},
		Examples: []string{"v < 3"}, Points: "r",
	})
}

func halvedNumbers(i int) anatomy.Numbers {
	v := 64 / float64(int(1)<<i)
	out := anatomy.Numbers{"v": v, "row1": v, "row2": 7}
	if i > 0 {
		out["took"] = v
	}
	return out
}

// A computation is extended like any run and stops where a condition holds.
func TestComputationRun_ExtendStops(t *testing.T) {
	start := halvingComputation(halvedNumbers)
	if _, done := start.Done(); start.Len() != 1 || done {
		t.Fatalf("the start: got %d frames, done %v, want 1, false", start.Len(), done)
	}
	for name, want := range map[string]int{"": 7, "v < 5": 5, "v == 2": 6, "took > 20": 2, "v > 100\nv < 9": 4,
		"r[2] changes": 7, "r changes": 2, "nonsense": 7, "done": 7} {
		run, err := start.Extend(t.Context(), 99, exercises.Condition{Name: name})
		check.That(t, err == nil && run.Len() == want,
			"until %q: got %d frames, error %v, want %d", name, run.Len(), err, want)
		if name != "" && want < 7 && !run.(ComputationRun).Holds(want-1, exercises.Condition{Name: name}) {
			t.Errorf("%q does not hold at frame %d, want it to, where the run stopped", name, want-1)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if run, err := start.Extend(ctx, 99, exercises.Condition{}); err == nil || run.Len() != 1 {
		t.Errorf("cancelled: got %d frames, error %v, want 1 and an error", run.Len(), err)
	}
	run := exercises.ExtendTo(t.Context(), start, 99).(ComputationRun)
	if why, done := run.Done(); !done || why != "That is all." || run.UpTo(2).Len() != 3 || run.UpTo(99).Len() != 7 ||
		run.Event(1) != "" {
		t.Errorf("got done %v, %q, cuts of %d and %d frames, event %q, want true, the end, 3, 7, none", done, why,
			run.UpTo(2).Len(), run.UpTo(99).Len(), run.Event(1))
	}
	b, ok := run.ChangeCondition(0)
	check.That(t, ok && run.ValuesAt(b, 1) == "r₁ = 32, before 64",
		"ChangeCondition(0) = %v, %v with reading %q, want that of r₁", b, ok, run.ValuesAt(b, 1))
	for _, i := range []int{-1, 2} {
		if b, ok := run.ChangeCondition(i); ok {
			t.Errorf("ChangeCondition(%d): got %v, want none", i, b)
		}
	}
	if run.Holds(0, b) || run.Holds(7, b) || run.ValuesAt(b, 7) != "" || run.Invariants(7) != nil ||
		run.Questions(6) != nil || run.ByHand(6) != nil {
		t.Error("frames that do not exist: got a condition, reading, law or question, want none")
	}
}

// The ledger finds a frame whose numbers violate the laws, and its note gives both numbers.
func TestComputationRun_InvariantsFindFault(t *testing.T) {
	red := func(run ComputationRun, i int) string {
		var out []string
		for _, law := range run.Invariants(i) {
			if !law.Holds {
				out = append(out, law.Name+": "+law.Note)
			}
		}
		return strings.Join(out, "; ")
	}
	sound := exercises.ExtendTo(t.Context(), halvingComputation(halvedNumbers), 6).(ComputationRun)
	faulty := exercises.ExtendTo(t.Context(), halvingComputation(func(i int) anatomy.Numbers {
		out := halvedNumbers(i)
		if i == 3 {
			out["v"] = 0.5
		}
		return out
	}), 6).(ComputationRun)
	for i := range sound.Len() {
		check.Equal(t, red(sound, i), "", "frame %d of a sound course: broken laws", i)
	}
	want := "least: It must be at least 1, but it is 0.5.; v: v is 8 by its formula, but the step has 0.5."
	check.Equal(t, red(faulty, 3), want, "broken laws")
}

// An export has the numbers of every step. A number that a step does not have is
// left empty.
func TestComputationRun_Write(t *testing.T) {
	run := exercises.ExtendTo(t.Context(), halvingComputation(halvedNumbers), 1)
	for format, want := range map[string]string{
		"csv": "step,v,row1,row2,took\n0,64,64,7,\n1,32,32,7,32\n",
		"jsonl": `{"step":0,"v":64,"row1":64,"row2":7}` + "\n" + `{"step":1,"v":32,"row1":32,"row2":7,"took":32}` +
			"\n",
	} {
		var out strings.Builder
		if err := run.(ComputationRun).Write(&out, format, nil); err != nil || out.String() != want {
			t.Errorf("Write(%s) = %q, error %v, want %q", format, out.String(), err, want)
		}
	}
}

// The text of a question gives the formulas and the numbers they start from, but
// not the answer.
func TestComputationRun_Questions(t *testing.T) {
	run := halvingComputation(halvedNumbers)
	for _, q := range append(run.Questions(2), run.ByHand(2)) {
		info := q.Info()
		var told []string
		for _, b := range info.Text {
			told = append(told, b.Text.String())
		}
		if got := strings.Join(told, "\n"); got != "v = v before/2\nv before = 16" {
			t.Errorf("%s: got text %q, want the formula and what it starts from", info.Name, got)
		}
		for _, f := range info.Fields {
			for text, right := range map[string]bool{"8": true, "16": false} {
				if r := q.Check(t.Context(), exercises.Answers{f.Name: text}); r.Accepted != right {
					t.Errorf("%s: Check(%s) accepted = %v, want %v", info.Name, text, r.Accepted, right)
				}
			}
		}
	}
}
