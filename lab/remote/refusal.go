package remote

import (
	"fmt"

	"kernellab/lab/remote/meter"
)

// Refusal is why a client may not come in, in a sentence for them. It is an
// error that [Config.New] may return; the text of any other stays hidden.
type Refusal struct {
	Why      meter.Refusal
	Sentence string
}

func (r *Refusal) Error() string { return r.Sentence }

// Those that never vary.
func refusedCommand() *Refusal { return &Refusal{meter.RefusedCommand, sentenceCommand} }
func refusedNoPTY() *Refusal   { return &Refusal{meter.RefusedNoTerminal, sentenceNoPTY} }
func refusedDumb() *Refusal    { return &Refusal{meter.RefusedNoTerminal, sentenceDumb} }
func refusedNoKey() *Refusal   { return &Refusal{meter.RefusedNoKey, sentenceNoKey} }
func refusedClosing() *Refusal { return &Refusal{meter.RefusedClosing, sentenceClosing} }
func refusedNoLab() *Refusal   { return &Refusal{meter.RefusedNoLab, sentenceNoLab} }
func refusedOften() *Refusal   { return &Refusal{meter.RefusedOften, sentenceOften} }

func refusedFull(places int) *Refusal {
	return &Refusal{meter.RefusedFull, fmt.Sprintf(sentenceFull, places)}
}
