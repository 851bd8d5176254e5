package exercises

import (
	"context"
	"strings"
	"testing"

	"kernellab/exercises/budget"
)

// greedy is a step whose echo spends as much as the text is long.
type greedy struct{ Step }

func (greedy) Echo(ctx context.Context, _, text string) Echo {
	return WhileTyping(ctx, func(ctx context.Context) Echo {
		if err := budget.Of(ctx, budget.Answer()).Spend(len(text)); err != nil {
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

// The fields of a step share the work of two echoes when all are read at once.
func TestEchoAll(t *testing.T) {
	var fields []Field
	a := Answers{"blank": " "}
	for n := range 4 {
		f, text := texts(n)
		fields, a[f.Name] = append(fields, f), text
	}
	fields = append(fields, Field{Name: "blank"}, Field{Name: "choice", Kind: ChoiceField})
	a["choice"] = "yes"
	got := EchoAll(t.Context(), greedy{}, fields, a)
	if len(got) != 4 || got["a"].Reading == "" || got["b"].Reading == "" || got["c"].Note == "" || got["d"].Note == "" {
		t.Errorf("echoes of %d fields", len(got))
	}
	if got := EchoAll(t.Context(), struct{ Step }{}, fields, a); len(got) != 0 {
		t.Error("a step that reads nothing echoes")
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
