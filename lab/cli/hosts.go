package cli

import (
	"context"

	"kernellab/lab/remote"
)

// joinClass makes a host work together with the other hosts that share its record, until
// leave is called. If their host key has another fingerprint, it returns an error.
func (h hostedLabs) joinClass(fingerprint string) (leave func(), err error) {
	if !h.db.IsShared() {
		return func() {}, nil
	}
	recorded, err := h.db.HostKey(fingerprint)
	if err != nil {
		return nil, err
	}
	if recorded != fingerprint {
		return nil, failf("copy "+remote.HostKeyName+" from the folder of another host of this class to "+h.dir,
			"this host has the key %s, and its class has %s: students would be warned of an attack", fingerprint, recorded)
	}
	ctx, leave := context.WithCancel(context.Background())
	go func() {
		defer h.watch.Guard()
		h.db.ReplaceSessions(ctx)
	}()
	return leave, nil
}

// begin implements Begin of [remote.Config].
func (h hostedLabs) begin(ctx context.Context, c remote.Client, replaced func()) (end func(), err error) {
	if !h.db.IsShared() {
		return nil, nil
	}
	student, err := h.db.Keyed(ctx, c.ID)
	if err != nil {
		return nil, err
	}
	return h.db.Begin(ctx, student.ID(), replaced)
}
