package anatomy

import (
	"strings"
	"testing"

	"kernellab/solvers"
)

// The rule that gets stuck keeps its flaw, and the others do not end while a pair
// violates.
func TestCode_ofEveryRule(t *testing.T) {
	for rule, want := range map[solvers.PairRule]string{
		solvers.MaxErrorLiteral: "repeat while g has not converged k = next that violates KKT l = largest |Eₖ − Eₗ| of all",
		solvers.MaxError:        "while a pair violates KKT k = next that violates KKT l = largest |Eₖ − Eₗ| that can move uphill",
		solvers.MaxViolation:    "while a pair violates KKT k = argmin F over tα ↑ l = argmax F over tα ↓",
	} {
		var lines []string
		for _, l := range pairCode(solvers.SMO{C: 1, Rule: rule}).Lines[:3] {
			lines = append(lines, l.String())
		}
		if got := strings.Join(lines, " "); got != want {
			t.Errorf("code of %v = %q, want %q", rule, got, want)
		}
	}
}
