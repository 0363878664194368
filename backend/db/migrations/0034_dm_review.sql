-- Review of imported DMs (docs/decisions/0036-dm-review.md). An approved DM is in `dms` at once; its pending row stays with
-- the status 'approved' until an importer has stored its files.
alter table pending_dms drop constraint pending_dms_status_check;
alter table pending_dms add constraint pending_dms_status_check check (status in ('pending', 'ignored', 'approved'));
create index pending_dms_by_status on pending_dms (account, status, imported_at desc, service, hash);
create index pending_dms_approved on pending_dms (imported_at) where status = 'approved';

-- Importers hold the files: they store those of approved DMs and delete those of deleted ones.
create function notify_pending_dms() returns trigger language plpgsql as $$
begin
  perform pg_notify('roost_pending_dms', '');
  return null;
end $$;
create trigger pending_dms_changed after update or delete on pending_dms
  for each statement execute function notify_pending_dms();

-- What is taken down does not wait for approval either.
create function delete_pending_of_takedown() returns trigger language plpgsql as $$
begin
  delete from pending_dms where service = new.service and "user" = new."user";
  return null;
end $$;
create trigger takedown_deletes_pending after insert or update on takedowns
  for each row when (new.post is null) execute function delete_pending_of_takedown();
create index pending_dms_by_creator on pending_dms (service, "user");
