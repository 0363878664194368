#!/bin/sh
# Runs a command in another file system: read-only but for /var/lib/roost and /tmp. Needs a mount namespace of its own:
# unshare --mount tests/support/inside.sh <root> <user:group> <command...>
set -e
root=$1 user=$2
shift 2
mount --bind "$root/var/lib/roost" "$root/var/lib/roost"
mount --rbind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs tmpfs "$root/tmp"
mount --rbind /dev "$root/dev"
mount --rbind /proc "$root/proc"
exec chroot --userspec="$user" "$root" "$@"
