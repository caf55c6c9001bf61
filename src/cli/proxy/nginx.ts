// Writes the configuration of nginx, for /etc/nginx/conf.d.
import { directoriesOf, headOf, hostsOf, type ProxySite, UNREACHABLE_BODY } from './site.ts'

const server = (address: string): string => `    server ${address} max_fails=1 fail_timeout=5s;\n`

/** Keeps answers of the directory. */
const DIRECTORY_CACHE = String.raw`# Answers of the directory are kept by the first 12 characters of the token, so that the cache has no whole token.
map $request_uri $link_start {
    default "";
    "~^/(?:d/home|[dtr])/(?<token_start>[A-Za-z0-9_-]{12})" $token_start;
    "~*^/(?:connect/[a-z]+|files|brand|sign-in/company)/(?<address>[0-9a-f-]{36})" $address;
    "~^/sign-in/company/callback\?(?:[^#]*&)?state=(?<state_start>[A-Za-z0-9_-]{12})" $state_start;
}

map $http_authorization $key_start {
    default "";
    "~*^Bearer +rk_(?:live|test)_(?<key_chars>[A-Za-z0-9_-]{12})" $key_chars;
}

map $http_cookie $session_start {
    default "";
    "~(?:^|; *)(?:__Host-)?roundsman=(?<session_chars>[A-Za-z0-9_-]{12})" $session_chars;
}

# In memory, because the directory answers before each request. The zone has room for about 8,000 answers of 4 kB, so that requests
# with random tokens can't fill the memory.
proxy_cache_path /run/roundsman-directory levels=1:2 keys_zone=roundsman_directory:1m max_size=64m inactive=1h use_temp_path=off;`

/** Leads each request to the installation that the directory names. */
const LOCATIONS = `    # Paths of links contain their token, so requests are not logged.
    access_log off;
    client_max_body_size 32m;
    # No file is served. try_files only leads to the named locations.
    root /nonexistent;

    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header X-Installation $installation;
    proxy_read_timeout 75s;
    # A write is retried at another process only if no connection was established.
    proxy_next_upstream error timeout;
    proxy_next_upstream_tries 3;
    # A request that @moved repeats may fail, too.
    recursive_error_pages on;

    location / {
        auth_request /-where;
        auth_request_set $installation $upstream_http_x_installation;
        error_page 500 = @unavailable;
        try_files /- @installation;
    }

    # Server-sent events and progress must not be buffered.
    location /office/api/ {
        auth_request /-where;
        auth_request_set $installation $upstream_http_x_installation;
        error_page 500 = @unavailable;
        try_files /- @streaming;
    }

    location = /-where {
        internal;
        proxy_pass http://directory/where;
        proxy_pass_request_body off;
        proxy_set_header Connection "";
        proxy_set_header Content-Length "";
        proxy_set_header X-Forwarded-Uri $request_uri;
        proxy_set_header X-Forwarded-Host $host;
        proxy_connect_timeout 1s;
        proxy_read_timeout 5s;
        # 503 is an answer. If it were a failure, one unknown token would take all directories out of use for 5 seconds.
        proxy_next_upstream error timeout;
        # A machine that is down may have had several processes, so all directories may be asked.
        proxy_next_upstream_tries 0;
        proxy_next_upstream_timeout 5s;
        proxy_cache roundsman_directory;
        proxy_cache_key "$host $link_start $key_start $session_start";
        proxy_cache_valid 204 5s;
        # Requests of known tokens continue if no directory responds. Otherwise no old answer is used, because the installation that
        # it names may have deleted the data of a business that has moved.
        proxy_cache_use_stale error timeout http_500 http_502 http_503 http_504;
    }

    location @installation {
        proxy_pass http://installation_$installation;
        # The business has moved to the installation that the response names.
        proxy_intercept_errors on;
        error_page 421 = @moved;
        error_page 502 504 = @unavailable;
    }

    location @streaming {
        proxy_pass http://installation_$installation;
        proxy_buffering off;
        proxy_read_timeout 1h;
        proxy_intercept_errors on;
        error_page 421 = @moved;
        error_page 502 504 = @unavailable;
    }

    # Repeats the request once. Without X-Installation, a second refusal is 503.
    location @moved {
        set $moved $upstream_http_x_installation;
        set $installation "";
        proxy_pass http://installation_$moved;
        proxy_buffering off;
        proxy_read_timeout 1h;
        error_page 502 504 = @unavailable;
    }

    # No directory knows where the request belongs, or the installation does not respond.
    location @unavailable {
        default_type application/json;
        add_header Retry-After 2 always;
        return 503 '${UNREACHABLE_BODY}';
    }
}
`

export function nginxFile(site: ProxySite): string {
  const letsEncrypt = `/etc/letsencrypt/live/${site.host}`
  const upstreams = site.installations.map(
    ({ name, web }) => `upstream installation_${name} {
${web.map(server).join('')}    keepalive 32;
}
`,
  )
  return String.raw`${headOf('nginx', site)}

# The web processes of each installation, at their PORT.
${upstreams.join('\n')}
# The web processes of all installations, at their DIRECTORY_PORT.
upstream directory {
${directoriesOf(site).map(server).join('')}    keepalive 32;
}

${DIRECTORY_CACHE}

server {
    # Syntax of versions before 1.25. Later versions also accept it.
    listen 443 ssl http2;
    listen [::]:443 ssl http2;
    # The name for all, and a name for each installation, which begins with the name of the installation.
    server_name ${hostsOf(site).join(' ')};

    ssl_certificate ${site.certificate ?? `${letsEncrypt}/fullchain.pem`};
    ssl_certificate_key ${site.key ?? `${letsEncrypt}/privkey.pem`};
    ssl_protocols TLSv1.2 TLSv1.3;

${LOCATIONS}`
}
