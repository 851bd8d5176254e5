package worksheets

import (
	"kernellab/ascii"
	"kernellab/exercises"
)

// A lesson that panics on an answer must not take the lab down with it: what is
// drawn while a student types would do so again at every start, since the
// answer is kept. The functions below are deferred where a lesson's code is
// called: scene and verdict say what happened, an echo is left out.

func sceneMishap(s *exercises.Scene) {
	if v := recover(); v != nil {
		*s = exercises.Scene{Notes: []ascii.Line{mishap(v)}}
	}
}

func checkMishap(r *exercises.Report) {
	if v := recover(); v != nil {
		*r = exercises.Report{Verdict: exercises.Undecided, Fact: []ascii.Line{mishap(v)}}
	}
}

func echoMishap(e *exercises.Echo) {
	if v := recover(); v != nil {
		*e = exercises.Echo{At: -1}
	}
}

func mishap(v any) ascii.Line {
	return ascii.Plainf("The lab failed on this answer (%v). That is its mistake, not yours; written another way it may be understood.", v)
}
