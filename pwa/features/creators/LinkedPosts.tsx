import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { LinkedPost } from "#shared/entities/creator-link.ts";
import { paysite } from "#shared/paysites/index.ts";
import { printCondition } from "#shared/search/query.ts";
import { t } from "../../i18n/index.ts";
import { Rich } from "../../i18n/Rich.tsx";
import { type ListSearch, offsetNumber } from "../../lib/list-search.ts";
import button from "../../ui/Button.module.css";
import { ServiceMark } from "../../ui/ServiceMark.tsx";
import {
  type ListedPost,
  PostGrid,
  PostGridSkeleton,
  PostList,
  PostSearchForm,
  postsQuery,
  useListStart,
} from "../posts/public.ts";
import styles from "./LinkedPosts.module.css";
import { ProfileChoice } from "./ProfileChoice.tsx";
import { profileQuery } from "./profile-api.ts";
import tab from "./Tab.module.css";
import { TabBody } from "./TabBody.tsx";
import { type CreatorId, linkedPostsQuery } from "./tab-api.ts";

export interface LinkedPostsProps {
  params: CreatorId;
  /** What the page begins behind; the first page where undefined. */
  after: string | undefined;
  search: ListSearch;
}

/** `/:service/user/:id/links/posts`: the posts of all linked profiles as one list, or what a search among them finds. */
export function LinkedPosts({ params, after, search }: LinkedPostsProps) {
  const isSearch = search.q !== undefined || search.tag !== undefined;
  return (
    <div className={tab.tab}>
      {isSearch ? (
        <FoundPosts params={params} search={search} />
      ) : (
        <AllPosts params={params} after={after} search={search} />
      )}
    </div>
  );
}

/** The search of the address, of these profiles only. */
function amongProfiles({ service, id }: CreatorId, search: ListSearch): ListSearch {
  const person = printCondition({ key: "person", value: `${service}/${id}`, isExcluded: false });
  return { ...search, q: `${search.q ?? ""} ${person}`.trim() };
}

function FoundPosts({ params, search }: Omit<LinkedPostsProps, "after">) {
  const query = useQuery(postsQuery(amongProfiles(params, useListStart(search))));
  const { data, isPlaceholderData } = query;
  return (
    <>
      <PostSearchForm
        search={search}
        label={t("creator.profiles.search")}
        exact={data?.exact}
        isBasic={data?.basic}
      />
      <ProfileChoice params={params} />
      <TabBody
        query={query}
        isEmpty={({ posts }) => posts.length === 0}
        empty={t("posts.empty")}
        skeleton={<PostGridSkeleton />}
      >
        {(found) => (
          <PostList
            data={found}
            postsOf={({ posts }) => posts}
            isStale={isPlaceholderData}
            pageAt={(o) => postsQuery(amongProfiles(params, { ...search, o }))}
            offset={offsetNumber(search.o)}
            count={found.count}
            label={t("creator.posts.pages")}
            isOwnPage
          />
        )}
      </TabBody>
    </>
  );
}

function AllPosts({ params, after, search }: LinkedPostsProps) {
  const query = useQuery(linkedPostsQuery(params, after));
  const { data: profile } = useQuery(profileQuery(params));
  return (
    <>
      <PostSearchForm search={search} label={t("creator.profiles.search")} />
      <ProfileChoice params={params} />
      <TabBody
        query={query}
        isEmpty={({ posts }) => posts.length === 0}
        empty={t(profile?.relation_id === null ? "creator.links.empty" : "posts.empty")}
        skeleton={<PostGridSkeleton />}
      >
        {({ posts, next }) => (
          <>
            <PostGrid posts={posts} extra={repeatsOf(posts)} isOwnPage />
            <Pages after={after} next={next} />
          </>
        )}
      </TabBody>
    </>
  );
}

/** Below a card: where else it was posted. */
function repeatsOf(posts: LinkedPost[]) {
  const lists = new Map<ListedPost, LinkedPost["repeats"]>(posts.map((post) => [post, post.repeats]));
  return (post: ListedPost) => {
    const repeats = lists.get(post) ?? [];
    if (repeats.length === 0) return null;
    return (
      <ul className={styles.repeats}>
        {repeats.map(({ service, user, id }) => (
          <li key={`${service}/${id}`}>
            <Link
              to="/$service/user/$id/post/$post"
              params={{ service, id: user, post: id }}
              className={styles.repeat}
            >
              <Rich
                id="creator.profiles.also"
                values={{ service: paysite(service).title }}
                tags={{ service: () => <ServiceMark service={service} /> }}
              />
            </Link>
          </li>
        ))}
      </ul>
    );
  };
}

function Pages({ after, next }: { after: string | undefined; next: string | null }) {
  if (after === undefined && next === null) return null;
  return (
    <nav className={styles.pages} aria-label={t("creator.posts.pages")}>
      {after === undefined ? null : (
        <Link to="." search={{}} className={button.button}>
          {t("creator.profiles.newest")}
        </Link>
      )}
      {next === null ? null : (
        <Link to="." search={{ after: next }} className={`${button.button} ${button.primary}`}>
          {t("creator.profiles.older")}
        </Link>
      )}
    </nav>
  );
}
