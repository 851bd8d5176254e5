package worksheets

import "kernellab/exercises/answer"

// byHand gives the fields of a step to the calculation of its lesson: each is
// called as on the form, and the slips are those that the worksheet speaks of.
func (b *binding) byHand(s step, work answer.Working, f *form, v values) {
	if len(work) == 0 {
		return
	}
	var ids []string
	for _, m := range s.misconceptions {
		ids = append(ids, m.id)
	}
	f.hand = work.Known(ids)
	truth := work.Reference()
	for i, q := range f.hand {
		field, ok := s.field(q.Name)
		if !ok {
			b.problem(s.line, "the lesson computes %s, which is no field of step %s", q.Name, s.name)
			continue
		}
		f.hand[i].Label = v.text(field.called)
		j := makeOf("judge", b.kit.Judges, field.held(node{kind: textNode, text: truth[q.Name]}), b.in)
		f.blanks = append(f.blanks, blank{name: q.Name, called: f.hand[i].Label, judge: j})
		b.in.judges[q.Name] = j
	}
}
