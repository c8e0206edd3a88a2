#!/bin/sh
# Brings a version beside the running one, then changes over one process at a time; brings the first one as well. As root:
#   sh upgrade.sh https://git.example.org/benchside.git v0.2.0
# Each version has a folder of its own, so that what runs is never changed under whoever runs it.
set -eu
repository=$1
version=$2
home=/opt/benchside
folder=$home/releases/$version

as_benchside() { runuser --user benchside -- env HOME="$home" "$@"; }

install --directory --owner=benchside --group=benchside "$home" "$home/releases"
[ -d "$folder" ] || as_benchside git clone --quiet --depth 1 --branch "$version" "$repository" "$folder"
cd "$folder"
# The build needs the key of forms, and none of the other secrets.
key=$(sed -n 's/^NEXT_SERVER_ACTIONS_ENCRYPTION_KEY=//p' /etc/benchside/benchside.env)
as_benchside env NEXT_SERVER_ACTIONS_ENCRYPTION_KEY="$key" npm run build

# At the first version there is nothing to back up yet.
if [ -e "$home/current" ]; then systemctl start benchside-backup.service; fi
ln --symbolic --no-dereference --force "$folder" "$home/current.new"
mv --no-target-directory "$home/current.new" "$home/current"
# Old processes go on while the database is brought up to date; where that fails, they stay.
systemctl start benchside-setup.service
# Each has answered before the next is touched: its unit counts as started only then.
for port in 3001 3002; do
  systemctl restart "benchside-web@$port.service"
done
systemctl restart benchside-worker.service
echo "$version runs; the folders of earlier versions in $home/releases can be removed"
