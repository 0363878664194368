import { isSearchable } from "#shared/text/scripts.ts";
import { t } from "../../../i18n/index.ts";
import type { ListSearch } from "../../../lib/list-search.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";

const MIN_LENGTH = 2;

/** True for queries that the API ignores as too short, returning unfiltered posts. */
export const isTooShort = ({ q = "" }: ListSearch): boolean =>
  q.trim() !== "" && !isSearchable(q, MIN_LENGTH);

/** Shown instead of the list. */
export function TooShort() {
  return <EmptyState message={t("search.tooShort", { count: MIN_LENGTH })} />;
}
