package kit

import (
	"context"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// families asks for a feature map of points of any length, family by family.
func families(p *worksheets.Params) worksheets.Judge {
	t := answer.FamilyTask{Kernel: p.Needed("families"), Params: p.Texts("params"), Families: p.Texts("canonical")}
	s := answer.Scope{Vars: append([]string{"u"}, t.Params...)}
	if _, ok := expression(p, "families", t.Kernel, s); !ok {
		t.Kernel = "u"
	}
	reference := "[" + strings.Join(t.Families, ", ") + "]"
	j := worksheets.Written(t.Scope(), reference, func(ctx context.Context, text string) answer.Result { return answer.JudgeFamily(ctx, text, t) })
	j.Echo = func(ctx context.Context, text string) exercises.Echo { return answer.EchoFamily(ctx, text, t) }
	return j
}
