-- What tells the API that an answer it has given may have changed, and our app which creators (decision 0010).

-- One message a table and transaction: equal messages of a transaction are folded into one, and none is sent before
-- the commit or after a rollback. Every table that an answer is made of is watched; outbox, quarantine and progress
-- are not, they say nothing to a visitor.
create function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('roost_changes', tg_table_name);
  return null;
end $$;

-- Later migrations call it for their own tables.
create function watch_changes(watched regclass) returns void language plpgsql as $$
begin
  execute format('create trigger changes_told after insert or update or delete or truncate on %s
    for each statement execute function tell_change()', watched);
end $$;

select watch_changes(oid) from pg_class
where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
  and relname not in ('index_outbox', 'index_quarantine', 'ingest_progress', 'schema_migrations');

-- The list of creators is 12 MB for a hundred thousand of them: its own message, sent only when a row of it changes and
-- not with every post that is counted. `changed` is the transaction that last changed such a row; 0 is before this migration.
alter table creators add column changed xid8 not null default '0';
create index creators_by_changed on creators (changed);

create table creators_gone (
  service text collate "C" not null,
  id text collate "C" not null,
  changed xid8 not null,
  primary key (service, id)
);
create index creators_gone_by_changed on creators_gone (changed);

create function mark_creator() returns trigger language plpgsql as $$
begin
  new.changed := pg_current_xact_id();
  if tg_op = 'UPDATE' then -- an insert may still turn out to be a conflict
    perform pg_notify('roost_changes', 'creators.listed');
  end if;
  return new;
end $$;
create trigger creator_marked_new before insert on creators for each row execute function mark_creator();
create trigger creator_marked before update on creators for each row
  when ((old.name, old.indexed, old.updated, old.favorited, old.hidden)
    is distinct from (new.name, new.indexed, new.updated, new.favorited, new.hidden))
  execute function mark_creator();

create function creators_listed() returns trigger language plpgsql as $$
begin
  perform pg_notify('roost_changes', 'creators.listed') where exists (select from new_rows);
  return null;
end $$;
create trigger creators_listed after insert on creators referencing new table as new_rows
  for each statement execute function creators_listed();

create function creators_unlisted() returns trigger language plpgsql as $$
begin
  insert into creators_gone select service, id, pg_current_xact_id() from old_rows order by service, id
  on conflict (service, id) do update set changed = excluded.changed;
  perform pg_notify('roost_changes', 'creators.listed') where exists (select from old_rows);
  return null;
end $$;
create trigger creators_unlisted after delete on creators referencing old table as old_rows
  for each statement execute function creators_unlisted();

create function creators_emptied() returns trigger language plpgsql as $$
begin
  perform pg_notify('roost_changes', 'creators.listed');
  return null;
end $$;
create trigger creators_emptied after truncate on creators for each statement execute function creators_emptied();
