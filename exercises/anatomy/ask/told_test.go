package ask

import (
	"strings"
	"testing"

	"kernellab/exercises/anatomy"
)

// Laws that look alike are told one by one, unless they are the entries of a word.
func TestLawsAreToldOnce(t *testing.T) {
	sheetOf := func(entries bool) anatomy.Derivation {
		var out anatomy.Derivation
		for i, name := range []string{"a", "b", "c", "d"} {
			q := anatomy.Quantity{Name: name, Symbol: name, Compute: func(anatomy.Numbers) float64 { return float64(i) }}
			if i > 1 {
				q.Formula = "{a} + " + name + anatomy.Sub(i)
			}
			if entries {
				q.Formula = strings.TrimSuffix(q.Formula, name+anatomy.Sub(i)) // "{a} + "
				q.Entry = i%2 + 1
			}
			out = append(out, q)
		}
		return out
	}
	for entries, want := range map[bool]string{
		false: "c = a + c₂\nd = a + d₃\na = 0\nb = 1",
		true:  "c = a + , and so on\na = 0   b = 1",
	} {
		var told []string
		for _, b := range newTold(anatomy.Account{Derivation: sheetOf(entries)}).given() {
			told = append(told, b.Text.String())
		}
		if got := strings.Join(told, "\n"); got != want {
			t.Errorf("entries %v: %q", entries, got)
		}
	}
	same := sheetOf(true)
	for i := range same {
		same[i].Entry = 0
	}
	if got := len(newTold(anatomy.Account{Derivation: same}).given()); got != 4 {
		t.Errorf("%d lines for four quantities", got)
	}
	if Foretell(anatomy.Account{}) != nil || Work(anatomy.Account{Derivation: same[:2]}) != nil {
		t.Error("a step without laws is asked about")
	}
}
