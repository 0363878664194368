-- Accounts and what belongs to them (docs/decisions/0032-accounts.md). All tables but post_flags are private: no cached
-- answer is made of them. Secrets are stored as hashes only.

create table accounts (
  id integer generated always as identity primary key,
  username text collate "C" not null,
  password text not null, -- Argon2id with its parameters and salt
  role text not null default 'consumer' check (role in ('consumer', 'moderator', 'administrator')),
  created_at timestamptz not null default now(),
  is_duplicate boolean not null default false, -- has to take another name
  disabled boolean not null default false
);
create unique index accounts_by_username on accounts (lower(username));
create index accounts_by_created on accounts (created_at desc, username);

create table account_sessions (
  id text collate "C" primary key, -- no secret: it stands in the list of sessions
  secret_hash bytea not null, -- SHA-256
  account integer not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(), -- to the hour
  proven_at timestamptz not null default now(), -- when the password was last given
  expires_at timestamptz not null default now() + interval '30 days',
  agent text not null,
  address text not null
);
create index account_sessions_by_account on account_sessions (account, seen_at desc);
create index account_sessions_by_expiry on account_sessions (expires_at);

create table recovery_codes (
  account integer not null references accounts on delete cascade,
  code_hash bytea not null, -- SHA-256; a code has 100 random bits
  primary key (account, code_hash)
);

-- At most one: the link with which the first administrator is made.
create table setup_token (
  singleton boolean primary key default true check (singleton),
  token_hash bytea not null,
  created_at timestamptz not null default now()
);

create table invitations (
  token_hash bytea primary key,
  account integer references accounts on delete cascade, -- of who invites
  created_at timestamptz not null default now()
);

-- Settings that administrators change while the archive runs.
create table site_settings (
  singleton boolean primary key default true check (singleton),
  registration text not null default 'open' check (registration in ('open', 'invite', 'closed'))
);
insert into site_settings default values;

create table favorite_creators (
  account integer not null references accounts on delete cascade,
  service text collate "C" not null,
  id text collate "C" not null,
  faved_seq bigint not null generated always as identity,
  primary key (account, service, id),
  foreign key (service, id) references creators on delete cascade
);
create index favorite_creators_by_seq on favorite_creators (account, faved_seq desc);
create index favorite_creators_by_creator on favorite_creators (service, id);

-- A favorite creator is shown with when its newest post was added.
create index posts_by_creator_added on posts (service, "user", added_at desc) where not hidden;

create table favorite_posts (
  account integer not null references accounts on delete cascade,
  service text collate "C" not null,
  id text collate "C" not null,
  faved_seq bigint not null generated always as identity,
  primary key (account, service, id),
  foreign key (service, id) references posts on delete cascade
);
create index favorite_posts_by_seq on favorite_posts (account, faved_seq desc);
create index favorite_posts_by_post on favorite_posts (service, id);

-- One flag a post; it outlives the account that set it.
create table post_flags (
  service text collate "C" not null,
  id text collate "C" not null,
  account integer references accounts on delete set null,
  reason text not null,
  created_at timestamptz not null default now(),
  primary key (service, id),
  foreign key (service, id) references posts on delete cascade
);
create index post_flags_by_account on post_flags (account, created_at);
select watch_changes('post_flags');

create table notifications (
  id bigint generated always as identity primary key,
  account integer not null references accounts on delete cascade,
  type smallint not null,
  extra_info jsonb,
  seen boolean not null default false,
  created_at timestamptz not null default now()
);
create index notifications_by_account on notifications (account, id desc);
create index notifications_unseen on notifications (account) where not seen;

-- Rows are only added. Names of accounts are joined, so that a deleted account leaves none.
create table audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  actor integer references accounts on delete set null, -- null: in a shell on the server
  kind text not null,
  subject text not null,
  before text,
  after text
);
