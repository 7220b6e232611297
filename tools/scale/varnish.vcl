vcl 4.1;
# Varnish in front of Portico (docs/caches.md): varnishd -a :6081 -f /etc/varnish/portico.vcl
# Portico says with CDN-Cache-Control what everybody may get; PORTICO_SHARED_CACHE is not needed here.
import std;

backend portico {
    .host = "127.0.0.1";
    .port = "8080";
    .connect_timeout = 1s;
    .first_byte_timeout = 60s;
    .between_bytes_timeout = 30s;
    # After two seconds without an answer Varnish serves what it has, at once. Not /health: that also fails when only saving is not possible.
    .probe = {
        .request = "GET /robots.txt HTTP/1.1" "Host: localhost" "Connection: close";
        .interval = 1s; .timeout = 1s; .window = 3; .threshold = 2; .initial = 2;
    }
}

# Who may say that pages have changed: PORTICO_PURGE="BAN http://127.0.0.1:6081/"
acl tellers { "127.0.0.1"; "::1"; }

sub vcl_recv {
    if (req.restarts == 0) { unset req.http.X-Shared; }
    if (req.method == "BAN") {
        if (client.ip !~ tellers) { return (synth(405)); }
        # The message names tables, and every page those that it was made of.
        std.ban("obj.http.Cache-Tag ~ (^|,)(" + regsuball(req.http.Cache-Tag, ",", "|") + ")(,|$)");
        return (synth(200));
    }
    if (req.method != "GET" && req.method != "HEAD") { return (pass); }
    if (req.http.Authorization || req.http.Range) { return (pass); }
    if (req.url ~ "^/(assets|media)/" || req.url ~ "^/[a-z][a-z](-simple)?([/?]|$)") {
        # Nothing but the address shapes a file, or a page whose address names the language.
        unset req.http.Cookie;
        unset req.http.Accept-Language;
    } elsif (regsuball(";" + req.http.Cookie, ";\s*(language|easy-to-read)=[^;]*", "") !~ "^[;\s]*$") {
        # Another cookie: this person gets a page of their own.
        return (pass);
    }
    set req.http.X-Shared = "yes";
    # stale-while-revalidate=5; while Portico does not answer, as long as the page is kept.
    if (std.healthy(req.backend_hint) && req.restarts == 0) { set req.grace = 5s; }
    return (hash);
}

sub vcl_backend_fetch {
    unset bereq.http.X-Shared;
    # A kept page is better than a late one.
    if (!bereq.uncacheable) { set bereq.first_byte_timeout = 10s; }
}

sub vcl_backend_response {
    if (beresp.status >= 500 && bereq.is_bgfetch) { return (abandon); }
    if (!bereq.uncacheable && beresp.http.CDN-Cache-Control && !beresp.http.Set-Cookie) {
        set beresp.ttl = 1s;      # max-age=1
        set beresp.grace = 24h;   # stale-if-error=86400
        return (deliver);
    }
    # The rest as Cache-Control says: files for a year, pages of people not at all.
}

sub vcl_deliver {
    if (resp.status >= 500 && req.http.X-Shared && req.restarts == 0) { return (restart); }
    unset resp.http.Cache-Tag;
    unset resp.http.Surrogate-Key;
}
