/** Extended lists: the address has the last page, the history entry the first. */
import { useRouterState } from "@tanstack/react-router";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { listMode } from "../../../lib/list-mode.ts";
import { offsetNumber } from "../../../lib/list-search.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Offset of the first page of an extended list. */
    listFrom?: number;
  }
}

/** Offset of the first page shown; the page in the address if no earlier page is shown. */
export function firstOffset(from: number | undefined, offset: number): number {
  const isPage = from !== undefined && Number.isInteger(from) && from >= 0 && from % PAGE_SIZE === 0;
  return isPage && from <= offset ? from : offset;
}

/** Offsets of all pages shown. */
export function shownOffsets(first: number, offset: number): number[] {
  return Array.from(
    { length: Math.floor((offset - first) / PAGE_SIZE) + 1 },
    (_, at) => first + at * PAGE_SIZE,
  );
}

/** Formats an offset for the address. */
export function offsetText(offset: number): string | undefined {
  return offset === 0 ? undefined : String(offset);
}

/** Search string of the first page shown, which the list itself requests. */
export function useListStart<S extends { o?: string | undefined }>(search: S): S {
  const isMore = listMode.use() === "more";
  const from = useRouterState({ select: ({ location }) => location.state.listFrom });
  const offset = offsetNumber(search.o);
  const first = firstOffset(from, offset);
  if (!isMore || first === offset) return search;
  const { o: _, ...rest } = search;
  return (first === 0 ? rest : { ...rest, o: String(first) }) as S;
}
