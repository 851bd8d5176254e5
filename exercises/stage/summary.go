package stage

import "strings"

// Summary is frame i in one line of plain text: what the step did, and what
// came of it. It draws nothing, so that a transcript of many steps is cheap.
func (r Run) Summary(i int) string {
	s, seg := r.traces[0].At(i), r.at(i)
	told := seg.kind.Summary(s, !r.opens(i))
	if seg.from == i && seg.opening != "" {
		told.Done = []string{"from here " + seg.opening}
	} else if i == 0 {
		told.Done = []string{"start"}
	}
	if s.Status.Done() {
		told.Now = append(told.Now, s.Status.Words())
	}
	return strings.Join(append(told.Done, told.Now...), ", ")
}
