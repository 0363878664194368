import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { SERVICES } from "#shared/services/index.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { DateText } from "../../../ui/DateText.tsx";
import page from "../../../ui/Page.module.css";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import { archiveQuery } from "../../moderation/administration/archive-api.ts";
import { MutedList } from "../../reading/mutes/MutedList.tsx";
import { updatedCreatorsQuery } from "../creators/api.ts";
import { CreatorCard } from "../creators/CreatorCard.tsx";
import { postsQuery } from "../posts/api.ts";
import { PostGrid, PostGridSkeleton } from "../posts/PostGrid.tsx";
import { EmptyArchive, SampleNote } from "./ArchiveNotes.tsx";
import styles from "./HomePage.module.css";
import { Welcome } from "./Welcome.tsx";
import { OtherNews, useIsReturning, WelcomeBack } from "./WelcomeBack.tsx";

const POSTS_SHOWN = 12;
const CREATORS_SHOWN = 6;

/** `/`: an introduction, or what a reader comes back for; newest posts, creators, services. */
export function HomePage() {
  const isReturning = useIsReturning();
  const { data: posts, error, refetch } = useQuery(postsQuery({}));
  const { data: archive } = useQuery(archiveQuery());
  const { data: creators } = useQuery(updatedCreatorsQuery());
  const sample = archive?.sample === "loaded" || archive?.sample === "removing" ? <SampleNote /> : null;
  return (
    <div className={page.page}>
      {isReturning ? <WelcomeBack /> : <Welcome count={posts?.true_count} />}
      {isReturning ? null : sample}
      {archive?.is_empty === true ? (
        <EmptyArchive />
      ) : (
        <section className={styles.part}>
          <h2>{t("home.newest")}</h2>
          {posts !== undefined ? (
            <PostGrid posts={posts.posts.slice(0, POSTS_SHOWN)} isPlain />
          ) : error !== null ? (
            <Failure error={error} onRetry={() => void refetch()} />
          ) : (
            <PostGridSkeleton isPlain />
          )}
          <p>
            <Link to="/posts" className={styles.more}>
              {t("home.allPosts")}
            </Link>
          </p>
        </section>
      )}
      {isReturning ? (
        <>
          <OtherNews />
          {sample}
        </>
      ) : null}
      {creators === undefined || creators.results.length === 0 ? null : (
        <section className={styles.part}>
          <h2>{t("home.updated")}</h2>
          <MutedList
            items={creators.results.slice(0, CREATORS_SHOWN)}
            keyOf={({ service, id }) => `${service}/${id}`}
            subjectOf={({ service, id }) => ({ service, user: id })}
            className={styles.creators}
          >
            {(creator) => <CreatorCard creator={creator} note={<DateText iso={creator.updated} />} />}
          </MutedList>
        </section>
      )}
      <section className={styles.part}>
        <h2>{t("home.services")}</h2>
        <ul className={styles.services}>
          {SERVICES.map((service) => (
            <li key={service}>
              <Link to="/artists" search={{ service }} className={styles.pill}>
                <ServiceMark service={service} />
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
