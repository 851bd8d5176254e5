package worksheets

import (
	"context"
	"fmt"
	"io/fs"
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
	// Check judges a text.
	Check func(ctx context.Context, text string) answer.Result
	// Echo shows how a text is read while it is typed.
	Echo func(ctx context.Context, text string) exercises.Echo
	// Same reports whether a typed text and the example of a misconception are the
	// same answer although the texts differ.
	Same func(ctx context.Context, typed, example string) bool
	// Reference is a right answer. If set, the worksheet needs none.
	Reference string
	// Predicts marks a judge that accepts every prediction and only records it.
	Predicts bool
	// Relates marks a judge whose answers may be relations, such as 0 ≤ α. In these
	// a text before = or ≤ is part of the answer, not a label.
	Relates bool
	// Lines judges each line of a derivation.
	Lines func(ctx context.Context, text string) []answer.Line
	// Reasons can be given for a line.
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

// Lesson is the Go side of an exercise that needs one: it draws the numbers of
// the seed, and overrides a step where the kit does not suffice. It is called
// once for each exercise that is opened and keeps nothing between calls. The
// same brief gives the same parts.
type Lesson func(Brief) Parts

// Source is a folder of worksheets and the lessons by the ids of their exercises.
type Source struct {
	Sheets  fs.FS
	Lessons map[string]Lesson
}

// Brief is what a lesson is built from.
type Brief struct {
	Seed uint64         // the source of every random number
	Data exercises.Data // the student's own data; nil for the built-in set
	// Numbers are drawn from the seed by the worksheet.
	Numbers map[string]float64
	// Texts belong to the case that the worksheet draws.
	Texts map[string]string
	// Right reports whether the answers in all given fields have been judged and
	// accepted. Call it only after the exercise has been bound.
	Right func(ctx context.Context, a exercises.Answers, fields ...string) bool
}

// Vars holds the values of {{variables}}, strings or numbers. Numbers are
// formatted by [answer.Shown].
type Vars map[string]any

// Text returns the formatted value of a variable, or "" if it has none.
func (v Vars) Text(name string) string {
	switch x := v[name].(type) {
	case nil:
		return ""
	case float64:
		return answer.Shown(x)
	default:
		return fmt.Sprint(x)
	}
}

// Parts is what a lesson gives to its worksheet.
type Parts struct {
	Vars  Vars  // of all steps
	Steps Steps // by name; a step without one is its worksheet's alone
	// Sets are data that it has drawn, for scenes that name them.
	Sets map[string]exercises.Data
}

// Steps are the behaviours of steps by their names, and Judges the judges of
// fields by theirs.
type (
	Steps  map[string]Behaviour
	Judges map[string]Judge
)

// Behaviour is what one step does beside what its worksheet says. All functions
// are pure and safe for concurrent use; they see the answers of the whole
// exercise, those of earlier steps included.
type Behaviour struct {
	Vars Vars // of this step; they win over Parts.Vars
	// OnStage: the step is answered by asking its run, so the keyboard begins there.
	OnStage bool
	// Tables are those that the block table of the step names: fields of it stand in
	// their blanks.
	Tables map[string]exercises.FieldTable
	// Scene returns the stage for some answers; nil: the worksheet's, or none.
	Scene SceneFunc
	// Choices are the options of fields that have none in the worksheet.
	Choices map[string][]exercises.Choice
	// Judges are those of fields that the worksheet names none for.
	Judges Judges
	// Hand is a calculation in several numbers, a field each: it judges them,
	// follows a slip to the fields that build on it, and knows the reference and
	// the examples of the misconceptions that are its slips.
	Hand answer.Working
	// Check judges the answers together, where the judges of the fields do not
	// decide alone; nil: they do, and a step without fields is done once it was
	// seen. Where the report names a misconception and brings no advice of its
	// own, the worksheet's text becomes the advice.
	Check func(context.Context, exercises.Answers) exercises.Report
	// Given returns the values of variables that follow from the answers. They
	// occur in what misconceptions say, each of which names them under given.
	Given func(exercises.Answers) Vars
}
