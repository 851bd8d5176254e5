package worksheets

import (
	"maps"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
)

// form makes the judges that the fields of a step name, or that its lesson
// gives. It is empty where there is none.
func (b *binding) form(s step, behaviour Behaviour, v values) *form {
	f := &form{right: lines(v.blocks(s.right))}
	for _, field := range s.fields {
		j, ok := behaviour.Judges[field.Name]
		if field.judge.kind != noNode {
			if ok {
				b.problem(field.line, "field %s has a judge in the worksheet and in the lesson", field.Name)
			}
			j, ok = makeOf("judge", b.kit.Judges, b.valued(field.judge, v), b.in), true
		}
		if ok && j != nil {
			f.blanks = append(f.blanks, blank{field.Name, v.text(field.called), j})
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

// valued is a node with the values of variables in place.
func (b *binding) valued(n node, v values) node {
	return n.mapped(v.typed, func(p place) place { return p })
}

// fromKit gives a step what its worksheet names and its lesson leaves open, and
// tells whether the judges of its fields decide.
func (b *binding) fromKit(s step, behaviour Behaviour, f *form, v values) (with Behaviour, decides bool) {
	if s.scene.kind != noNode {
		if behaviour.Scene != nil {
			b.problem(s.line, "step %s has a scene in the worksheet and in the lesson", s.name)
		}
		behaviour.Scene = makeOf("scene", b.kit.Scenes, b.valued(s.scene, v), b.in)
	}
	if len(f.blanks) == 0 {
		return behaviour, false
	}
	if f.hand != nil && behaviour.Examples == nil {
		behaviour.Examples = f.hand.Examples()
	}
	behaviour = f.listening(behaviour)
	if behaviour.Check != nil || behaviour.Judge != nil {
		return behaviour, false
	}
	if len(f.blanks) < len(s.fields) {
		b.problem(s.line, "some fields of step %s have a judge, and some have none", s.name)
	}
	behaviour.Check = f.check
	return behaviour, true
}

// lines is a text as lines of a report.
func lines(blocks []exercises.Block) []ascii.Line {
	return said{blocks}.advice(nil)
}
