package budget

import (
	"context"
	"errors"
	"testing"
	"time"

	"kernellab/testdata/support/check"
)

func TestBudget_spend(t *testing.T) {
	b := start(t.Context(), Limits{Work: 10, Time: time.Hour})
	if err := b.Spend(10); err != nil || b.Err() != nil {
		t.Errorf("Spend(10) of 10: got error %v, want none", err)
	}
	if err := b.Spend(1); !errors.Is(err, ErrLarge) || !errors.Is(b.Err(), ErrLarge) {
		t.Errorf("Spend(11) of 10: got errors %v, %v, want ErrLarge", err, b.Err())
	}
}

func TestBudget_textsOfACallPayTogether(t *testing.T) {
	ctx := StartCall(t.Context(), Limits{Work: 10, Time: time.Hour})
	one, two := start(ctx, Limits{Work: 8, Time: time.Hour}), start(ctx, Limits{Work: 8, Time: time.Hour})
	check.OK(t, one.Spend(8))
	if err := two.Spend(3); !errors.Is(err, ErrLarge) || !errors.Is(two.Err(), ErrLarge) {
		t.Errorf("Spend(3) after 8 of a call of 10: got error %v, want ErrLarge", err)
	}
	if OfCall(ctx).Spent() != 11 || OfCall(t.Context()).Spent() != 0 {
		t.Errorf("Spent() = %d, want 11, and 0 without a budget", OfCall(ctx).Spent())
	}
}

func TestBudget_endsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := start(ctx, Limits{Work: 1 << 40, Time: time.Hour})
	check.OK(t, b.Spend(checkEvery))
	cancel()
	if err := b.Spend(checkEvery); !errors.Is(err, ErrStopped) || !errors.Is(b.Err(), ErrStopped) {
		t.Errorf("Spend after the end: got error %v, want ErrStopped", err)
	}
}

func TestBudget_endsWithItsTime(t *testing.T) {
	b := start(t.Context(), Limits{Work: 1 << 40})
	time.Sleep(time.Millisecond)
	if err := b.Spend(checkEvery); !errors.Is(err, ErrBusy) || !errors.Is(b.Err(), ErrBusy) {
		t.Errorf("Spend without time: got errors %v, %v, want ErrBusy", err, b.Err())
	}
}

func TestBudget_nilNeverEnds(t *testing.T) {
	var b *Budget
	if b.Spend(1<<40) != nil || b.Err() != nil || b.Spent() != 0 || b.Limits() != AnswerLimits() {
		t.Error("nil budget: got an error or a limit, want neither")
	}
}
