-- The first page of the list of creators, as everybody sees it first.
create index creators_by_favorited on creators (favorited desc, service, id) where not hidden;
