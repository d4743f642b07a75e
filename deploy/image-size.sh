#!/usr/bin/env bash
# How large the container is, where no base image can be pulled: its root is made as deploy/Containerfile describes it, of Debian's
# own packages (debootstrap, as root) and the Node.js of the checkout, packed as a registry keeps it, and tried: a server starts in it
# as user 10001 with a root that may not be written, and makes a document.
#
#   deploy/image-size.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
work=${1:-$(mktemp -d)}
root=$work/root
mkdir -p "$work"

[ -d "$root/etc" ] || debootstrap --variant=minbase --include=ca-certificates bookworm "$root" >"$work/debootstrap.log"
# As the slim images have it.
rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/usr/share/{doc,man,info,locale}/* "$root"/var/log/*
install -D "$(node -p process.execPath)" "$root/usr/local/bin/node"
strip --strip-unneeded "$root/usr/local/bin/node" 2>/dev/null || true
if [ ! -d "$root/opt/platen/node_modules" ]; then
  node --disable-warning=ExperimentalWarning scripts/package.mjs "$root/opt/platen"
  (cd "$root/opt/platen" && npm install --omit=dev --ignore-scripts --no-audit --no-fund --no-save)
fi
mkdir -p "$root/opt/platen/node_modules/.cache/platen" "$root/data"
grep -q '^platen:' "$root/etc/passwd" || echo 'platen:x:10001:10001::/data:/usr/sbin/nologin' >>"$root/etc/passwd"
grep -q '^platen:' "$root/etc/group" || echo 'platen:x:10001:' >>"$root/etc/group"
chown 10001:10001 "$root/data"

size() { du -sm --apparent-size "$@" | tail -n 1 | cut -f 1; }
echo "| part | MB |"
echo "|---|--:|"
echo "| Debian, slim | $(($(size "$root") - $(size "$root/opt") - $(size "$root/usr/local/bin/node"))) |"
echo "| Node.js | $(size "$root/usr/local/bin/node") |"
echo "| Platen and what it needs | $(size "$root/opt") |"
echo "| of that, fonts | $(size -c "$root"/opt/platen/node_modules/@*font*) |"
echo "| all of it | $(size "$root") |"
echo "| packed with gzip, as registries keep it | $(($(tar -C "$root" -c . | gzip -6 | wc -c) / 1000000)) |"
echo "| packed with zstd | $(($(tar -C "$root" -c . | zstd -q -T1 -9 | wc -c) / 1000000)) |"

# The root only reads, but for /tmp and /data.
unshare -m bash -euo pipefail -c '
  root=$1
  mount --bind "$root" "$root"
  mount -o remount,ro,bind "$root"
  mount -t tmpfs tmpfs "$root/tmp"
  mount -t tmpfs -o uid=10001,gid=10001 tmpfs "$root/data"
  mount -t proc proc "$root/proc"
  cd "$root"
  chroot --userspec=10001:10001 "$root" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production HOST=127.0.0.1 PORT=18099 \
    PLATEN_DATA=/data PLATEN_API_KEY=plt_size PLATEN_PDF_ENGINE=native \
    node --disable-warning=ExperimentalWarning --max-semi-space-size=16 /opt/platen/dist/server/cli/platen.js serve >/dev/null 2>&1 &
  server=$!
  trap "kill $server" EXIT
  for _ in $(seq 120); do curl -fs http://127.0.0.1:18099/readyz >/dev/null && break; sleep 0.5; done
  curl -fs -H "authorization: Bearer plt_size" -F template=@"$root/opt/platen/examples/invoice/template.docx" -F templateKey=invoice -X PUT \
    http://127.0.0.1:18099/template/upload >/dev/null
  curl -fs -H "authorization: Bearer plt_size" -H "content-type: application/json" -d "{\"templateKey\":\"invoice\",\"output\":\"PDF\",\"data\":$(cat "$root/opt/platen/examples/invoice/data.json")}" \
    http://127.0.0.1:18099/template/generate | head -c 5 | grep -q %PDF-
' sh "$root" && echo "
It serves as user 10001 with a root that only reads: a template in, a PDF out."
