package lab

import "kernellab/lab/study"

func (s *sheet) askRestart() intent {
	return pushIntent{newRestartWindow(s.session, s.work.ID())}
}

func (s *sheet) withoutHints() string {
	w := s.work
	i := w.Info()
	_, more := w.Hints()
	switch {
	case len(i.Hints) == 0 && len(i.Solution) == 0:
		return "this step has no hints"
	case !w.Round().Helps():
		return "a unit is tested out without hints"
	case study.Foretelling(w):
		return "hints come after the prediction"
	case !more && (w.SolutionShown() || len(i.Solution) == 0) && !(study.Fills(w) && len(i.Fields) > 0):
		return "all hints are shown"
	}
	return ""
}

func (s *sheet) withoutReadings() string {
	return reason(len(s.form.offered().readings) == 0, "only where a text has two readings")
}

func (s *sheet) withoutAdvice() string {
	return reason(!s.recognised(), "no advice to take back")
}

func (s *sheet) atLastStep() string {
	if r := s.work.Round(); r != nil {
		return reason(r.Kind() == study.TestingOut, "no task of a test-out can be left out")
	}
	return reason(s.work.Index() == s.work.Len()-1, "this is the last step")
}

func (s *sheet) atFirstStep() string {
	return reason(s.work.Index() == 0, "this is the first step")
}
