import { Link, useMatch, useParams } from "@tanstack/react-router";
import { t } from "../../../i18n/index.ts";
import type { ListSearch } from "../../../lib/list-search.ts";

/** Link to continuous reading of the list. Lists of linked profiles have none. */
export function ReadLink({ search: { q, tag, sort_by } }: { search: ListSearch }) {
  const { service, id } = useParams({ strict: false });
  const isOfPerson = useMatch({ from: "/$service/user/$id/links/posts", shouldThrow: false }) !== undefined;
  if (isOfPerson) return null;
  return (
    <p>
      <Link to="/read" search={{ service, user: id, q, tag, sort_by }}>
        {t("cards.read")}
      </Link>
    </p>
  );
}
