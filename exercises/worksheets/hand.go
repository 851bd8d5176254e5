package worksheets

import (
	"context"

	"kernellab/exercises"
	"kernellab/exercises/answer"
)

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
		j := handJudge{truth[q.Name]}
		f.blanks = append(f.blanks, blank{q.Name, f.hand[i].Label, j})
		b.in.judges[q.Name] = j
	}
}

// handJudge is one number of a calculation by hand, by itself.
type handJudge struct{ want string }

var (
	_ Judge    = handJudge{}
	_ Referrer = handJudge{}
)

// Check decides whether the number is right.
func (j handJudge) Check(ctx context.Context, text string) answer.Result {
	return answer.ExactlyText(j.want)(ctx, text)
}

// Echo says how a number is read.
func (handJudge) Echo(ctx context.Context, text string) exercises.Echo {
	return answer.EchoOf(ctx, text, answer.Scope{})
}

// Same compares two numbers.
func (handJudge) Same(ctx context.Context, typed, example string) bool {
	return answer.SameText(answer.Scope{})(ctx, "", typed, example)
}

// Reference is the number.
func (j handJudge) Reference() string { return j.want }
