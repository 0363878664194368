import { createContext, type ReactNode, useContext } from "react";
import { hashOfPath } from "#shared/rules/files.ts";
import { t } from "../../../i18n/index.ts";
import { ownedFilesSetting, useOwnedAmong } from "../../../offline/owned-files/owned-files.ts";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./OwnedFiles.module.css";

interface Known {
  /** Hashes of the post's files, without duplicates. */
  hashes: readonly string[];
  owned: ReadonlySet<string>;
}

const KnownFiles = createContext<Known>({ hashes: [], owned: new Set() });

/** Looks up which files of a post the visitor owns (`/settings`), once for all marks inside. */
export function OwnedFiles({ files, children }: { files: readonly { path: string }[]; children: ReactNode }) {
  const hashes = [...new Set(files.flatMap(({ path }) => hashOfPath(path) ?? []))];
  const owned = useOwnedAmong(hashes);
  return <KnownFiles value={{ hashes, owned }}>{children}</KnownFiles>;
}

/** "You have 14 of 20 files"; nothing while the list is off. */
export function OwnedNote() {
  const { hashes, owned } = useContext(KnownFiles);
  if (ownedFilesSetting.use() !== "on" || hashes.length === 0) return null;
  return <p className={styles.note}>{t("owned.count", { count: owned.size, total: hashes.length })}</p>;
}

/** Mark of a file that the visitor owns. */
export function OwnedMark({ path }: { path: string }) {
  const { owned } = useContext(KnownFiles);
  if (!owned.has(hashOfPath(path) ?? "")) return null;
  return (
    <span className={styles.mark}>
      <Icon name="check" size={14} />
      {t("owned.have")}
    </span>
  );
}
