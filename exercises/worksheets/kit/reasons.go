package kit

import (
	"slices"

	"kernellab/exercises/answer/mats"
	"kernellab/exercises/worksheets"
)

// reasoner is a judge of lines that knows why they may follow.
type reasoner interface{ reasons() []mats.Reason }

// reasonsOf reads the reasons that may stand behind a line: a list, which the student
// is shown, or those of another field, which are taken without being shown.
func reasonsOf(p *worksheets.Params) mats.Reasons {
	var out mats.Reasons
	for _, r := range p.Parts("reasons", "reason", "of", "by", "also", "is") {
		one := mats.Reason{Called: r.Needed("reason"), Of: r.Texts("of"), By: mats.Move(r.Text("by")), Also: r.Texts("also"), Is: r.Text("is")}
		if (one.By == "") == (len(one.Of) == 0) || one.By != "" && !slices.Contains(mats.Moves(), string(one.By)) {
			r.Fail("reason", "write of: with letters, or by: with one of lines, algebra, reading, inverse, nothing", "%q has no use", one.Called)
		}
		out.List = append(out.List, one)
	}
	from := p.Field("reasons-of")
	if from == "" {
		return out
	}
	j, ok := p.JudgeOf(from).(reasoner)
	switch {
	case len(out.List) > 0:
		p.Fail("reasons-of", "leave one out", "reasons are given twice")
	case !ok:
		p.Fail("reasons-of", "name an earlier field with reasons", "%s has no reasons", from)
	default:
		out = mats.Reasons{List: j.reasons(), Unlisted: true}
	}
	return out
}
