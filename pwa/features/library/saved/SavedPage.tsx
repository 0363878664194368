import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { formatNumber, t } from "../../../i18n/index.ts";
import { useProgressiveCount } from "../../../lib/progressive-list.ts";
import { type savedMarks, useSavedMarks } from "../../../offline/library/saved-marks.ts";
import { savingProgress } from "../../../offline/saving/client.ts";
import button from "../../../ui/Button.module.css";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { cancelSaving, saveAgain } from "./actions.ts";
import { showSaved } from "./dialogs.ts";
import { renew, useNewPosts } from "./new-posts.ts";
import { SavedCard } from "./SavedCard.tsx";
import styles from "./SavedPage.module.css";
import { SavedTools } from "./SavedTools.tsx";
import type { SavedSearch } from "./search.ts";
import { type PostScreenKeys, useAhead } from "./use-ahead.ts";
import { STEP, useLibrary } from "./use-library.ts";

export { readyLibrary } from "./use-library.ts"; // for the route, which loads this file alone

interface SavedPageProps {
  search: SavedSearch;
  postScreenKeys: PostScreenKeys;
}

/** `/saved`: saved posts and their progress. */
export function SavedPage({ search, postScreenKeys }: SavedPageProps) {
  const [limit, setLimit] = useState(STEP);
  const { answer, hasFailed } = useLibrary(search, limit);
  const rendered = useProgressiveCount(answer?.rows.length ?? 0);
  const [picked, setPicked] = useState<ReadonlySet<string>>();
  const saving = new Map(savingProgress.use().map((post) => [post.key, post]));
  const marks = useSavedMarks();
  const news = useNewPosts();
  useAhead(answer?.rows, postScreenKeys);
  useEffect(() => void renew(), []);
  const toggle = (key: string) =>
    setPicked((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const isFiltered = search.creator !== undefined || search.q !== undefined;
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={t("saved.title")} />
        <div className={styles.ways}>
          {news.length === 0 ? null : (
            <button
              type="button"
              className={button.button}
              aria-label={t("saved.newsLabel", { count: formatNumber(news.length) })}
              onClick={() => showSaved({ kind: "news" })}
            >
              {t("saved.newsButton", { count: formatNumber(news.length) })}
            </button>
          )}
          <Link to="/collections" className={button.button}>
            {t("saved.collections")}
          </Link>
          <Link to="/saved/storage" className={button.button}>
            {t("saved.storage")}
          </Link>
        </div>
      </header>
      <p className={page.note}>{t(isSecureContext ? "saved.intro" : "saved.storage.needsHttps")}</p>
      {hasFailed ? (
        <p role="alert">{t("saved.unreadable")}</p>
      ) : answer === undefined ? (
        <Skeleton />
      ) : answer.count === 0 && !isFiltered ? (
        <NothingSaved />
      ) : (
        <>
          <SavedTools search={search} answer={answer} picked={picked} onPick={setPicked} />
          <Running marks={marks} />
          {answer.count === 0 ? <EmptyState message={t("saved.noMatch")} /> : null}
          <ul className={styles.grid}>
            {answer.rows.slice(0, rendered).map((row) => (
              <li key={row.key}>
                <SavedCard
                  row={row}
                  state={marks.get(row.key)?.state ?? row.state}
                  saving={saving.get(row.key)}
                  isPicked={picked?.has(row.key)}
                  onPick={() => toggle(row.key)}
                />
              </li>
            ))}
          </ul>
          {answer.rows.length < answer.count ? (
            <button type="button" className={button.button} onClick={() => setLimit(limit + STEP)}>
              {t("saved.more")}
            </button>
          ) : null}
        </>
      )}
    </div>
  );
}

/** Stops all running saves, or retries all failed ones. */
function Running({ marks }: { marks: ReturnType<typeof savedMarks> }) {
  const keys = (wanted: string) => [...marks].filter(([, { state }]) => state === wanted).map(([key]) => key);
  const [open, partial] = [keys("saving"), keys("partial")];
  if (open.length + partial.length === 0) return null;
  return (
    <div className={styles.running}>
      {open.length === 0 ? null : (
        <button type="button" className={button.button} onClick={() => void cancelSaving(open)}>
          {t("saved.cancel")} ({open.length})
        </button>
      )}
      {partial.length === 0 ? null : (
        <button type="button" className={button.button} onClick={() => void saveAgain(partial)}>
          {t("saved.retryFailed")} ({partial.length})
        </button>
      )}
    </div>
  );
}

function NothingSaved() {
  const navigate = useNavigate();
  return (
    <EmptyState message={t("saved.empty")}>
      <button
        type="button"
        className={`${button.button} ${button.primary}`}
        onClick={() => void navigate({ to: "/posts" })}
      >
        {t("saved.emptyAction")}
      </button>
    </EmptyState>
  );
}

const GHOSTS = Array.from({ length: 12 }, (_, index) => index);

function Skeleton() {
  return (
    <>
      <div className={styles.ghostTools} />
      <div className={styles.grid} role="status" aria-label={t("saved.loading")}>
        {GHOSTS.map((index) => (
          <div key={index} className={`${styles.ghost} ${page.skeleton}`} />
        ))}
      </div>
    </>
  );
}
