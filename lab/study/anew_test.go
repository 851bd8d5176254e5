package study

import (
	"testing"

	"kernellab/lab/progress"
)

func TestRenewDrawsOtherNumbersAndOutlivesTheFlag(t *testing.T) {
	seed := uint64(7)
	s := open(t, &progress.Memory{}, Options{Seed: &seed})
	start(t, s, "1.1").Next()
	w, err := s.Renew("1.1")
	if err != nil {
		t.Fatal(err)
	}
	drawn := w.Exercise().Seed
	if drawn == seed || drawn == 0 || w.Index() != 0 {
		t.Errorf("seed %d at step %d", drawn, w.Index())
	}
	w.Next()
	if again := start(t, s, "1.1"); again.Exercise().Seed != drawn || again.Index() != 1 {
		t.Errorf("opened again in the same session: seed %d, step %d", again.Exercise().Seed, again.Index())
	}
	if other := start(t, s, "1.2"); other.Exercise().Seed != seed {
		t.Errorf("another exercise has seed %d", other.Exercise().Seed)
	}
	if _, err := s.Renew("9.9"); err == nil {
		t.Error("an exercise that does not exist was begun anew")
	}
}

func TestDisputeIsKeptUntilTheSheetEnds(t *testing.T) {
	store := &progress.Memory{}
	s := open(t, store, Options{})
	w := start(t, s, "1.1")
	w.Next()
	w.Dispute("sign")
	w.Dispute("sign")
	w.Dispute("")
	if !w.Disputed("sign") || w.Disputed("order") || w.Disputed("") {
		t.Error("disputed: sign and nothing else")
	}
	write(t, s.Save())
	s = open(t, store, Options{})
	if w = start(t, s, "1.1"); !w.Disputed("sign") {
		t.Error("forgotten after a restart of the program")
	}
	if w.Go(0); w.Disputed("sign") {
		t.Error("disputed at another step")
	}
	w, err := s.Renew("1.1")
	if err != nil {
		t.Fatal(err)
	}
	if w.Next(); w.Disputed("sign") {
		t.Error("disputed on a new sheet")
	}
}
