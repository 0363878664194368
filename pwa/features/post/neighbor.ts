import { t } from "../../i18n/index.ts";
import type { ListSearch } from "../../lib/list-search.ts";
import type { ListedPost } from "../browse/posts/subject.ts";

export interface Neighbor {
  params: { service: string; id: string; post: string };
  /** Title, once known. */
  title?: string;
  /** Search string that keeps following the list. */
  search: ListSearch;
}

export interface Neighbors {
  previous: Neighbor | undefined;
  next: Neighbor | undefined;
  isOfList: boolean;
}

export function neighbor(row: ListedPost | undefined, search: ListSearch): Neighbor | undefined {
  return row && { params: { service: row.service, id: row.user, post: row.id }, title: titleOf(row), search };
}

export const titleOf = ({ title }: { title: string }): string => title.trim() || t("post.untitled");
