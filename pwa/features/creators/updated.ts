/** The creators by their last update: the server's page of fifty first, everybody from the full list beyond it. */
import type { CreatorListItem } from "#shared/entities/creator.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";

export interface UpdatedCreator {
  service: string;
  id: string;
  name: string;
  /** `YYYY-MM-DDTHH:MM:SS…` */
  updated: string;
}

/** Newest first; ties by service and id, as the server sorts. */
export function updatedPage(creators: readonly CreatorListItem[], offset: number): UpdatedCreator[] {
  return [...creators]
    .sort((a, b) => b.updated - a.updated || compare(a.service, b.service) || compare(a.id, b.id))
    .slice(offset, offset + PAGE_SIZE)
    .map(({ service, id, name, updated }) => ({
      service,
      id,
      name,
      updated: new Date(updated * 1000).toISOString(),
    }));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
