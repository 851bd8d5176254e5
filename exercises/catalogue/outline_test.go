package catalogue

import (
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"kernellab/exercises"
	"kernellab/exercises/worksheets"
	"kernellab/exercises/worksheets/kit"
)

// What is read when an exercise is opened is what is read at once.
func TestOutlineIsTheWhole(t *testing.T) {
	lazy, err := New()
	if err != nil {
		t.Fatal(err)
	}
	whole, err := Whole()
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(lazy.Units(), whole.Units()) {
		t.Error("the outline shows other contents")
	}
	for _, id := range whole.ids() {
		a, failed := lazy.Open(id, exercises.Options{Seed: 7})
		b, err := whole.Open(id, exercises.Options{Seed: 7})
		if failed != nil || err != nil {
			t.Fatal(failed, err)
		}
		if !reflect.DeepEqual(a.Summary, b.Summary) || len(a.Steps) != len(b.Steps) {
			t.Fatalf("%s has another summary, or other steps", id)
		}
		for i := range a.Steps {
			if !reflect.DeepEqual(a.Steps[i].Info(), b.Steps[i].Info()) {
				t.Errorf("%s, %s reads otherwise", id, b.Steps[i].Info().Name)
			}
		}
	}
}

// What is wrong inside a step of an outline is said with its place when the
// exercise is opened, and every time.
func TestOutlineSaysWhatIsWrongLater(t *testing.T) {
	src := "---\nunit: \"1\"\ntitle: T\nintro: I.\n---\n# 1.1 A\n\n```exercise\ngoal: G.\nminutes: 3\n```\n\n## one: One\n\nText.\n\n```nonsense\nx\n```\n"
	files := fstest.MapFS{"unit1.md": {Data: []byte(src)}}
	if _, err := worksheets.Load(files, kit.New()); err == nil {
		t.Fatal("the whole is accepted")
	}
	book, err := worksheets.Outline(files, kit.New())
	if err != nil {
		t.Fatal(err)
	}
	doc, _ := book.Exercise("1.1")
	for range 2 {
		_, err = worksheets.Bind(doc, nil, kit.New(), exercises.Options{})
		if err == nil || !strings.Contains(err.Error(), "unit1.md:17") || !strings.Contains(err.Error(), "nonsense") {
			t.Errorf("opened it says: %v", err)
		}
	}
}
