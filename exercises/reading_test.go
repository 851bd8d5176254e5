package exercises

import (
	"context"
	"strings"
	"testing"

	"kernellab/exercises/budget"
)

// greedy is a step whose echo spends as much as the text is long.
type greedy struct{ Task }

func (greedy) Echo(ctx context.Context, _, text string) Echo {
	return WhileTyping(ctx, func(ctx context.Context) Echo {
		if err := budget.FromContext(ctx).Spend(len(text)); err != nil {
			return Echo{Problem: err.Error(), At: -1}
		}
		return Echo{Reading: text, At: -1}
	})
}

func texts(n int) (Field, string) {
	return Field{Name: string(rune('a' + n))}, strings.Repeat("1", int(budget.Echo().Work*3/4))
}

func TestWhileTyping(t *testing.T) {
	if e := (greedy{}).Echo(t.Context(), "a", "x"); e.Reading != "x" || e.Note != "" {
		t.Errorf("a short text: %+v", e)
	}
	long := strings.Repeat("1", int(budget.Echo().Work+1))
	if e := (greedy{}).Echo(t.Context(), "a", long); e.Note != tooLargeToEcho || e.Problem != "" || e.At != -1 {
		t.Errorf("a long text: %+v", e)
	}
}

// What a screen waits for is a part of what an echo may cause, and what there was
// not enough for is told apart from what cannot be read.
func TestAtAGlance(t *testing.T) {
	_, long := texts(0)
	if e := (greedy{}).Echo(AtAGlance(t.Context()), "a", long); !e.Unread() || e.Reading != "" {
		t.Errorf("a long text at a glance: %+v", e)
	}
	if e := (greedy{}).Echo(AtAGlance(t.Context()), "a", "x"); e.Unread() || e.Reading != "x" {
		t.Errorf("a short text at a glance: %+v", e)
	}
	if e := (greedy{}).Echo(t.Context(), "a", long); e.Unread() {
		t.Error("with all its work the long text is not read either")
	}
	if (Echo{Problem: "no number", At: 0}).Unread() {
		t.Error("what cannot be read counts as unread")
	}
}

// What the log says of the fields is read within the same work.
func TestReadAllAsIsBounded(t *testing.T) {
	var fields []Field
	a := Answers{}
	for n := range 4 {
		f, text := texts(n)
		fields, a[f.Name] = append(fields, f), text+"."
	}
	got := ReadAllAs(t.Context(), greedy{}, fields, a, Report{})
	if most := 3 * int(budget.Echo().Work); len(got) > most {
		t.Errorf("%d bytes were read", len(got))
	}
}
