package kit

import (
	"slices"

	"kernellab/exercises/answer/mats"
	"kernellab/exercises/worksheets"
)

// reasonsOf reads the reasons that may stand behind a line: a list, which the student
// is shown, or those of another field, which are taken without being shown.
func reasonsOf(p *worksheets.Params) mats.Reasons {
	from := p.Field("reasons-of")
	if from == "" {
		return mats.Reasons{List: reasonList(p)}
	}
	other := p.JudgeOf(from)
	if other == nil {
		p.Fail("reasons-of", "name an earlier field with reasons", "%s has no reasons", from)
		return mats.Reasons{}
	}
	return mats.Reasons{List: reasonList(other), Unlisted: true}
}

func reasonList(p *worksheets.Params) (out []mats.Reason) {
	for _, r := range p.Parts("reasons", "reason", "of", "by", "also", "is") {
		one := mats.Reason{Called: r.Needed("reason"), Of: r.Texts("of"), By: mats.Move(r.Text("by")), Also: r.Texts("also"), Is: r.Text("is")}
		if (one.By == "") == (len(one.Of) == 0) || one.By != "" && !slices.Contains(mats.Moves(), string(one.By)) {
			r.Fail("reason", "write of: with letters, or by: with one of lines, algebra, reading, inverse, nothing", "%q has no use", one.Called)
		}
		out = append(out, one)
	}
	return out
}
