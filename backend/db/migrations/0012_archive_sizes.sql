-- Unpacked sizes of the names in archive_listings, in their order. They are our own reading, not content, so bundles do
-- not carry them; `sized` says for which list of names they hold: another list has none until it is read again.
alter table archive_readings add column sizes bigint[], add column sized text collate "C";
