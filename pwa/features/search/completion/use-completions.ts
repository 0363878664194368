/**
 * Completions of the term at the caret. Tags and creators are searched on the device, to avoid a request per letter.
 */
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { TagCount } from "#shared/entities/creator.ts";
import { profileOf } from "#shared/search/query.ts";
import { isService, serviceInfo } from "#shared/services/index.ts";
import { foundCreatorsQuery } from "../creators/found-api.ts";
import { tagsQuery } from "../tags/api.ts";
import { filterTags, type PreparedTag, prepareTags } from "../tags/filter.ts";
import {
  type Completion,
  completed,
  fixedCompletions,
  type Key,
  type Term,
  termAt,
  withValue,
} from "./completion.ts";

const MAX_COMPLETIONS = 8;
let prepared: { of: readonly TagCount[]; tags: PreparedTag[] } | undefined;

export interface CompletionInput {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  setText: (text: string) => void;
  /** The list is open. */
  isOpen: boolean;
  /** Keys of supported conditions; all if unset. */
  keys?: readonly Key[] | undefined;
}

export interface Completions {
  completions: Completion[];
  /** Replaces the term by a completion. */
  complete: (completion: Completion) => void;
}

export function useCompletions({ input, text, setText, isOpen, keys }: CompletionInput): Completions {
  const client = useQueryClient();
  const [caret, setCaret] = useState(0);
  const moveTo = useRef<number>(undefined);
  // After the field's text was updated, so that the caret position is valid.
  useLayoutEffect(() => {
    const field = input.current;
    if (moveTo.current !== undefined) field?.setSelectionRange(moveTo.current, moveTo.current);
    moveTo.current = undefined;
    setCaret(field?.selectionStart ?? text.length);
  }, [input, text]);
  const term = isOpen ? termAt(text, caret, keys) : undefined;
  const isLookedUp = term?.key === "tag" || term?.key === "creator" || term?.key === "person";
  const { data = [] } = useQuery({ ...lookup(client, term), enabled: isLookedUp });
  return {
    completions: term === undefined ? [] : isLookedUp ? data : fixedCompletions(term, keys),
    complete: (completion) => {
      if (term === undefined) return;
      const next = completed(text, term, completion);
      moveTo.current = next.caret;
      setText(next.text);
    },
  };
}

function lookup(client: QueryClient, term: Term | undefined) {
  const { key = "", typed = "", minus = "", before = "" } = term ?? {};
  return queryOptions({
    queryKey: ["completions", key, minus + before, typed],
    queryFn: (): Promise<Completion[]> => (term === undefined ? Promise.resolve([]) : named(client, term)),
    // Keeps previous results of the same key only: tags are not creators.
    placeholderData: (before: Completion[] | undefined, query) =>
      query?.queryKey[1] === key ? before : undefined,
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
  });
}

function named(client: QueryClient, term: Term): Promise<Completion[]> {
  if (term.key === "tag") return tags(client, term);
  return term.key === "person" ? profiles(client, term) : creators(client, term);
}

async function tags(client: QueryClient, term: Term): Promise<Completion[]> {
  const all = await client.fetchQuery(tagsQuery());
  if (prepared?.of !== all) prepared = { of: all, tags: prepareTags(all) };
  return filterTags(prepared.tags, term.typed)
    .filter(({ tag }) => !tag.includes('"'))
    .slice(0, MAX_COMPLETIONS)
    .map(({ tag, post_count }) => ({ label: tag, term: withValue(term, tag), count: post_count }));
}

async function creators(client: QueryClient, term: Term): Promise<Completion[]> {
  const { shown, similar } = await client.fetchQuery(foundCreatorsQuery({ q: term.typed || undefined }));
  const names = new Set([...shown, ...similar].map(({ name }) => name).filter((name) => !name.includes('"')));
  return [...names].slice(0, MAX_COMPLETIONS).map((name) => ({ label: name, term: withValue(term, name) }));
}

/** Completes linked profiles; any profile identifies the person. */
async function profiles(client: QueryClient, term: Term): Promise<Completion[]> {
  const { shown, similar } = await client.fetchQuery(foundCreatorsQuery({ q: term.typed || undefined }));
  return [...shown, ...similar]
    .filter(({ service, id }) => profileOf(`${service}/${id}`) !== undefined && !id.includes('"'))
    .slice(0, MAX_COMPLETIONS)
    .map(({ service, id, name }) => ({
      label: `${name} (${isService(service) ? serviceInfo(service).title : service})`,
      term: withValue(term, `${service}/${id}`),
    }));
}
