package lab

import "kernellab/ascii"

// pointLines describe the point inspected, each with a mark or a blank before
// it; none where no point is.
func (s *stage) pointLines(p pen, v sight) []ascii.Line {
	if v.inspect == nil || s.point < 0 {
		return nil
	}
	var out []ascii.Line
	mark := ascii.Span{Text: string(p.glyph('◎', '@')) + " ", Ink: ascii.Select}
	for _, l := range v.inspect(s.point) {
		out = append(out, append(ascii.Line{mark}, p.say(l)...))
		mark = ascii.Span{Text: "  ", Ink: ascii.Text}
	}
	return out
}
