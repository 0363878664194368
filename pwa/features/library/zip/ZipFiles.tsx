import { t } from "../../../i18n/index.ts";
import { formatSize } from "../../../lib/sizes.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import type { PlannedFile } from "./plan.ts";
import styles from "./Zip.module.css";

export interface ZipFilesProps {
  files: readonly PlannedFile[];
  /** Hashes of chosen files. */
  chosen: ReadonlySet<string>;
  /** Hashes of files that the visitor owns. */
  owned: ReadonlySet<string>;
  /** Size in bytes by path; null if unknown, undefined while loading. */
  sizeOf: (path: string) => number | null | undefined;
  presets: readonly { preset: string; files: readonly PlannedFile[] }[];
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Files of the post as checkboxes, with presets. */
export function ZipFiles({ files, chosen, owned, sizeOf, presets, onChoose }: ZipFilesProps) {
  const toggle = (hash: string, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(hash);
    else next.delete(hash);
    onChoose(next);
  };
  return (
    <fieldset className={styles.files}>
      <legend>{t("zip.files")}</legend>
      <div className={styles.presets}>
        {presets.map(({ preset, files: some }) => (
          <button
            key={preset}
            type="button"
            className={button.button}
            aria-pressed={some.length === chosen.size && some.every(({ hash }) => chosen.has(hash))}
            onClick={() => onChoose(new Set(some.map(({ hash }) => hash)))}
          >
            {t("zip.preset", { preset, count: some.length })}
          </button>
        ))}
      </div>
      <ul className={styles.list}>
        {files.map(({ hash, name, path }) => (
          <li key={hash}>
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={chosen.has(hash)}
                onChange={({ target }) => toggle(hash, target.checked)}
              />
              <span className={styles.name} dir="auto">
                {name || path.slice(7)}
              </span>
              {owned.has(hash) ? (
                <span className={styles.have}>
                  <Icon name="check" size={14} />
                  {t("owned.have")}
                </span>
              ) : null}
              <span className={styles.size}>{sizeText(sizeOf(path))}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

const sizeText = (bytes: number | null | undefined) =>
  bytes === undefined ? "…" : bytes === null ? t("zip.sizeUnknown") : formatSize(bytes);
