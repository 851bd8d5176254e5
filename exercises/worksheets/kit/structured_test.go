package kit

import (
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/worksheets"
)

// stepOf is a step with one field and its judge, and a scene.
func stepOf(t *testing.T, judge, reference, scene string) exercises.Step {
	t.Helper()
	src := frontMatter + "## s: Step\n\n" + asking + "```fields\n- {name: f, label: f, judge: " + judge + "}\n```\n\n```reference\nf: \"" + reference + "\"\n```\n"
	if scene != "" {
		src += "\n```scene\n" + scene + "\n```\n"
	}
	return openSheet(t, src).Steps[0]
}

// The table fills to the kernel of all substrings, 10 for aardvark and ark, and
// every frame has as many lines as the others.
func TestSuffixesFill(t *testing.T) {
	run := stepOf(t, "{number: 1}", "1", "{suffixes: T, x: aardvark, z: ark}").Scene(t.Context(), nil).Run
	if run = exercises.Reach(t.Context(), run, 99); run.Len() != 25 {
		t.Fatalf("%d frames", run.Len())
	}
	for i := range run.Len() {
		if n := len(run.Frame(i).Formula); n != 2 {
			t.Errorf("frame %d has %d lines", i, n)
		}
	}
	if s := run.Frame(24).Status.String(); s != "24 of 24 cells, sum so far 10" {
		t.Error(s)
	}
	if e := run.Event(24); e != "“ark” in common" {
		t.Error(e)
	}
}

// A φ is held to the kernel on all subsets: any form, any order, any turn of it.
func TestSubsetFeatures(t *testing.T) {
	for _, c := range []struct{ judge, typed, says string }{
		{"{subset-features: intersection, universe: 2, canonical: \"[a1, a2]\"}", "[(a1 + a2)/sqrt(2), (a1 - a2)/sqrt(2)]", ""},
		{"{subset-features: intersection, universe: 2, canonical: \"[a1, a2]\"}", "[a1^3, 0, -a2]", ""},
		{"{subset-features: intersection, universe: 2, canonical: \"[a1, a2]\"}", "[a1, a2, a1 a2]", "A = {1, 2} and B = {1, 2}"},
		{"{subset-features: intersection, universe: 2, canonical: \"[a1, a2]\"}", "[a1, 1.00000000001 a2]", "is near"},
		{"{subset-features: intersection, universe: 2, canonical: \"[a1, a2]\"}", "[cos(1) a1 + sin(1) a2, sin(1) a1 - cos(1) a2]", "no proof"},
		{"{subset-features: intersection, universe: 2, canonical: \"[a1, a2]\"}", "1/a1", "has no value"},
		{"{subset-features: all-subsets, universe: 2, canonical: \"[1, a1, a2, a1 a2]\"}", "[1 + a1 a2, a1, a2]", "B = {1, 2}"},
	} {
		r := stepOf(t, c.judge, "[1]", "").Check(t.Context(), exercises.Answers{"f": c.typed})
		if r.Accepted != (c.says == "") || !strings.Contains(text(r.Fact), c.says) {
			t.Errorf("%s: %v %s", c.typed, r.Accepted, text(r.Fact))
		}
	}
}

// A counterexample keeps the conditions and breaks the claim; the edge breaks
// nothing.
func TestCounterexample(t *testing.T) {
	const judge = "{counterexample: a^2 <= 9, in: [a], given: [\"a >= 1\"], left: a², right: 9, reference: \"4\"}"
	for typed, says := range map[string]string{"4": "", "7/2": "", "3": "holds", "2": "holds", "-5": "is needed"} {
		r := stepOf(t, judge, "4", "").Check(t.Context(), exercises.Answers{"f": typed})
		if r.Accepted != (says == "") || !strings.Contains(text(r.Fact), says) {
			t.Errorf("%s: %v %s", typed, r.Accepted, text(r.Fact))
		}
	}
}

// Witnesses are decided in fractions: by a hair is by a hair.
func TestSetWitness(t *testing.T) {
	for typed, ok := range map[string]bool{
		"{1}, {2}, {1, 2} | 1, 1, -1": true, "{1}, {2}, {1, 2} | 1, 1, -4": false, "{1, 2, 3}, {2}, {1} | -1, 1, 1": true, "{}, {1} | 5, 1": false,
	} {
		if r := stepOf(t, "{set-witness: overlap}", "{1}, {2}, {1, 2} | 1, 1, -1", "").Check(t.Context(), exercises.Answers{"f": typed}); r.Accepted != ok {
			t.Errorf("%s: %v %s", typed, r.Accepted, text(r.Fact))
		}
	}
}

// A vertex of the product is a pair with one label, and is next to a pair where both
// graphs have the edge.
func TestGraphsMakeTheirProduct(t *testing.T) {
	figures := stepOf(t, "{number: 1}", "1", "{graphs: [{name: G, labels: aba, edges: 1-2 2-3}, {name: H, labels: ab, edges: 1-2}], product: P}").Scene(t.Context(), nil).Figures
	if len(figures) != 3 {
		t.Fatalf("%d figures", len(figures))
	}
	var rows []string
	for _, row := range figures[2].Plot.(ascii.Table).Rows {
		for _, cell := range row {
			rows = append(rows, cell.String())
		}
	}
	if got := strings.Join(rows, "|"); got != "(1,1) a|(2,2)|(3,1) a|(2,2)|(2,2) b|(1,1) (3,1)" {
		t.Error(got)
	}
	for _, edges := range []string{"1-4", "2-2", "12"} {
		src := frontMatter + "## s: Step\n\nLook.\n\n```scene\n{graphs: [{name: G, labels: aba, edges: " + edges + "}]}\n```\n"
		book, err := worksheets.Load(sheets(src), New())
		if err == nil {
			_, err = worksheets.Bind(book.Units()[0].Exercises()[0], nil, New(), exercises.Options{})
		}
		if err == nil || !strings.Contains(err.Error(), "is no edge of 3 vertices") {
			t.Errorf("%s: %v", edges, err)
		}
	}
}
