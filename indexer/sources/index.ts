import type { IndexName } from "#shared/search/documents.ts";
import { creators } from "./creators.ts";
import { dms } from "./dms.ts";
import { messages } from "./messages.ts";
import { posts } from "./posts.ts";
import type { Source } from "./source.ts";
import { tags } from "./tags.ts";

export const SOURCES: Record<IndexName, Source> = { creators, posts, dms, tags, messages };
