-- Messages of chat servers and communities are found by their words (docs/decisions/0049-message-search.md). The channel
-- is in the index of words, so that a search of one server does not read what others said.
create index discord_messages_by_words on discord_messages using gin (words_of(channel, content, null::text[]));
create index discord_messages_by_characters on discord_messages
  using gin (characters_of(null::text, content, null::text[]));
create index community_messages_by_words on community_messages
  using gin (words_of(channel_id, original_json ->> 'text', null::text[]));
create index community_messages_by_characters on community_messages
  using gin (characters_of(null::text, original_json ->> 'text', null::text[]));

-- Replies too, newest first.
create index community_messages_by_time on community_messages (channel_id, created_at, message_id);
