/**
 * News of creators whose posts are saved: more posts than the device's copy of their profile says, and that copy is of
 * the last time they were looked at. Nothing else is remembered, and no list of saved posts is sent: profiles are asked
 * for one by one, as a visit would.
 */
import { getProfile } from "#shared/contracts/profile.ts";
import type { CreatorProfile } from "#shared/entities/creator.ts";
import { call } from "../../api/call.ts";
import { keep } from "../cache/cache-writer.ts";
import { deviceDb } from "../db/db.ts";

export interface CreatorNews {
  /** `service/creator`. */
  key: string;
  profile: CreatorProfile;
  /** How many posts are new. */
  posts: number;
}

/** Those saved from last are asked about. */
const AT_MOST = 24;
const AT_ONCE = 4;

/** Asks the server. Creators that do not answer are left out; one never looked at begins to count now. */
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
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  const known = await deviceDb().creators.bulkGet(profiles.map(keyOf));
  await seen(profiles.filter((_, at) => known[at] === undefined));
  return compare(profiles, known);
}

/** Of what was found before, without asking anybody: what has not been looked at since. */
export async function stillNews(news: readonly CreatorNews[]): Promise<CreatorNews[]> {
  const profiles = news.map(({ profile }) => profile);
  return compare(profiles, await deviceDb().creators.bulkGet(profiles.map(keyOf)));
}

/** As if each had been looked at. */
export async function dismissNews(news: readonly CreatorNews[]): Promise<void> {
  await seen(news.map(({ profile }) => profile));
}

const keyOf = ({ service, id }: CreatorProfile) => `${service}/${id}`;

/** Creators of saved posts, the one saved from last first. */
async function savedCreators(): Promise<string[]> {
  const found = new Set<string>();
  await deviceDb()
    .saved.orderBy("savedAt")
    .reverse()
    .until(() => found.size === AT_MOST)
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

async function seen(profiles: readonly CreatorProfile[]): Promise<void> {
  const now = Date.now();
  await keep(
    profiles.map((profile) => ({
      endpoint: getProfile,
      input: { params: { service: profile.service, id: profile.id } },
      body: profile,
      askedAt: now,
      at: now,
    })),
  );
}
