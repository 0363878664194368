import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { LinkedPost } from "#shared/entities/creator-link.ts";
import { paysite } from "#shared/paysites/index.ts";
import { t } from "../../i18n/index.ts";
import { Rich } from "../../i18n/Rich.tsx";
import button from "../../ui/Button.module.css";
import { ServiceMark } from "../../ui/ServiceMark.tsx";
import { type ListedPost, PostGrid, PostGridSkeleton } from "../posts/public.ts";
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
}

/** `/:service/user/:id/links/posts`: the posts of all linked profiles as one list. */
export function LinkedPosts({ params, after }: LinkedPostsProps) {
  const query = useQuery(linkedPostsQuery(params, after));
  const { data: profile } = useQuery(profileQuery(params));
  return (
    <div className={tab.tab}>
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
    </div>
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
