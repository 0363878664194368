import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createFeedAddress, deleteFeedAddress } from "#shared/contracts/favorites.ts";
import { getOwnFavoritesFeed } from "#shared/contracts/feeds.ts";
import { call } from "../../api/call.ts";
import { Failure } from "../../api/Failure.tsx";
import { errorMessage } from "../../api/messages.ts";
import { t } from "../../i18n/index.ts";
import { isForMembers } from "../../lib/members.ts";
import { noteEndedSession } from "../../offline/account/call.ts";
import button from "../../ui/Button.module.css";
import { DateText } from "../../ui/DateText.tsx";
import { FeedLogin } from "../../ui/FeedLinks.tsx";
import page from "../../ui/Page.module.css";
import { CopyLinkButton } from "../../ui/ShareLink.tsx";
import { feedAddressQuery } from "./api.ts";
import styles from "./Favorites.module.css";

const OWN_FEED = `/api${getOwnFavoritesFeed.path}?format=rss`;

/** Address of the feed of favorites: a secret one, or for members one that needs a login. */
export function FeedSection() {
  return (
    <section className={styles.part} aria-labelledby="feed">
      <h2 id="feed">{t("favorites.feed")}</h2>
      {isForMembers() ? (
        <>
          <FeedLogin />
          <CopyLinkButton path={OWN_FEED} />
        </>
      ) : (
        <>
          <p className={styles.soft}>{t("favorites.feedNote")}</p>
          <FeedAddress />
        </>
      )}
    </section>
  );
}

/** Creates, replaces and deletes the secret address, which is shown once. */
function FeedAddress() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(feedAddressQuery());
  const refresh = {
    onError: noteEndedSession,
    onSettled: () => client.invalidateQueries(feedAddressQuery()),
  };
  const make = useMutation({ mutationFn: () => call(createFeedAddress), ...refresh });
  const remove = useMutation({
    mutationFn: () => call(deleteFeedAddress),
    onSuccess: () => make.reset(),
    ...refresh,
  });
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div
        role="status"
        aria-label={t("more.loading")}
        className={`${styles.ghostButton} ${page.skeleton}`}
      />
    );
  const failure = make.error ?? remove.error;
  const isBusy = make.isPending || remove.isPending;
  const made = make.data && `${location.origin}/api/v1/favorites/feed/${make.data.token}?format=rss`;
  return (
    <>
      {made === undefined ? null : (
        <>
          <label className={button.label}>
            {t("favorites.feedOnce")}
            <input className={button.field} value={made} readOnly onFocus={({ target }) => target.select()} />
          </label>
          <CopyLinkButton path={made} />
        </>
      )}
      {data.created_at === null ? null : (
        <p>
          {t("favorites.feedSince")} <DateText iso={data.created_at} show="moment" />
        </p>
      )}
      <p className={styles.tabs}>
        <button type="button" className={button.button} disabled={isBusy} onClick={() => make.mutate()}>
          {t(data.created_at === null ? "favorites.feedCreate" : "favorites.feedReplace")}
        </button>
        {data.created_at === null ? null : (
          <button type="button" className={button.button} disabled={isBusy} onClick={() => remove.mutate()}>
            {t("favorites.feedDelete")}
          </button>
        )}
      </p>
      {failure === null ? null : (
        <p className={styles.problem} role="alert">
          {errorMessage(failure)}
        </p>
      )}
    </>
  );
}
