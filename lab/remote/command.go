package remote

import (
	"context"
	"fmt"
	"net"
	"os"
	"slices"
	"time"
)

// Command is the line that connects to the host: from anywhere if it listens
// on every address, else from where its one address can be reached.
func (h *Server) Command() string {
	host, port, err := net.SplitHostPort(h.Addr().String())
	ip := net.ParseIP(host)
	switch {
	case err != nil || ip == nil || ip.IsLoopback():
		host = "localhost"
	case ip.IsUnspecified():
		host = ownName(outsideAddresses())
	}
	return fmt.Sprintf("ssh -p %s %s", port, host)
}

// ownName is what other machines may call this one: its name, if the name
// leads to one of its addresses, else the first of these. A machine without a
// network has none.
func ownName(own []string) string {
	name, err := os.Hostname()
	if err == nil && leadsTo(name, own) {
		return name
	}
	if len(own) > 0 {
		return own[0]
	}
	return "localhost"
}

// leadsTo reports whether a name is known soon to mean one of the addresses.
func leadsTo(name string, own []string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	found, err := net.DefaultResolver.LookupHost(ctx, name)
	return err == nil && slices.ContainsFunc(found, func(a string) bool { return slices.Contains(own, a) })
}

// outsideAddresses are the addresses of this machine that others may reach,
// those of IPv4 first.
func outsideAddresses() []string {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	var four, six []string
	for _, a := range all {
		network, ok := a.(*net.IPNet)
		switch {
		case !ok || !network.IP.IsGlobalUnicast():
		case network.IP.To4() != nil:
			four = append(four, network.IP.String())
		default:
			six = append(six, network.IP.String())
		}
	}
	return append(four, six...)
}
