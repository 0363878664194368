#!/bin/sh
# Runs a command in another file system: read-only but for /tmp and the volume, which is mounted at /var/lib/roost. Needs a
# mount namespace of its own: unshare --mount tests/support/inside.sh <root> <volume> <user:group> <command...>
set -e
root=$1 volume=$2 user=$3
shift 3
mount --bind "$volume" "$root/var/lib/roost"
mount --rbind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs tmpfs "$root/tmp"
mount --rbind /dev "$root/dev"
mount --rbind /proc "$root/proc"
exec chroot --userspec="$user" "$root" "$@"
