package cli

import (
	"bufio"
	"encoding/json"
	"os"
	"sync"

	"kernellab/solvers"
)

// traceFile writes the steps of a solver, one JSON object a line. A solver
// that was left behind by an interruption may go on recording after close;
// that is ignored.
type traceFile struct {
	mu     sync.Mutex
	closed bool
	file   *os.File
	buf    *bufio.Writer
	enc    *json.Encoder
}

var _ recorder = (*traceFile)(nil)

func createTrace(path string) (*traceFile, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, failf("name a file in a folder that exists and can be written", "--trace: %v", err)
	}
	buf := bufio.NewWriterSize(file, 1<<16)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	return &traceFile{file: file, buf: buf, enc: enc}, nil
}

// close flushes what was recorded.
func (t *traceFile) close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	err := t.buf.Flush()
	if closed := t.file.Close(); err == nil {
		err = closed
	}
	return err
}

// traceLine is a step. What an SMO step or a perceptron's visit changed is in
// its own fields; a gradient step changes everything, so dual is there.
type traceLine struct {
	Step      int     `json:"step"`
	Updates   int     `json:"updates"`
	Status    string  `json:"status"`
	Objective number  `json:"objective"`
	Primal    *number `json:"primal_objective,omitempty"`
	Gap       *number `json:"duality_gap,omitempty"`
	Violation number  `json:"violation"`
	Bias      number  `json:"bias"`
	Dual      vector  `json:"dual,omitempty"`

	SMO        *smoLine        `json:"smo,omitempty"`
	Perceptron *perceptronLine `json:"perceptron,omitempty"`
	Ridge      *ridgeLine      `json:"ridge,omitempty"`
}

// smoLine is one pair update; points are counted from 1, as in the file.
type smoLine struct {
	K         int    `json:"k"`
	L         int    `json:"l"`
	Ek        number `json:"E_k"`
	El        number `json:"E_l"`
	S         number `json:"s"`
	Gamma     number `json:"gamma"`
	Lo        number `json:"lo"`
	Hi        number `json:"hi"`
	Kappa     number `json:"kappa"`
	Unclipped number `json:"unclipped"`
	AlphaK    number `json:"alpha_k"`
	AlphaL    number `json:"alpha_l"`
	Null      bool   `json:"null"`
}

type perceptronLine struct {
	Point   int    `json:"point"`
	Epoch   int    `json:"epoch"`
	Margin  number `json:"margin"`
	Mistake bool   `json:"mistake"`
	Errors  int    `json:"errors"`
}

type ridgeLine struct {
	Stage string `json:"stage"`
	Cond  number `json:"cond"`
}

// record writes one step.
func (t *traceFile) record(s solvers.Step) error {
	line := traceLine{
		Step: s.N, Updates: s.Updates, Status: s.Status.String(), Objective: number(s.Objective),
		Violation: number(s.Violation), Bias: number(s.Bias),
	}
	switch d := s.Detail.(type) {
	case *solvers.SMODetail:
		line.Primal, line.Gap = some(s.PrimalObjective), some(s.Gap)
		line.SMO = smoOf(d)
	case *solvers.PerceptronDetail:
		line.Perceptron = &perceptronLine{Point: d.Point + 1, Epoch: d.Epoch, Margin: number(d.Margin), Mistake: d.Mistake, Errors: d.Errors}
	case *solvers.GradientDetail:
		line.Dual = s.CoefCopy()
	case *solvers.RidgeDetail:
		line.Ridge = &ridgeLine{Stage: d.Stage.String(), Cond: number(d.Cond)}
		line.Dual = s.CoefCopy()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil
	}
	return t.enc.Encode(line)
}

func smoOf(d *solvers.SMODetail) *smoLine {
	return &smoLine{
		K: d.K + 1, L: d.L + 1, Ek: number(d.Ek), El: number(d.El), S: number(d.S), Gamma: number(d.Gamma),
		Lo: number(d.Lo), Hi: number(d.Hi), Kappa: number(d.Kappa), Unclipped: number(d.Unclipped),
		AlphaK: number(d.NewAk), AlphaL: number(d.NewAl), Null: d.Null,
	}
}
