-- Lists of DMs and shares leave out hidden creators: with the creator in the list's index, a deep page is counted off
-- in the index alone, as for posts.
drop index dms_by_added;
create index dms_by_added on dms (added desc, hash) include (service, "user") where not hidden;
drop index shares_by_added;
create index shares_by_added on shares (added desc, id) include (service, "user");

-- Messages of a chat channel by day (UTC). The place of a message, and the message at a place, are found by adding up
-- days instead of counting up to a million messages: 100 ms of work becomes one.
create table discord_days (
  channel text collate "C" not null references discord_channels on delete cascade,
  day timestamptz not null,
  messages integer not null,
  primary key (channel, day)
);
insert into discord_days
select channel, date_trunc('day', published, 'UTC'), count(*) from discord_messages group by 1, 2;

create or replace function discord_messages_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update discord_channels c set post_count = c.post_count - d.n
    from (select channel, count(*) as n from old_rows group by 1 order by 1) d where c.id = d.channel;
    update discord_days c set messages = c.messages - d.n
    from (select channel, date_trunc('day', published, 'UTC') as day, count(*) as n from old_rows group by 1, 2 order by 1, 2) d
    where c.channel = d.channel and c.day = d.day;
    delete from file_uses u using old_rows o where u.entity = 'message' and u.service = 'discord' and u.key = o.id;
  end if;
  if tg_op <> 'DELETE' then
    update discord_channels c set post_count = c.post_count + d.n
    from (select channel, count(*) as n from new_rows group by 1 order by 1) d where c.id = d.channel;
    insert into discord_days as c
    select channel, date_trunc('day', published, 'UTC'), count(*) from new_rows group by 1, 2 order by 1, 2
    on conflict (channel, day) do update set messages = c.messages + excluded.messages;
    insert into file_uses select h, 'message', 'discord', id from new_rows, hashes_of('{}', attachments) h
    order by 1, 3, 4 on conflict do nothing;
  end if;
  return null;
end $$;
