import { lazy, Suspense, useEffect } from "react";
import { errorMessage } from "../../api/messages.ts";
import { InstallOffer } from "../../features/library/install/lazy.ts";
import { t } from "../../i18n/index.ts";
import { useLockedOut } from "../../lib/members.ts";
import { useOnline } from "../../lib/online.ts";
import { flash, startFlash, useFlash } from "../../lib/toast.ts";
import { hasShownCopy } from "../../offline/cache/stale-queries.ts";
import { isDbOutdated } from "../../offline/db/outdated.ts";
import { ConnectionLine } from "../../ui/ConnectionLine.tsx";
import styles from "../../ui/Notice.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { mountNoticeContainer } from "../../ui/notice-container.ts";
import { offeredUpdate } from "../start/worker-updates.ts";

const CacheAge = lazy(() =>
  import("../../offline/cache/CacheAge.tsx").then((file) => ({ default: file.CacheAge })),
);

/** Notices: offline, stored copy, available update, and results of actions. */
export function Notices() {
  const applyUpdate = offeredUpdate.use();
  const isOutdated = isDbOutdated.use();
  useEffect(mountNoticeContainer, []);
  return (
    <>
      <Done />
      <Connection />
      {isOutdated ? (
        <Notice kind="outdated">
          <p className={styles.notice}>
            {t("notices.outdated")}
            <button type="button" onClick={() => location.reload()}>
              {t("notices.reload")}
            </button>
          </p>
        </Notice>
      ) : null}
      {applyUpdate === undefined ? null : (
        <Notice kind="update">
          <p className={styles.notice}>
            {t("notices.update")}
            <button type="button" onClick={() => applyUpdate()}>
              {t("notices.apply")}
            </button>
          </p>
        </Notice>
      )}
      <Suspense fallback={null}>
        <InstallOffer />
      </Suspense>
    </>
  );
}

function Done() {
  const done = useFlash();
  useEffect(() => {
    if (done !== undefined) startFlash();
  }, [done]);
  if (done === undefined) return null;
  const { text, undo, more } = done;
  return (
    <Notice kind="done">
      <p className={styles.notice}>
        <span dir="auto">{text}</span>
        {undo === undefined ? null : (
          <button
            type="button"
            onClick={() => {
              flash(undefined);
              undo();
            }}
          >
            {t("notices.undo")}
          </button>
        )}
        {more === undefined ? null : (
          <button
            type="button"
            onClick={() => {
              flash(undefined);
              more.act().catch((error: unknown) => flash({ text: errorMessage(error) }));
            }}
          >
            {more.label}
          </button>
        )}
      </p>
    </Notice>
  );
}

function Connection() {
  const isOnline = useOnline();
  const isLockedOut = useLockedOut();
  const isCopy = hasShownCopy.use();
  const offline = isOnline ? null : (
    <ConnectionLine icon="offline" text={t(isLockedOut ? "errors.offlineTitle" : "notices.offline")} />
  );
  if (!isCopy) return offline;
  return (
    <Suspense fallback={offline}>
      <CacheAge isOnline={isOnline} />
    </Suspense>
  );
}
