package remote

import (
	"net"
	"net/netip"
	"testing"

	"github.com/pires/go-proxyproto"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/hosttest"
	"kernellab/testdata/support/must"
)

// The address of a client behind a proxy is that in the header, which only the proxy may
// send.
func TestServer_proxy(t *testing.T) {
	v2 := func(h *proxyproto.Header) { h.Version = 2 }
	for name, c := range map[string]struct {
		proxy  string
		change func(*proxyproto.Header) // nil means no header
		want   string                   // address of the client, "" if it cannot log in
	}{
		"header of the proxy":         {"127.0.0.1/32", v2, "203.0.113.7"},
		"header of the proxy's net":   {"127.0.0.0/8", v2, "203.0.113.7"},
		"version 1":                   {"127.0.0.1/32", func(h *proxyproto.Header) { h.Version = 1 }, ""},
		"without an address":          {"127.0.0.1/32", func(h *proxyproto.Header) { h.TransportProtocol = proxyproto.UNSPEC }, ""},
		"proxy without a header":      {"127.0.0.1/32", nil, ""},
		"header of another":           {"192.0.2.1/32", v2, ""},
		"another without a header":    {"192.0.2.1/32", nil, "127.0.0.1"},
		"a header without any proxy":  {"", v2, ""},
		"no header without any proxy": {"", nil, "127.0.0.1"},
	} {
		t.Run(name, func(t *testing.T) {
			h := start(t, func(config *Config) {
				if c.proxy != "" {
					config.Proxies = []netip.Prefix{netip.MustParsePrefix(c.proxy)}
				}
			})
			conn := must.Value(net.Dial("tcp", h.Addr().String()))
			if c.change != nil {
				header := proxyproto.HeaderProxyFromAddrs(2, &net.TCPAddr{IP: net.IPv4(203, 0, 113, 7), Port: 4000}, h.Addr())
				c.change(header)
				must.Value(header.WriteTo(conn))
			}
			client, session, err := hosttest.Session(conn, "student", hosttest.NewKey(t))
			check.Must(t, (err == nil) == (c.want != ""),
				"login: got error %v, want one only if it is refused", err)
			if err != nil {
				return
			}
			defer client.Close()
			check.OK(t, session.RequestPty("xterm", 24, 80, nil))
			check.OK(t, session.Shell())
			eventually(t, "the lab is opened", func() bool {
				h.mu.Lock()
				defer h.mu.Unlock()
				return len(h.clients) > 0
			})
			check.Equal(t, must.Value(netip.ParseAddrPort(h.client(0).Remote)).Addr().String(), c.want, "address of the client")
		})
	}
}
