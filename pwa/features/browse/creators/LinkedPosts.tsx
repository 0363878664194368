import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { LinkedPost } from "#shared/entities/creator-link.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { serviceInfo } from "#shared/services/index.ts";
import { t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import { type ListSearch, offsetNumber } from "../../../lib/list-search.ts";
import button from "../../../ui/Button.module.css";
import { Paginator } from "../../../ui/Paginator.tsx";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import { DeviceLabel } from "../../search/offline-search/OfflineLabel.tsx";
import { pageQuestion } from "../../search/offline-search/query.ts";
import { useOfflineSearch } from "../../search/offline-search/use-offline-results.ts";
import { postsQuery } from "../posts/api.ts";
import { useListStart } from "../posts/list-start.ts";
import { offlinePosts } from "../posts/offline-posts.tsx";
import { PostGrid, PostGridSkeleton } from "../posts/PostGrid.tsx";
import { PostList } from "../posts/PostList.tsx";
import { PostSearchForm } from "../posts/PostSearchForm.tsx";
import type { ListedPost } from "../posts/subject.ts";
import { profileQuery } from "../profile-api.ts";
import styles from "./LinkedPosts.module.css";
import { ProfileChoice } from "./ProfileChoice.tsx";
import { amongProfiles, linkedPostsQuery } from "./person-api.ts";
import tab from "./Tab.module.css";
import { TabBody } from "./TabBody.tsx";
import { type CreatorId, linksQuery } from "./tab-api.ts";

export interface LinkedPostsProps {
  params: CreatorId;
  /** Cursor of the page; undefined for the first. */
  after: string | undefined;
  search: ListSearch;
}

/** `/:service/user/:id/links/posts`: posts of all linked profiles in one list, or search results among them. */
export function LinkedPosts({ params, after, search }: LinkedPostsProps) {
  const isSearch = search.q !== undefined || search.tag !== undefined;
  // Loaded even while online: offline, it says which saved posts belong to these profiles.
  const { data: links = [] } = useQuery(linksQuery(params));
  const profiles = [params, ...links].map(({ service, id }) => `${service}/${id}`);
  return (
    <div className={tab.tab}>
      {isSearch ? (
        <FoundPosts params={params} search={search} profiles={profiles} />
      ) : (
        <AllPosts params={params} after={after} search={search} profiles={profiles} />
      )}
    </div>
  );
}

type PartProps<Used extends keyof LinkedPostsProps> = Pick<LinkedPostsProps, Used> & {
  /** Known profiles, as `service/creator`. */
  profiles: readonly string[];
};

const personOf = ({ service, id }: CreatorId) => `${service}/${id}`;

function FoundPosts({ params, search, profiles }: PartProps<"params" | "search">) {
  const person = personOf(params);
  const start = useListStart(search);
  const query = useQuery(postsQuery(amongProfiles(start, person)));
  const device = useOfflineSearch(query, pageQuestion(start, profiles));
  const { data, isPlaceholderData } = query;
  return (
    <>
      <PostSearchForm search={search} label={t("creator.profiles.search")} found={data} />
      {device === undefined ? null : <DeviceLabel size={device.size} />}
      <ProfileChoice params={params} />
      {device !== undefined ? (
        offlinePosts({ device, search, label: t("creator.posts.pages"), creators: profiles })
      ) : (
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
              pageAt={(o) => postsQuery(amongProfiles({ ...search, o }, person))}
              offset={offsetNumber(search.o)}
              count={found.count}
              label={t("creator.posts.pages")}
              list={{ ...search, person }}
              isOwnPage
            />
          )}
        </TabBody>
      )}
    </>
  );
}

function AllPosts({ params, after, search, profiles }: PartProps<keyof LinkedPostsProps>) {
  const query = useQuery(linkedPostsQuery(params, after));
  const { data: profile } = useQuery(profileQuery(params));
  const list = { person: personOf(params), after };
  const offset = offsetNumber(search.o);
  const device = useOfflineSearch(query, {
    q: "",
    creators: profiles,
    offset,
    limit: PAGE_SIZE,
  });
  return (
    <>
      <PostSearchForm search={search} label={t("creator.profiles.search")} />
      <ProfileChoice params={params} />
      {device !== undefined && device.total > 0 ? (
        <>
          <p className={styles.device} role="status">
            {t("creator.profiles.device", { count: device.total })}
          </p>
          <PostGrid posts={device.posts.map(({ item }) => item)} isOwnPage />
          <Paginator offset={offset} count={device.total} label={t("creator.posts.pages")} />
        </>
      ) : (
        <TabBody
          query={query}
          isEmpty={({ posts }) => posts.length === 0}
          empty={t(profile?.relation_id === null ? "creator.links.empty" : "posts.empty")}
          skeleton={<PostGridSkeleton />}
        >
          {({ posts, next }) => (
            <>
              <PostGrid posts={posts} list={list} extra={repeatsOf(posts, list)} isOwnPage />
              <Pages after={after} next={next} />
            </>
          )}
        </TabBody>
      )}
    </>
  );
}

/** Links below a card to other copies of the post. */
function repeatsOf(posts: LinkedPost[], list: ListSearch) {
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
              search={list}
              className={styles.repeat}
            >
              <Rich
                id="creator.profiles.also"
                values={{ service: serviceInfo(service).title }}
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
