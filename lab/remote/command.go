package remote

import (
	"fmt"
	"net"
)

// Command is the line that connects to the host: from anywhere if it listens
// on every address, else from where its one address can be reached.
func (h *Server) Command() string {
	host, port, err := net.SplitHostPort(h.Addr().String())
	ip := net.ParseIP(host)
	switch own := outsideAddresses(); {
	case err != nil || ip == nil || ip.IsLoopback() || ip.IsUnspecified() && len(own) == 0:
		host = "localhost"
	case ip.IsUnspecified():
		host = own[0]
	}
	return fmt.Sprintf("ssh -p %s %s", port, host)
}

// outsideAddresses returns the addresses of this machine that others may reach,
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
