package anatomy

import "kernellab/solvers"

// Entry is a number, a word or a yes of a step under its name in files for
// other programs. Points count from 1.
type Entry struct {
	Name  string
	Value any // int, float64, bool or string
}

// Says lists what a step of the kind itself says.
func (k Kind) Says(s solvers.Step) []Entry {
	if k.Entries == nil {
		return nil
	}
	return k.Entries(s)
}

func pairEntries(s solvers.Step) []Entry {
	d, ok := s.Detail.(*solvers.SMODetail)
	if !ok {
		return nil
	}
	return []Entry{
		{"k", d.K + 1}, {"l", d.L + 1}, {"E_k", d.Ek}, {"E_l", d.El}, {"s", d.S}, {"gamma", d.Gamma}, {"lo", d.Lo}, {"hi", d.Hi},
		{"kappa", d.Kappa}, {"unclipped", d.Unclipped}, {"clipped", d.Clipped}, {"alpha_k", d.NewAk}, {"alpha_l", d.NewAl}, {"gain", d.DW}, {"null", d.Null},
	}
}

func visitEntries(s solvers.Step) []Entry {
	d, ok := s.Detail.(*solvers.PerceptronDetail)
	if !ok {
		return nil
	}
	return []Entry{{"point", d.Point + 1}, {"epoch", d.Epoch}, {"margin", d.Margin}, {"mistake", d.Mistake}, {"errors", d.Errors}}
}

func stageEntries(s solvers.Step) []Entry {
	d, ok := s.Detail.(*solvers.RidgeDetail)
	if !ok {
		return nil
	}
	return []Entry{{"stage", d.Stage.String()}, {"cond", d.Cond}}
}
