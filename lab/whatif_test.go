package lab

import "testing"

// While an alternative is considered, the panels and the watched values are about it,
// and their titles say so. Afterwards they are about the run again.
func TestWhatIf_panelsAreAboutTheAlternative(t *testing.T) {
	b := openDebug(t, 200, 60)
	b.keys("L", "w", "v", "b")
	b.typed("alpha == 5")
	b.keys("enter", "0", "L")
	b.sees("Why this step", "Pair (10, 9)", "The ledger", "Δg = 10", "α = 1.0")
	b.keys("i")
	b.sees("What if: why this step", "Pair (11, 9)", "What if: the ledger", "Δg = 11", "α = 1.1")
	b.lacks("Pair (10, 9)", "Δg = 10", "α = 1.0")
	b.keys("l", "l") // the choice that is refused: the stage shows the run's own frame
	b.sees("no partner", "Pair (10, 9)", "Δg = 10")
	b.lacks("What if: what")
	b.keys("esc")
	b.sees("Pair (10, 9)", "Δg = 10", "α = 1.0")
	b.lacks("What if: why")
}
