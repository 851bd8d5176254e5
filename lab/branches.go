package lab

import (
	"fmt"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/player"
)

// branchAnswer is the branch to show, compareAnswer the one to lay beside,
// removeAnswer the one to forget.
type (
	branchAnswer  struct{ i int }
	compareAnswer struct{ i int }
	removeAnswer  struct{ i int }
)

// newBranchWindow offers the tree of branches: to go to one, or to forget it.
func newBranchWindow(s *session, b *player.Branches) *listWindow {
	w := treeWindow(s, "Branches", branchItems(b, s.view(), func(i int) any { return branchAnswer{i} }))
	w.keys = append(w.keys, hint{"x", "forgets"})
	w.other = func(name string) intent {
		if a, ok := w.items[w.selected].value.(branchAnswer); ok && name == "forget" && a.i > 0 {
			return answerIntent{removeAnswer(a)}
		}
		return nil
	}
	return w
}

// newCompareWindow offers the branches beside the one on the stage.
func newCompareWindow(s *session, b *player.Branches) *listWindow {
	all := branchItems(b, s.view(), func(i int) any { return compareAnswer{i} })
	others := slices.DeleteFunc(all, func(it item) bool { return it.value == any(compareAnswer{b.Now()}) })
	return treeWindow(s, "Compare "+b.Name(b.Now())+" with", others)
}

// gauges say how far a run has come: its last step, and its numbers there.
func gauges(run exercises.Run) string {
	last := run.Len() - 1
	out := fmt.Sprintf("step %d", last)
	if g, ok := run.(exercises.Gauged); ok {
		out = strings.TrimSpace(out + "  " + g.Gauges(last))
	}
	return out
}

// treeWindow is a list as wide as its longest line.
func treeWindow(s *session, title string, items []item) *listWindow {
	w := newListWindow(s, title, items)
	for _, it := range items {
		w.width = max(w.width, ascii.Width(it.label)+ascii.Width(it.detail)+10)
	}
	return w
}

// branchItems are the branches as a tree, each with what it did otherwise;
// answer makes the answer of each.
func branchItems(b *player.Branches, v ascii.View, answer func(i int) any) []item {
	var out []item
	for _, t := range b.Tree() {
		it := item{label: b.Name(t.Index), value: answer(t.Index)}
		if t.Depth > 0 {
			it.label = strings.Repeat("  ", t.Depth-1) + string(v.Pick('└', '+')) + " " + it.label + "  " + b.Choice(t.Index)
		}
		it.detail = gauges(b.Run(t.Index))
		if t.Index == b.Now() {
			it.detail = "here  " + it.detail
		}
		out = append(out, it)
	}
	return out
}
