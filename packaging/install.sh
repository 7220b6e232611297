#!/bin/sh
# Installs Portico on a Linux system without Debian packages. Needs root, or --root FOLDER to try it.
#
#   ./install.sh                    into /usr/local, with the service where systemd runs
#   ./install.sh --prefix /opt/p    into another folder
#   ./install.sh --uninstall        removes the program; the site and its settings stay
set -eu

prefix=/usr/local root='' uninstall=no
while [ $# -gt 0 ]; do
    case "$1" in
        --prefix) prefix=${2:?--prefix needs a folder}; shift ;;
        --root) root=${2:?--root needs a folder}; shift ;;
        --uninstall) uninstall=yes ;;
        *) sed -n '2,6p' "$0" >&2; exit 64 ;;
    esac
    shift
done
[ -n "$root" ] || [ "$(id -u)" = 0 ] || { echo "install.sh: it writes to $prefix, /etc and /var/lib: run it as root" >&2; exit 77; }
cd "$(dirname "$0")"
units="portico.service portico.socket portico@.service portico-backup.service portico-backup.timer"
has_systemd() { [ -z "$root" ] && [ -d /run/systemd/system ]; }

if [ $uninstall = yes ]; then
    if has_systemd; then systemctl disable --now portico.socket portico.service portico-backup.timer 2>/dev/null || true; fi
    for unit in $units; do rm -f "$root/etc/systemd/system/$unit"; done
    if has_systemd; then systemctl daemon-reload; fi
    rm -f "$root$prefix/bin/portico" "$root$prefix/share/man/man1/portico.1" "$root$prefix/share/man/man5/portico.yaml.5" \
        "$root$prefix/share/bash-completion/completions/portico" "$root$prefix/share/zsh/site-functions/_portico" \
        "$root$prefix/share/fish/vendor_completions.d/portico.fish"
    rm -rf "$root$prefix/share/portico" "$root$prefix/lib/portico" "$root$prefix/share/doc/portico"
    echo "The program is removed. The site in /var/lib/portico and the settings in /etc/portico stay."
    exit 0
fi

# What must be there before anything is changed.
machine=$(uname -m)
[ "$machine" = @MACHINE@ ] || { echo "install.sh: this archive is for @MACHINE@, and this machine is $machine" >&2; exit 1; }
if ! said=$(bin/portico --version 2>&1); then
    printf 'install.sh: the program does not start here; it needs glibc @GLIBC@ or newer:\n%s\n' "$said" >&2
    exit 1
fi
missing=
for tool in tar prlimit vips vipsthumbnail vipsheader; do [ -x "/usr/bin/$tool" ] || missing="$missing $tool"; done
if [ -n "$missing" ]; then
    echo "install.sh: programs for pictures and backups are missing in /usr/bin:$missing" >&2
    echo "  Fedora: dnf install util-linux tar vips-tools. Arch: pacman -S util-linux tar libvips. openSUSE: zypper install util-linux tar vips-tools" >&2
    exit 1
fi
[ -x /usr/bin/curl ] || echo "Without /usr/bin/curl no mail leaves by SMTP; the rest works."
[ -x /usr/bin/ffmpeg ] || echo "Without /usr/bin/ffmpeg no voices can be recorded; the rest works."
{ [ -x /usr/bin/espeak-ng ] && [ -x /usr/bin/ffmpeg ]; } || echo "Without /usr/bin/espeak-ng and /usr/bin/ffmpeg, devices without a voice do not read aloud; the rest works."
[ -x /usr/bin/pdftotext ] || echo "Without /usr/bin/pdftotext (poppler-utils), the citations read no PDF files; the rest works."

# The site's own folders and account.
mkdir -p "$root/etc/portico" "$root/var/lib/portico"
if [ -z "$root" ]; then
    getent passwd portico >/dev/null || useradd --system --user-group --home-dir /var/lib/portico --no-create-home --shell /sbin/nologin portico
    chown portico:portico /var/lib/portico
fi
chmod 700 "$root/var/lib/portico"
if [ ! -e "$root/etc/portico/portico.env" ]; then
    cp etc/portico/portico.env "$root/etc/portico/portico.env"
    [ -n "$root" ] || chown root:portico /etc/portico/portico.env
    chmod 640 "$root/etc/portico/portico.env"
fi

# Templates and served files are replaced whole; the program by a rename, because the old one may run.
mkdir -p "$root$prefix/bin" "$root$prefix/share" "$root$prefix/lib"
rm -rf "$root$prefix/share/portico" "$root$prefix/lib/portico"
cp -R share/. "$root$prefix/share/"
cp -R lib/portico "$root$prefix/lib/portico"
cp bin/portico "$root$prefix/bin/.portico-new"
mv -f "$root$prefix/bin/.portico-new" "$root$prefix/bin/portico"

mkdir -p "$root/etc/systemd/system"
for unit in $units; do sed "s|/usr/bin/portico|$prefix/bin/portico|" "systemd/$unit" >"$root/etc/systemd/system/$unit"; done
if has_systemd; then
    systemctl daemon-reload
    systemctl enable portico.service
    systemctl restart portico.service
    echo "$said is installed and serves. A link to set up the site is in: journalctl -u portico"
else
    echo "$said is installed: $prefix/bin/portico"
    echo "To start it: su portico -s /bin/sh -c 'PORTICO_DATA=/var/lib/portico $prefix/bin/portico serve --without-seed'"
fi
