package budget

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestSpend(t *testing.T) {
	b := start(t.Context(), Limits{Work: 10, Time: time.Hour})
	if err := b.Spend(10); err != nil || b.Err() != nil {
		t.Errorf("ten of ten: %v", err)
	}
	if err := b.Spend(1); !errors.Is(err, ErrLarge) || !errors.Is(b.Err(), ErrLarge) {
		t.Errorf("eleven of ten: %v, %v", err, b.Err())
	}
}

func TestTextsOfACallPayTogether(t *testing.T) {
	ctx := With(t.Context(), Limits{Work: 10, Time: time.Hour})
	one, two := start(ctx, Limits{Work: 8, Time: time.Hour}), start(ctx, Limits{Work: 8, Time: time.Hour})
	if err := one.Spend(8); err != nil {
		t.Fatal(err)
	}
	if err := two.Spend(3); !errors.Is(err, ErrLarge) || !errors.Is(two.Err(), ErrLarge) {
		t.Errorf("eleven of ten: %v", err)
	}
	if In(ctx).Spent() != 11 || In(t.Context()).Spent() != 0 {
		t.Errorf("%d spent", In(ctx).Spent())
	}
}

func TestBudgetEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := start(ctx, Limits{Work: 1 << 40, Time: time.Hour})
	if err := b.Spend(glance); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := b.Spend(glance); !errors.Is(err, ErrStopped) || !errors.Is(b.Err(), ErrStopped) {
		t.Errorf("after the end: %v", err)
	}
}

func TestTimeIsTheLastLine(t *testing.T) {
	b := start(t.Context(), Limits{Work: 1 << 40})
	time.Sleep(time.Millisecond)
	if err := b.Spend(glance); !errors.Is(err, ErrBusy) || !errors.Is(b.Err(), ErrBusy) {
		t.Errorf("without time: %v, %v", err, b.Err())
	}
}

func TestNilNeverEnds(t *testing.T) {
	var b *Budget
	if b.Spend(1<<40) != nil || b.Err() != nil || b.Spent() != 0 || b.Limits() != Answer() {
		t.Error("a budget that is nil ends")
	}
}
