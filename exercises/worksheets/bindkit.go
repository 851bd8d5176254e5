package worksheets

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// form makes the judges that the fields of a step name, or that its lesson
// gives. It is empty where there is none.
func (b *binding) form(s step, behaviour Behaviour, v values) *form {
	f := &form{right: v.reportLines(s.right), judges: b.in.judges}
	for _, field := range s.fields {
		j, ok := behaviour.Judges[field.Name]
		if field.judge.kind != noNode {
			if ok {
				b.problem(field.line, "field %s has a judge in the worksheet and in the lesson", field.Name)
			}
			p := paramsOf("judge", b.kit.Judges, b.valued(field.judge, v), b.in)
			j, ok = b.kit.Judges[p.name].Make(p), true
			b.in.made[field.Name] = p
		}
		b.in.labels.note(field, v, j)
		if ok && j.Check != nil {
			f.blanks = append(f.blanks, blank{field.Name, v.text(field.called), j, field.Kind == exercises.ChoiceField || len(behaviour.Choices[field.Name]) > 0})
			b.in.judges[field.Name] = j
		}
	}
	for _, name := range slices.Sorted(maps.Keys(behaviour.Judges)) {
		if _, ok := s.field(name); !ok {
			b.problem(s.line, "the lesson has a judge for %s, which is no field of step %s", name, s.name)
		}
	}
	b.byHand(s, behaviour.Hand, f, v)
	return f
}

// judgedBy names the judge of a field: the worksheet's, that of a number or a
// choice where a lesson's calculation holds it to one, or the lesson itself.
func (f field) judgedBy(behaviour Behaviour) string {
	held := f.judge
	if held.kind == noNode && behaviour.Hand != nil {
		held = f.held(node{kind: textNode})
	}
	if held.kind == noNode {
		return cmp.Or(behaviour.Judges[f.Name].Name, exercises.ByLesson)
	}
	name, _ := held.name()
	return name
}

// valued is a node with the values of variables in place.
func (b *binding) valued(n node, v values) node {
	return n.mapped(v.typed, func(p place) place { return p })
}

// scene is what the stage shows, after what the student has foretold.
func (b *binding) scene(s step, behaviour Behaviour, v values) SceneFunc {
	show, fields := b.shows(s, behaviour, v), strings.Fields(s.said.text)
	if len(fields) == 0 {
		return show
	}
	for _, f := range fields {
		if len(b.in.choices[f]) == 0 {
			b.problem(s.said.line, "step %s repeats %q, which is no field with choices in this worksheet", s.name, f)
		}
	}
	return func(ctx context.Context, a exercises.Answers) (scene exercises.Scene) {
		if show != nil {
			scene = show(ctx, a)
		}
		scene.Notes = append(b.repeated(fields, a, v), scene.Notes...)
		return scene
	}
}

// repeated is what was foretold in some fields, each under its label where there
// are several.
func (b *binding) repeated(fields []string, a exercises.Answers, v values) []ascii.Line {
	var out []ascii.Line
	for _, f := range fields {
		head := "You said: "
		if len(fields) > 1 {
			head = "You said, " + v.text(b.in.asked[f]) + ": "
		}
		for _, c := range b.in.choices[f] {
			if c.Value == a[f] {
				out = append(out, ascii.Line{{Text: head, Ink: ascii.Dim}, {Text: v.text(c.Label), Ink: ascii.Text}})
			}
		}
	}
	return out
}

// shows is what the stage shows, by the worksheet or by the lesson; by both where the
// worksheet names the scene lesson.
func (b *binding) shows(s step, behaviour Behaviour, v values) SceneFunc {
	if s.scene.kind == noNode {
		return behaviour.Scene
	}
	b.in.lesson = behaviour.Scene
	scene := makeOf("scene", b.kit.Scenes, b.valued(s.scene, v), b.in)
	if b.in.lesson != nil {
		b.problem(s.line, "step %s has a scene in the worksheet and in the lesson", s.name)
	}
	return scene
}

// decides gives a step what judges its answers: the lesson, or else the judges
// of its fields.
func (b *binding) decides(s step, behaviour Behaviour, out *bound) {
	out.check = behaviour.Check
	if out.check != nil || len(out.form.blanks) == 0 {
		return
	}
	if len(out.form.blanks) < len(s.fields) {
		b.problem(s.line, "some fields of step %s have a judge, and some have none", s.name)
	}
	out.check, out.judgesFields = out.form.check, true
}
