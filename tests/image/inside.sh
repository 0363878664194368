#!/bin/sh
# Runs a command in the image's file system: read-only but for the volume and /tmp, as the image's user. Needs a mount
# namespace of its own: unshare --mount tests/image/inside.sh <root> <volume> <command...>
set -e
root=$1 volume=$2
shift 2
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount --bind "$volume" "$root/var/lib/roost"
mount -t tmpfs tmpfs "$root/tmp"
mount --rbind /dev "$root/dev"
mount --rbind /proc "$root/proc"
exec chroot --userspec=10001:10001 "$root" "$@"
