/** Corrects misspelled tags, creators and words, using the lists of tags and creators. */
import type { QueryClient } from "@tanstack/react-query";
import { type Condition, parseQuery, printQuery, valuesOf, type Word } from "#shared/search/query.ts";
import type { ListSearch } from "../../../lib/list-search.ts";
import { foundCreatorsQuery } from "../../search/creators/found-api.ts";
import { tagsQuery } from "../../search/tags/api.ts";
import { filterTags, prepareTags, similarFinder, wordFinder } from "../../search/tags/filter.ts";

/** @returns undefined if every name exists, or none is similar */
export async function nearestSpelling(
  client: QueryClient,
  search: ListSearch,
): Promise<ListSearch | undefined> {
  const query = parseQuery(search.q ?? "");
  const nearestTag = tagFinder(client);
  const right = async (one: Condition): Promise<Condition> => {
    const { key, isExcluded } = one;
    if (isExcluded || (key !== "tag" && key !== "creator")) return one;
    const rightValue = async (value: string) => {
      const near = await (key === "tag" ? nearestTag(value) : nearestCreator(client, value));
      return near === undefined || near.includes('"') ? value : near;
    };
    const [value = one.value, ...or] = await Promise.all(valuesOf(one).map(rightValue));
    return { key, value, or, isExcluded };
  };
  const conditions = await Promise.all(query.conditions.map(right));
  const tag =
    search.tag && (await Promise.all(search.tag.map(async (one) => (await nearestTag(one)) ?? one)));
  const q = printQuery({ ...query, conditions });
  const isSame = q === printQuery(query) && (tag ?? []).every((one, at) => one === search.tag?.[at]);
  if (!isSame) return { q: q || undefined, tag };
  const words = await nearestWords(client, query.words);
  return words && { q: printQuery({ ...query, words }), tag };
}

/** Replaces each word, phrases included, by the most similar word of a tag. @returns undefined if none is misspelled */
async function nearestWords(client: QueryClient, words: readonly Word[]): Promise<Word[] | undefined> {
  const nearest = wordFinder(prepareTags(await client.fetchQuery(tagsQuery())));
  const right = words.map((one) =>
    one.isExcluded ? one : { ...one, text: one.text.replace(/[^\s"]+/g, (word) => nearest(word) ?? word) },
  );
  return right.every(({ text }, at) => text === words[at]?.text) ? undefined : right;
}

/** Finds the tag most similar to a text that is not a tag. */
function tagFinder(client: QueryClient) {
  let ready: Promise<(text: string) => string | undefined> | undefined;
  const prepare = async () => {
    const prepared = prepareTags(await client.fetchQuery(tagsQuery()));
    const similar = similarFinder(prepared);
    return (text: string) => {
      const containing = filterTags(prepared, text);
      const isTag = containing.some(({ tag }) => tag.toLowerCase() === text.toLowerCase());
      return isTag ? undefined : (containing[0] ?? similar(text, [])[0])?.tag;
    };
  };
  return async (text: string) => {
    ready ??= prepare();
    return (await ready)(text);
  };
}

async function nearestCreator(client: QueryClient, name: string): Promise<string | undefined> {
  const { shown, similar } = await client.fetchQuery(foundCreatorsQuery({ q: name }));
  const isName = shown.some((one) => one.name.toLowerCase() === name.toLowerCase() || one.id === name);
  return isName ? undefined : [...shown, ...similar][0]?.name;
}
