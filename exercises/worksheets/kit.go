package worksheets

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/kernels/expr"
)

// Kit is what worksheets may name: judges for the fields of a form, and scenes
// for the stage. It is read only.
type Kit struct {
	Judges map[string]Maker[Judge]
	Scenes map[string]Maker[SceneFunc]
}

// Maker makes a judge or a scene of its parameters. Takes names them: the first
// is the maker's own name, whose value stands behind it. What is wrong with a
// value is told to the parameters, and what is made then is not used.
type Maker[T any] struct {
	Takes []string
	Make  func(*Params) T
}

// Judge decides about the text of one field. Its functions are pure, and end
// early when their context does. Only Check is needed.
type Judge struct {
	// Name is what the program's lists call it. If empty, the judge is the
	// lesson's own.
	Name string
	// Check decides about a text.
	Check func(ctx context.Context, text string) answer.Result
	// Echo says how a text is read while it is typed.
	Echo func(ctx context.Context, text string) exercises.Echo
	// Same reports whether what was typed is the same answer as an example of a
	// misconception, where the two texts differ.
	Same func(ctx context.Context, typed, example string) bool
	// Reference is an answer, which then need not be written in the worksheet.
	Reference string
	// Predicts marks a judge that takes down what the student expects.
	Predicts bool
	// Relates marks a judge whose answers may be statements, as the lines of a
	// derivation or 0 ≤ α: nothing before a sign in them is a label.
	Relates bool
	// Lines reads an answer in lines, each of which follows or does not.
	Lines func(ctx context.Context, text string) []Line
	// Reasons are those that may stand behind a line.
	Reasons []string
}

// Written returns the judge of a text in a scope: the text is echoed as it is
// read there, and compared with examples by value.
func Written(s answer.Scope, reference string, check func(context.Context, string) answer.Result) Judge {
	same := answer.SameText(s)
	return Judge{
		Check: check, Reference: reference,
		Echo: func(ctx context.Context, text string) exercises.Echo { return answer.EchoOf(ctx, text, s) },
		Same: func(ctx context.Context, typed, example string) bool { return same(ctx, "", typed, example) },
	}
}

// Checked returns a judge that echoes a text as its check reads it.
func Checked(reference string, check func(context.Context, string) answer.Result) Judge {
	return Judge{Check: check, Reference: reference, Echo: func(ctx context.Context, text string) exercises.Echo {
		r := check(ctx, text)
		if r.Verdict == exercises.Empty && text != "" { // of nothing that can be seen
			return answer.EchoOf(ctx, text, answer.Scope{})
		}
		return r.Echo()
	}}
}

// Line is a line as it is read. It follows from those before it, or it is the
// first that does not; what comes after that one is neither.
type Line struct {
	Text            string
	Follows, Broken bool
	Reason          string // that stands behind it
	Doubted         bool   // it follows, and that cannot have led there
}

// SceneFunc returns the stage for some answers. It is pure, and ends early when
// ctx does.
type SceneFunc func(ctx context.Context, a exercises.Answers) exercises.Scene

// named is a judge or a scene as a worksheet writes it: its name alone, or a
// mapping whose first key is the name.
func (n node) name() (name string, at place) {
	if n.kind == mapNode && len(n.keys) > 0 {
		return n.keys[0].key, n.keys[0].at
	}
	return n.text, n.at
}

// whole is the node as a mapping: a name alone is one without a value.
func (n node) whole() node {
	if n.kind == textNode {
		return node{kind: mapNode, at: n.at, keys: []entry{{key: n.text, at: n.at}}}
	}
	return n
}

// known checks the names in a node: that of the maker, and of its parameters.
func known[T any](what string, makers map[string]Maker[T], n node, p *problems) bool {
	name, at := n.name()
	m, ok := makers[name]
	if !ok {
		p.add(at, nearest(name, slices.Sorted(maps.Keys(makers)), "there are"), "no %s %q", what, name)
		return false
	}
	return knownKeys(fmt.Sprintf("the %s %s", what, name), m.Takes, n, p)
}

func knownKeys(what string, takes []string, n node, p *problems) bool {
	good := true
	for _, e := range n.keys {
		if !slices.Contains(takes, e.key) {
			p.add(e.at, nearest(e.key, takes, "it takes"), "%s takes no %q", what, e.key)
			good = false
		}
	}
	return good
}

// nearest is a hint: the known name that is like the one written, or all.
func nearest(name string, known []string, lead string) string {
	if near, ok := expr.Nearest(name, known); ok {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return lead + " " + strings.Join(known, ", ")
}
