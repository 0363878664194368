import { isSearchable } from "#shared/text/scripts.ts";
import { t } from "../../../i18n/index.ts";
import type { ListSearch } from "../../../lib/list-search.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";

const MIN_LENGTH = 2;

/** True for words that the API would ignore: its answer is then no result of a search. */
export const isTooShort = ({ q = "" }: ListSearch): boolean =>
  q.trim() !== "" && !isSearchable(q, MIN_LENGTH);

/** In place of the list. */
export function TooShort() {
  return <EmptyState message={t("search.tooShort", { count: MIN_LENGTH })} />;
}
