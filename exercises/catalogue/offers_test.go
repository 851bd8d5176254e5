package catalogue

import (
	"slices"
	"strings"
	"testing"

	"kernellab/exercises/dataset"
)

// Every built-in data set that the sandbox has, and every usual kernel, is offered
// somewhere; what is offered has the words that the stage has for it, and the whole
// worksheets say the same as their outlines.
func TestOffers(t *testing.T) {
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	whole, err := Whole()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	others := whole.Units()
	for i, u := range c.Units() {
		for j, e := range u.Exercises {
			for _, o := range e.Offers {
				all = append(all, o.Words)
				if !slices.Contains(e.Steps, o.Step) {
					t.Errorf("%s offers %s in step %q, which it does not have", e.ID, o.Words, o.Step)
				}
			}
			if !slices.Equal(e.Offers, others[i].Exercises[j].Offers) {
				t.Errorf("%s offers %q by its outline, %q as a whole", e.ID, e.Offers, others[i].Exercises[j].Offers)
			}
		}
	}
	for _, name := range []string{"moons", "worksheet1d", "xor4", "circles", "blobs_sep", "blobs_overlap", "odd_wave", "sine_reg", "sine_gap"} {
		if !slices.Contains(all, "data: "+dataset.Title(name)) {
			t.Errorf("nothing offers %s", name)
		}
	}
	for _, k := range []string{"kernel: linear", "kernel: quadratic", "kernel: cubic", "kernel: RBF"} {
		if !slices.Contains(all, k) {
			t.Errorf("nothing offers %s: %q", k, all)
		}
	}
	for _, o := range all {
		if strings.Contains(o, "{") || strings.HasSuffix(o, ": ") {
			t.Errorf("%q is offered", o)
		}
	}
}
