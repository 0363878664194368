import { useEffect, useMemo, useState } from "react";
import { t } from "../../../i18n/index.ts";
import { formatSize } from "../../../lib/sizes.ts";
import type { FileKindChoice } from "../../../offline/db/records.ts";
import { measure, useSizes } from "../../../offline/library/file-sizes.ts";
import { useOwnedAmong } from "../../../offline/owned-files/owned-files.ts";
import button from "../../../ui/Button.module.css";
import { isFull, savePosts } from "./actions.ts";
import { type SavablePost, showSaved } from "./dialogs.ts";
import { fitting, hashesOf, type KindPlan, planOf, type Sum, sumOf, without } from "./plan.ts";
import styles from "./Saved.module.css";
import { useEstimate } from "./use-estimate.ts";

export interface SaveChoiceProps {
  posts: readonly SavablePost[];
  /** Kinds of files chosen by default. */
  defaultKinds?: readonly FileKindChoice[];
  /** Size limit in bytes; posts after the last one that fits are left out. */
  maxBytes?: number | undefined;
  /** Called with the chosen kinds. */
  onKinds?: (kinds: FileKindChoice[]) => void;
  /** The posts are still being listed. */
  isBusy?: boolean;
  onBegin: (posts: readonly SavablePost[]) => void;
}

const IMAGES: readonly FileKindChoice[] = ["image"];

/** Choice of the kinds of files to save with the posts, with their sizes. */
export function SaveChoice({
  posts,
  maxBytes,
  isBusy = false,
  defaultKinds = IMAGES,
  onKinds,
  onBegin,
}: SaveChoiceProps) {
  const [kinds, setKinds] = useState(defaultKinds);
  const [isRefused, setIsRefused] = useState(false);
  const sizeOf = useSizes();
  const all = useMemo(() => planOf(posts), [posts]);
  const hashes = useMemo(() => hashesOf(all), [all]);
  const owned = useOwnedAmong(hashes);
  const [leavesOwned, setLeavesOwned] = useState(false);
  const plan = useMemo(() => (leavesOwned ? without(all, owned) : all), [all, owned, leavesOwned]);
  useEffect(() => measure(plan.flatMap(({ files }) => files.map(({ path }) => path))), [plan]);
  const chosen = maxBytes === undefined ? posts : fitting(posts, kinds, maxBytes, sizeOf);
  const some = leavesOwned ? without(planOf(chosen), owned) : planOf(chosen);
  const files = some.flatMap((one) => (kinds.includes(one.kind) ? one.files : []));
  const sum = sumOf(files, sizeOf);
  // With a limit, all sizes are needed to know which posts fit.
  const isMeasuring = maxBytes !== undefined && sum.pending > 0;
  const save = async () => {
    try {
      await savePosts(chosen, kinds, leavesOwned);
      onBegin(chosen);
    } catch (error) {
      if (isFull(error)) showSaved({ kind: "full" });
      else setIsRefused(true);
    }
  };
  return (
    <>
      <p className={styles.note}>{t(plan.length === 0 ? "saved.dialog.noFiles" : "saved.dialog.note")}</p>
      <Kinds
        plan={plan}
        kinds={kinds}
        sizeOf={sizeOf}
        onChoose={(next) => {
          setKinds(next);
          onKinds?.(next);
        }}
      />
      {owned.size === 0 ? null : (
        <label className={styles.leave}>
          <input
            type="checkbox"
            checked={leavesOwned}
            onChange={({ target }) => setLeavesOwned(target.checked)}
          />
          <span>{t("owned.skip", { count: owned.size })}</span>
        </label>
      )}
      {maxBytes === undefined ? null : (
        <p role="status">
          {isMeasuring ? t("saved.dialog.measuring") : t("saved.dialog.fits", { count: chosen.length })}
        </p>
      )}
      <Total sum={sum} isEmpty={files.length === 0} />
      {isRefused ? <p role="alert">{t("saved.dialog.refused")}</p> : null}
      <div className={styles.buttons}>
        <button
          type="button"
          className={`${button.button} ${button.primary}`}
          disabled={isBusy || isMeasuring || chosen.length === 0}
          onClick={() => void save()}
        >
          {t("saved.dialog.save")}
        </button>
        <button type="button" className={button.button} onClick={() => showSaved(undefined)}>
          {t("saved.dialog.cancel")}
        </button>
      </div>
    </>
  );
}

interface KindsProps {
  plan: readonly KindPlan[];
  kinds: readonly FileKindChoice[];
  sizeOf: (path: string) => number | null | undefined;
  onChoose: (kinds: FileKindChoice[]) => void;
}

function Kinds({ plan, kinds, sizeOf, onChoose }: KindsProps) {
  if (plan.length === 0) return null;
  return (
    <fieldset className={styles.kinds}>
      <legend className="sr-only">{t("saved.dialog.kinds")}</legend>
      {plan.map(({ kind, files }) => (
        <label key={kind} className={styles.kind}>
          <input
            type="checkbox"
            checked={kinds.includes(kind)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...kinds, kind] : kinds.filter((one) => one !== kind))
            }
          />
          <span>
            {t("saved.dialog.kind", { kind })} ({files.length})
          </span>
          <span className={styles.facts}>{sumText(sumOf(files, sizeOf))}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** `12 MB`, or the known part of it. */
export function sumText({ bytes, unknown, pending }: Sum): string {
  if (pending > 0)
    return bytes === 0 ? t("saved.dialog.measuring") : t("saved.dialog.atLeast", { size: formatSize(bytes) });
  if (unknown === 0) return formatSize(bytes);
  const rest = t("saved.dialog.unknown", { count: unknown });
  return bytes === 0 ? rest : `${t("saved.dialog.atLeast", { size: formatSize(bytes) })} · ${rest}`;
}

function Total({ sum, isEmpty }: { sum: Sum; isEmpty: boolean }) {
  const { quota, usage } = useEstimate();
  const free = quota === undefined || usage === undefined ? undefined : Math.max(0, quota - usage);
  return (
    <p className={styles.total}>
      <strong>{t("saved.dialog.total", { size: isEmpty ? t("saved.dialog.text") : sumText(sum) })}</strong>
      {free === undefined ? null : <span>{t("saved.dialog.free", { size: formatSize(free) })}</span>}
      {free !== undefined && sum.bytes > free ? <span role="alert">{t("saved.dialog.tooMuch")}</span> : null}
    </p>
  );
}
