/** Creators whose posts match the same words: the text half of recommended creators (decision 0007). */
import type { Search } from "./client.ts";
import { excludeCreators } from "./filter.ts";

export interface CreatorVotes {
  service: string;
  id: string;
  /** Above 0; 1 for the creator with the most of the best hits. */
  share: number;
}

const HITS = 100;
/** Short, since suggestions are optional. */
const TIMEOUT_MS = 500;

/**
 * Creators of the posts found by the words, best first; later hits count less. A hit need not have every word: the most frequent words become optional first.
 * @throws HttpError 503 if the engine does not answer in time
 */
export function findCreatorsByWords(
  search: Search,
  words: readonly string[],
  except: readonly { service: string; id: string }[],
): Promise<CreatorVotes[]> {
  return search.ask(
    async (engine) => {
      const [hits = []] = await engine.first<{ service: string; user: string }>([
        {
          indexUid: search.index("posts"),
          q: words.join(" "),
          filter: excludeCreators(except),
          attributesToRetrieve: ["service", "user"],
          matchingStrategy: "frequency",
          limit: HITS,
        },
      ]);
      const votes = new Map<string, CreatorVotes>();
      for (const [at, { service, user }] of hits.entries()) {
        const key = JSON.stringify([service, user]);
        const before = votes.get(key)?.share ?? 0;
        votes.set(key, { service, id: user, share: before + 1 / (10 + at) });
      }
      const ranked = [...votes.values()].sort((a, b) => b.share - a.share);
      return ranked.map((one) => ({ ...one, share: one.share / (ranked[0]?.share ?? 1) }));
    },
    { timeoutMs: TIMEOUT_MS },
  );
}
