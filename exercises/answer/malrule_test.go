package answer

import (
	"context"
	"strings"
	"testing"

	"kernellab/exercises"
)

// TestMalRules: every rule changes its example in the way it says, its words
// begin as they should, and the rewriting ones are recognised.
func TestMalRules(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range MalRules() {
		if seen[m.ID] {
			t.Errorf("%s twice", m.ID)
		}
		seen[m.ID] = true
		if !strings.HasPrefix(m.Says, "It looks as if ") || !strings.ContainsAny(m.Says[len(m.Says)-1:], ".?") {
			t.Errorf("%s says %q", m.ID, m.Says)
		}
		right, wrong := MustParse(m.Right, m.Scope), MustParse(m.Wrong, m.Scope)
		if same, decided := Same(right, wrong); same || !decided {
			t.Errorf("%s: %s and %s: same %v, decided %v", m.ID, right, wrong, same, decided)
		}
		if m.rewrite == nil {
			continue
		}
		r := JudgeExpr(context.Background(), m.Wrong, ExprTask{Scope: m.Scope, Want: m.Right, Rules: []string{m.ID}})
		if r.Verdict != exercises.NotEqual || r.Misconception != m.ID || r.Advice[0].String() != m.Says {
			t.Errorf("%s: its example is %s %q", m.ID, r.Verdict.Words(), r.Misconception)
		}
	}
	if len(seen) < 26 {
		t.Errorf("%d rules", len(seen))
	}
}

// TestMalRulesDoNotCollide: two rules that rewrite one reference never make the
// same of it.
func TestMalRulesDoNotCollide(t *testing.T) {
	for _, a := range MalRules() {
		want := MustParse(a.Right, a.Scope)
		for _, one := range a.Mistakes(want) {
			for _, b := range MalRules() {
				if a.ID == b.ID {
					continue
				}
				for _, other := range b.Mistakes(want) {
					if same, _ := Same(MustParse(one.Form, a.Scope), MustParse(other.Form, a.Scope)); same {
						t.Errorf("%s and %s both make %s of %s", a.ID, b.ID, one.Form, want)
					}
				}
			}
		}
	}
}

func TestRuleText(t *testing.T) {
	if _, ok := Rule("no-such-rule"); ok {
		t.Error("found a rule that does not exist")
	}
	example, say, ok := RuleText(Scope{Vars: []string{"x1", "x2"}})("square-of-sum", "(x1+x2)^2")
	if !ok || say == "" || example != "x₁² + x₂²" {
		t.Errorf("%q, %q, %v", example, say, ok)
	}
}
