-- Web Push (docs/decisions/0048-push.md).

-- At most one row. In the database, so that a restored backup still delivers.
create table push_keys (
  singleton boolean primary key default true check (singleton),
  public_key text not null,
  private_key text not null
);

-- Of one session, which it ends with: nothing is sent to a device that was logged out.
create table push_subscriptions (
  session text collate "C" primary key references account_sessions on delete cascade,
  endpoint text collate "C" not null unique,
  p256dh text not null,
  auth text not null,
  timing text not null check (timing in ('at_once', 'daily')),
  hour smallint not null check (hour between 0 and 23), -- of the day, where it is daily
  quiet_from smallint not null check (quiet_from between 0 and 23),
  quiet_to smallint not null check (quiet_to between 0 and 23), -- the same as quiet_from: never quiet
  zone text not null, -- that hours are of, such as Asia/Tokyo
  notified_at timestamptz not null default now(), -- of posts added until then
  next_at timestamptz not null -- not before
);
create index push_subscriptions_by_next on push_subscriptions (next_at);
