package exercises

import (
	"context"
	"strings"
	"testing"

	"kernellab/exercises/budget"
)

// greedy is a task whose echo spends one unit of work for each byte of the text.
type greedy struct{ Task }

func (greedy) Echo(ctx context.Context, _, text string) Echo {
	return EchoWhileTyping(ctx, func(ctx context.Context) Echo {
		if err := budget.StartAnswer(ctx).Spend(len(text)); err != nil {
			return Echo{Problem: err.Error(), At: -1}
		}
		return Echo{Reading: text, At: -1}
	})
}

func texts(n int) (Field, string) {
	return Field{Name: string(rune('a' + n))}, strings.Repeat("1", int(budget.EchoLimits().Work*3/4))
}

func TestEchoWhileTyping_endsWithItsBudget(t *testing.T) {
	if e := (greedy{}).Echo(t.Context(), "a", "x"); e.Reading != "x" || e.Note != "" {
		t.Errorf("Echo of a short text = %+v, want the text as understood", e)
	}
	long := strings.Repeat("1", int(budget.EchoLimits().Work+1))
	if e := (greedy{}).Echo(t.Context(), "a", long); e.Note != tooLargeNote || e.Problem != "" || e.At != -1 {
		t.Errorf("Echo of a long text = %+v, want the note that it is too large", e)
	}
}

// TestScreenEchoContext_leavesLongTextsUnread checks that less work is allowed at a glance, and
// that a text that is too long for it differs from one that cannot be read.
func TestScreenEchoContext_leavesLongTextsUnread(t *testing.T) {
	_, long := texts(0)
	if e := (greedy{}).Echo(ScreenEchoContext(t.Context()), "a", long); !e.IsTooLarge() || e.Reading != "" {
		t.Errorf("Echo of a long text at a glance = %+v, want it unread", e)
	}
	if e := (greedy{}).Echo(ScreenEchoContext(t.Context()), "a", "x"); e.IsTooLarge() || e.Reading != "x" {
		t.Errorf("Echo of a short text at a glance = %+v, want the text as understood", e)
	}
	if e := (greedy{}).Echo(t.Context(), "a", long); e.IsTooLarge() {
		t.Error("Echo of a long text with all its work: got it unread, want it read")
	}
	if (Echo{Problem: "no number", At: 0}).IsTooLarge() {
		t.Error("IsTooLarge() of a text that cannot be read = true, want false")
	}
}

// TestReadingsOf_isBounded checks that reading all fields for the log takes no more work
// than echoes.
func TestReadingsOf_isBounded(t *testing.T) {
	var fields []Field
	a := Answers{}
	for n := range 4 {
		f, text := texts(n)
		fields, a[f.Name] = append(fields, f), text+"."
	}
	got := ReadingsOf(t.Context(), greedy{}, fields, a, Report{})
	if most := 3 * int(budget.EchoLimits().Work); len(got) > most {
		t.Errorf("ReadingsOf read %d bytes, want at most %d", len(got), most)
	}
}
