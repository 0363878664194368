import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { parseQuery, printQuery } from "#shared/search/query.ts";
import { t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import type { ListSearch } from "../../../lib/list-search.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { postsQuery } from "../posts/api.ts";
import { helpQuery } from "./api.ts";
import styles from "./SearchPage.module.css";
import { nearestSpelling } from "./spelling.ts";

/** Suggestions for a search without results. @param isBasic the search engine, which makes most of them, does not answer */
export function NoHits({ search, isBasic }: { search: ListSearch; isBasic: boolean }) {
  const { data } = useQuery({ ...helpQuery(search), enabled: !isBasic });
  return (
    <>
      <EmptyState message={t("posts.empty")} />
      <DidYouMean search={search} />
      {data === undefined || data.without.length === 0 ? null : (
        <ul className={styles.help} aria-label={t("results.help")}>
          {data.without.map(({ text, q, tag, count }) => (
            <li key={text}>
              <Link
                to="/posts"
                search={{ q: q || undefined, tag: tag.length > 0 ? tag : undefined }}
                preload={false}
              >
                <Rich
                  id="results.without"
                  values={{ text, posts: t("search.postCount", { count }) }}
                  tags={{ term: (term) => <bdi className={styles.term}>{term}</bdi> }}
                />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The corrected search, if it has results. */
function DidYouMean({ search: { q, tag } }: { search: ListSearch }) {
  const client = useQueryClient();
  const { data: near } = useQuery({
    queryKey: ["posts", "spelling", { q, tag }],
    queryFn: async () => (await nearestSpelling(client, { q, tag })) ?? null,
    staleTime: 60_000,
    retry: false,
  });
  const { data: found } = useQuery(
    near
      ? { ...postsQuery(near), placeholderData: undefined }
      : { queryKey: ["posts", "spelling"], queryFn: skipToken },
  );
  if (!near || found === undefined || found.true_count === 0) return null;
  const conditions = near.tag?.map((value) => ({ key: "tag" as const, value, isExcluded: false })) ?? [];
  const query = parseQuery(near.q ?? "");
  const words = printQuery({ ...query, conditions: [...query.conditions, ...conditions] });
  return (
    <p className={styles.help}>
      <Link to="/posts" search={near}>
        <Rich
          id="results.didYouMean"
          values={{ q: words, posts: t("search.postCount", { count: found.true_count }) }}
          tags={{ term: (term) => <bdi className={styles.term}>{term}</bdi> }}
        />
      </Link>
    </p>
  );
}
