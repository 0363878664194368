-- The feed of takedowns names the files that went.
select watch_changes('removed_files');
