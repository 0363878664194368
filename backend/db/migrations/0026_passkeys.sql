-- Passkeys (docs/decisions/0032-accounts.md).

-- What an authenticator stores of the account: random, so that it names nobody.
alter table accounts add column passkey_handle bytea not null default uuid_send(gen_random_uuid());

create table passkeys (
  id text collate "C" primary key, -- of the credential
  account integer not null references accounts on delete cascade,
  public_key bytea not null, -- COSE; a post-quantum one has thousands of bytes
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_by_account on passkeys (account, created_at desc);

create table passkey_challenges (
  challenge_hash bytea primary key, -- SHA-256
  account integer references accounts on delete cascade, -- null: of a login
  created_at timestamptz not null default now()
);
create index passkey_challenges_by_created on passkey_challenges (created_at);
