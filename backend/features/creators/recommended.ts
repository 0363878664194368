/** Similar creators: by tags, and by title words if tags find too few (decision 0007). */
import type { RecommendedCreator } from "#shared/entities/creator.ts";
import type { Services } from "../../http/endpoint.ts";
import { HttpError } from "../../http/errors.ts";
import { type CreatorVotes, findCreatorsByWords } from "../../search/similar.ts";
import {
  accounts,
  type CreatorKey,
  newestTitles,
  recommendable,
  similarByTags,
} from "./recommended-queries.ts";
import { titleWords } from "./title-words.ts";

const MAX_RECOMMENDED = 24;
const TITLES = 40;
/** Linked accounts excluded by the query; further ones are removed from its result. */
const MAX_ACCOUNTS = 30;
/** Title words are weaker evidence than tags: the best match by words alone gets this score. */
const TEXT_WEIGHT = 0.2;

/** At most 24, best first; undefined if the creator is unknown. Without the search engine only tags are used. */
export async function recommended(
  { sql, search }: Pick<Services, "sql" | "search">,
  creator: CreatorKey,
): Promise<RecommendedCreator[] | undefined> {
  const byTags = await similarByTags(sql, creator, MAX_RECOMMENDED);
  if (byTags === undefined || byTags.length >= MAX_RECOMMENDED) return byTags;
  const [titles, own] = await Promise.all([
    newestTitles(sql, creator, TITLES),
    accounts(sql, creator, MAX_ACCOUNTS),
  ]);
  const words = titleWords(titles);
  const votes = words.length === 0 ? [] : await byText(search, words, own);
  const known = new Map(byTags.map((one) => [keyOf(one), one]));
  const unscored = await recommendable(
    sql,
    creator,
    votes.filter((one) => !known.has(keyOf(one))),
  );
  for (const one of unscored) known.set(keyOf(one), { ...one, score: 0 });
  for (const { share, ...key } of votes) {
    const one = known.get(keyOf(key));
    if (one !== undefined) one.score = Math.min(1, rounded(one.score + TEXT_WEIGHT * share));
  }
  return [...known.values()]
    .filter((one) => one.score > 0)
    .sort(byScore)
    .slice(0, MAX_RECOMMENDED);
}

async function byText(
  search: Services["search"],
  words: readonly string[],
  except: CreatorKey[],
): Promise<CreatorVotes[]> {
  try {
    return await findCreatorsByWords(search, words, except);
  } catch (error) {
    if (error instanceof HttpError && error.status === 503) return [];
    throw error;
  }
}

const keyOf = ({ service, id }: CreatorKey) => JSON.stringify([service, id]);
const rounded = (score: number) => Math.round(score * 10_000) / 10_000;

function byScore(a: RecommendedCreator, b: RecommendedCreator): number {
  return b.score - a.score || (keyOf(a) < keyOf(b) ? -1 : 1);
}
