/**
 * Finds new posts of creators with saved posts by comparing the server's profile with the one stored at the last visit.
 * The list of saved posts is never sent: profiles are requested one by one, as on a visit.
 */
import { getProfile } from "#shared/contracts/profile.ts";
import type { CreatorProfile } from "#shared/entities/creator.ts";
import { call } from "../../api/call.ts";
import { storeBatch } from "../cache/cache-writer.ts";
import { offlineDb } from "../db/db.ts";

export interface CreatorNews {
  /** `service/creator`. */
  key: string;
  profile: CreatorProfile;
  /** Number of new posts. */
  posts: number;
}

/** Checks the creators with the most recent saves. */
const MAX_CREATORS = 24;
const CONCURRENCY = 4;

/** Requests the profiles. Failed ones are left out; a creator's first profile is the baseline. */
export async function findNews(): Promise<CreatorNews[]> {
  const wanted = await savedCreators();
  const profiles: CreatorProfile[] = [];
  const next = async (): Promise<void> => {
    const key = wanted.shift();
    if (key === undefined) return;
    const [service = "", id = ""] = key.split("/");
    await call(getProfile, { params: { service, id } }).then(
      (profile) => profiles.push(profile),
      () => {},
    );
    await next();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, next));
  const known = await offlineDb().creators.bulkGet(profiles.map(keyOf));
  await markVisited(profiles.filter((_, at) => known[at] === undefined));
  return compare(profiles, known);
}

/** Filters earlier news to creators not visited since; sends no request. */
export async function unvisitedNews(news: readonly CreatorNews[]): Promise<CreatorNews[]> {
  const profiles = news.map(({ profile }) => profile);
  return compare(profiles, await offlineDb().creators.bulkGet(profiles.map(keyOf)));
}

/** Marks all as visited. */
export async function dismissNews(news: readonly CreatorNews[]): Promise<void> {
  await markVisited(news.map(({ profile }) => profile));
}

const keyOf = ({ service, id }: CreatorProfile) => `${service}/${id}`;

/** Creators of saved posts, the most recently saved first. */
async function savedCreators(): Promise<string[]> {
  const found = new Set<string>();
  await offlineDb()
    .saved.orderBy("savedAt")
    .reverse()
    .until(() => found.size === MAX_CREATORS)
    .each(({ creator, state }) => {
      if (state !== "gone") found.add(creator);
    });
  return [...found];
}

function compare(
  profiles: readonly CreatorProfile[],
  known: readonly ({ profile: CreatorProfile } | undefined)[],
): CreatorNews[] {
  return profiles
    .map((profile, at) => ({
      key: keyOf(profile),
      profile,
      posts: profile.post_count - (known[at]?.profile.post_count ?? profile.post_count),
    }))
    .filter(({ posts }) => posts > 0)
    .sort((a, b) => b.profile.updated.localeCompare(a.profile.updated));
}

async function markVisited(profiles: readonly CreatorProfile[]): Promise<void> {
  const now = Date.now();
  await storeBatch(
    profiles.map((profile) => ({
      endpoint: getProfile,
      input: { params: { service: profile.service, id: profile.id } },
      body: profile,
      requestedAt: now,
      at: now,
    })),
  );
}
