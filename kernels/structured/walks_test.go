package structured

// Walks counts the walks with length edges by the sequence of labels that they
// read. The counts are the features of [CommonWalks]. A walk may go back along an
// edge.
func (g Graph) Walks(length int) map[string]int {
	next := g.neighbours()
	at := make([]map[string]int, len(g.Labels)) // the walks that end at each vertex
	for v, l := range g.Labels {
		at[v] = map[string]int{l: 1}
	}
	for range length {
		step := make([]map[string]int, len(at))
		for v := range at {
			step[v] = map[string]int{}
			for _, u := range next[v] {
				for s, n := range at[u] {
					step[v][s+g.Labels[v]] += n
				}
			}
		}
		at = step
	}
	out := map[string]int{}
	for _, all := range at {
		for s, n := range all {
			out[s] += n
		}
	}
	return out
}
