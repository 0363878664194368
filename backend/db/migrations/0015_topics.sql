-- Only tables that an answer of the API is made of are watched (shared/contracts/topics.ts). Tables of people, queues and
-- bookkeeping are private: writing to them invalidates no cached answer. post_counts and creator_counts notify from triggers
-- of their own, when a count changes (0014).

drop function tell_change() cascade; -- and its triggers

create function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('roost_changes', tg_table_name);
  return null;
end $$;

-- Later migrations call it for tables that a topic names.
create or replace function watch_changes(watched regclass) returns void language plpgsql as $$
begin
  execute format('create trigger changes_notified after insert or update or delete or truncate on %s
    for each statement execute function notify_change()', watched);
end $$;

select watch_changes(name::regclass) from unnest(array[
  'announcements', 'archive_listings', 'archive_readings', 'comment_revisions', 'comments', 'community_channels',
  'community_messages', 'creator_tags', 'creators', 'discord_channels', 'discord_days', 'discord_message_revisions',
  'discord_messages', 'dms', 'fancards', 'file_uses', 'files', 'post_revisions', 'posts', 'share_files', 'shares', 'tags',
  'takedowns', 'totals'
]) name;
