package vec

import "testing"

func TestPartsAreAll(t *testing.T) {
	for _, n := range []int{0, 1, 7, 8, 9, 1000} {
		seen := make([]int, n)
		Parts(n, 8, func(from, to int) {
			for i := from; i < to; i++ {
				seen[i]++
			}
		})
		for i, times := range seen {
			if times != 1 {
				t.Errorf("%d of %d is done %d times", i, n, times)
			}
		}
	}
}

// A panic in the part that another core has reaches the caller, who
// can recover from it.
func TestPartsPanicInTheCaller(t *testing.T) {
	for _, bad := range []int{0, 3} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a panic in part %d did not reach the caller", bad)
				}
			}()
			Parts(40, 10, func(a, _ int) {
				if a == 10*bad {
					panic("broken kernel")
				}
			})
		}()
	}
}
