import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { t } from "../../../i18n/index.ts";
import { storageManager } from "../../../lib/secure-context/apis.ts";
import { formatSize } from "../../../lib/sizes.ts";
import { type CreatorTotal, savedOfCreator } from "../../../offline/library/saved-library.ts";
import { useSavedMarks } from "../../../offline/library/saved-marks.ts";
import { callSaving } from "../../../offline/saving/client.ts";
import type { CheckResult } from "../../../offline/saving/worker-api.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Bar } from "../../../ui/ProgressBar.tsx";
import { deleteSaved, saveAgain } from "./actions.ts";
import styles from "./StoragePage.module.css";
import { useEstimate } from "./use-estimate.ts";
import { useTotals } from "./use-totals.ts";

/** `/saved/storage`: storage used by this site, and ways to free it. */
export function StoragePage() {
  const { totals, hasFailed } = useTotals();
  const saved = totals?.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={t("saved.storage.title")} />
        <Link to="/saved" className={button.button}>
          <Icon name="back" size={18} />
          {t("saved.storage.back")}
        </Link>
      </header>
      {hasFailed ? <p role="alert">{t("saved.unreadable")}</p> : null}
      <Figures saved={saved} />
      <Persistence />
      <Check />
      {totals === undefined || totals.length === 0 ? null : <Creators totals={totals} />}
    </div>
  );
}

function Figures({ saved }: { saved: number | undefined }) {
  const { usage, quota } = useEstimate(saved);
  const size = (bytes: number | undefined) =>
    bytes === undefined ? t("saved.storage.unknown") : formatSize(bytes);
  const rest = usage === undefined || saved === undefined ? undefined : Math.max(0, usage - saved);
  return (
    <div className={styles.figures}>
      {usage === undefined || quota === undefined ? null : (
        <Bar label={t("saved.storage.used")} done={usage} of={quota} />
      )}
      <dl>
        <div>
          <dt>{t("saved.storage.used")}</dt>
          <dd data-figure="used">{size(usage)}</dd>
        </div>
        <div>
          <dt>{t("saved.storage.quota")}</dt>
          <dd data-figure="quota">{size(quota)}</dd>
        </div>
        <div>
          <dt>{t("saved.storage.saved")}</dt>
          <dd data-figure="saved">{size(saved)}</dd>
        </div>
        <div>
          <dt>{t("saved.storage.automatic")}</dt>
          <dd data-figure="automatic">{size(rest)}</dd>
        </div>
      </dl>
    </div>
  );
}

/** Shows whether the browser may evict saved posts, and asks to protect them. */
function Persistence() {
  const [isPersistent, setIsPersistent] = useState<boolean>();
  const [isRefused, setIsRefused] = useState(false);
  useEffect(() => {
    storageManager()
      ?.persisted?.()
      .then(setIsPersistent, () => {});
  }, []);
  if (!isSecureContext) return <p role="status">{t("saved.storage.needsHttps")}</p>;
  if (isPersistent === undefined) return null;
  const ask = async () => {
    const isGranted =
      (await storageManager()
        ?.persist?.()
        .catch(() => false)) ?? false;
    setIsPersistent(isGranted);
    setIsRefused(!isGranted);
  };
  return (
    <div className={styles.persistence} data-persistent={isPersistent}>
      <p role="status">{t(isPersistent ? "saved.storage.persistent" : "saved.storage.bestEffort")}</p>
      {isRefused ? <p>{t("saved.storage.refused")}</p> : null}
      {isPersistent ? null : (
        <button type="button" className={button.button} onClick={() => void ask()}>
          {t("saved.storage.protect")}
        </button>
      )}
    </div>
  );
}

type Checking = { is: "idle" } | { is: "running" } | { is: "failed" } | ({ is: "done" } & CheckResult);

/** Verifies all texts and files against their hashes, downloads damaged ones again, and lists their posts. */
function Check() {
  const [state, setState] = useState<Checking>({ is: "idle" });
  const marks = useSavedMarks();
  if (marks.size === 0) return null;
  const check = async () => {
    setState({ is: "running" });
    try {
      const found = await callSaving("check", undefined);
      const keys = brokenOf(found);
      if (keys.length > 0) await saveAgain(keys);
      setState({ is: "done", ...found });
    } catch {
      setState({ is: "failed" });
    }
  };
  return (
    <div className={styles.check}>
      <button
        type="button"
        className={button.button}
        disabled={state.is === "running"}
        onClick={() => void check()}
      >
        {t("saved.storage.check")}
      </button>
      <div role="status">
        {checkTexts(state).map((text) => (
          <p key={text}>{text}</p>
        ))}
        {state.is !== "done" ? null : (
          <ul>
            {brokenOf(state).map((key) => (
              <li key={key} dir="auto">
                {marks.get(key)?.title || key}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

const brokenOf = ({ damaged, incomplete }: CheckResult) => [...new Set([...incomplete, ...damaged])];

function checkTexts(state: Checking): string[] {
  if (state.is === "running") return [t("saved.storage.checking")];
  if (state.is === "failed") return [t("saved.unreadable")];
  if (state.is === "idle") return [t("saved.storage.checkNote")];
  const { checked, damaged, incomplete } = state;
  if (brokenOf(state).length === 0) return [t("saved.storage.checked", { count: checked })];
  return [
    ...(incomplete.length === 0 ? [] : [t("saved.storage.incomplete", { count: incomplete.length })]),
    ...(damaged.length === 0 ? [] : [t("saved.storage.damaged", { count: damaged.length })]),
  ];
}

function Creators({ totals }: { totals: CreatorTotal[] }) {
  const remove = async (creator: string) => deleteSaved(await savedOfCreator(creator));
  const sum = (of: (total: CreatorTotal) => number) => totals.reduce((all, total) => all + of(total), 0);
  return (
    <table className={styles.table}>
      <caption>{t("saved.storage.creators")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("saved.storage.creator")}</th>
          <th scope="col">{t("saved.storage.posts")}</th>
          <th scope="col">{t("saved.storage.size")}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {totals.map(({ creator, name, posts, bytes }) => (
          <tr key={creator}>
            <th scope="row">
              <Link to="/saved" search={{ creator }} dir="auto">
                {name || creator}
              </Link>
            </th>
            <td>{posts}</td>
            <td data-bytes={Math.round(bytes)}>{formatSize(bytes)}</td>
            <td>
              <button
                type="button"
                className={button.button}
                aria-label={t("saved.storage.deleteCreator", { name: name || creator })}
                onClick={() => void remove(creator)}
              >
                <Icon name="trash" size={18} />
              </button>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t("saved.storage.total")}</th>
          <td>{sum(({ posts }) => posts)}</td>
          <td>{formatSize(sum(({ bytes }) => bytes))}</td>
          <td />
        </tr>
      </tfoot>
    </table>
  );
}
