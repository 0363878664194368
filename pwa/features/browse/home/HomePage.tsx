import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { SERVICES } from "#shared/services/index.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import button from "../../../ui/Button.module.css";
import { DateText } from "../../../ui/DateText.tsx";
import { Bird } from "../../../ui/Logo.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading, SITE_NAME } from "../../../ui/PageHeading.tsx";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import { ContinueCard } from "../../reading/history/ContinueCard.tsx";
import { MutedList } from "../../reading/mutes/MutedList.tsx";
import { updatedCreatorsQuery } from "../creators/api.ts";
import { CreatorCard } from "../creators/CreatorCard.tsx";
import { postsQuery } from "../posts/api.ts";
import { PostGrid, PostGridSkeleton } from "../posts/PostGrid.tsx";
import { EmptyArchive, SampleNote } from "./ArchiveNotes.tsx";
import { archiveQuery } from "./api.ts";
import styles from "./HomePage.module.css";

const POSTS_SHOWN = 12;
const CREATORS_SHOWN = 6;

/** `/`: introduction, services, newest posts. */
export function HomePage() {
  const { data: posts, error, refetch } = useQuery(postsQuery({}));
  const { data: archive } = useQuery(archiveQuery());
  const { data: creators } = useQuery(updatedCreatorsQuery());
  return (
    <div className={page.page}>
      <section className={styles.welcome}>
        <span className={styles.scene}>
          <Bird />
        </span>
        <PageHeading title={SITE_NAME}>
          <Rich
            id="home.welcome"
            values={{ site: SITE_NAME }}
            tags={{ site: (name) => <bdi translate="no">{name}</bdi> }}
          />
        </PageHeading>
        <p className={styles.lead}>{t("home.intro")}</p>
        <p className={styles.about}>{t("home.about")}</p>
        <p className={styles.count}>
          {posts === undefined ? "\u00a0" : t("home.count", { count: posts.true_count })}
        </p>
        <p className={styles.actions}>
          <Link to="/posts" className={`${button.button} ${styles.main}`}>
            {t("home.browse")}
          </Link>
          <Link to="/artists" className={`${button.button} ${styles.second}`}>
            {t("home.find")}
          </Link>
        </p>
      </section>
      {archive?.is_sample === true ? <SampleNote /> : null}
      <ContinueCard />
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
              <Link to="/artists" search={{ service }} className={styles.service}>
                <ServiceMark service={service} />
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
