-- Whether the archive holds the sample that a first start loads: pages say so until it is removed, and a removed one is
-- not loaded again into what is then an empty archive.
alter table site_settings add column sample text check (sample in ('loaded', 'removed'));
select watch_changes('site_settings');
