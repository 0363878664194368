/**
 * Sources of a response: a table whose changes the database notifies, or, with a dot, the columns of a table that lists
 * show. A table without a topic is private: writing to it invalidates nothing.
 */
export const TOPICS = [
  "announcements",
  "archive_listings",
  "archive_readings",
  "comment_revisions",
  "comments",
  "community_channels",
  "community_messages",
  "creator_counts",
  "creator_tags",
  "creators",
  "creators.listed",
  "discord_channels",
  "discord_days",
  "discord_message_revisions",
  "discord_messages",
  "dms",
  "fancards",
  "file_uses",
  "files",
  "linked_posts",
  "picture_sizes",
  "post_counts",
  "post_flags",
  "post_revisions",
  "posts",
  "removed_files",
  "share_files",
  "shares",
  "site_settings",
  "tags",
  "takedowns",
  "totals",
] as const;
export type Topic = (typeof TOPICS)[number];
