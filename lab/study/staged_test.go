package study

import (
	"testing"

	"kernellab/lab/progress"
)

// A field awaits its verdict until one was given on what it holds, and the verdict
// stays known when the student comes back.
func TestStagedAnswersAwaitTheirVerdict(t *testing.T) {
	store := &progress.Memory{}
	s := open(t, store, Options{})
	w := start(t, s, "1.1")
	w.Next()
	awaits := func(w *Work, s, p bool) {
		t.Helper()
		if a := Staged(w); a.Awaits("s") != s || a.Awaits("p") != p {
			t.Errorf("s awaits %v, p awaits %v; want %v and %v", a.Awaits("s"), a.Awaits("p"), s, p)
		}
	}
	w.Set("s", "5")
	awaits(w, true, true)
	judge(w)
	awaits(w, false, false)
	w.Set("p", "6")
	awaits(w, false, true)
	w.Set("s", "7")
	awaits(w, true, true)
	w.Set("s", "5")
	judge(w)
	awaits(w, false, false)
	if w.Answers().Awaits("s") || Staged(w)["s"] != "5" {
		t.Error("the answers themselves await something, or the stage lacks them")
	}
}
