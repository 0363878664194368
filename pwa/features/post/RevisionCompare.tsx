import { useMemo, useState } from "react";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { t } from "../../i18n/index.ts";
import { plainLines } from "../../lib/plain-lines.ts";
import button from "../../ui/Button.module.css";
import { Dialog } from "../../ui/Dialog.tsx";
import {
  allFiles,
  type Change,
  compareFiles,
  compareWords,
  distinctVersions,
  filesOf,
  type Part,
  type Version,
} from "./compare.ts";
import { FileTools, FileType } from "./FileTools.tsx";
import styles from "./RevisionCompare.module.css";
import { revisionLabel } from "./revision-label.ts";

export interface RevisionCompareProps {
  revisions: PostEnvelope["props"]["revisions"];
  /** The older revision in view. */
  shown: string | undefined;
  onClose: () => void;
}

/** Compares two revisions of a post: changed words and files. */
export function RevisionCompare({ revisions, shown, onClose }: RevisionCompareProps) {
  const versions = useMemo(() => distinctVersions(revisions), [revisions]);
  const [newer, setNewer] = useState(0);
  const [older, setOlder] = useState(() =>
    Math.max(
      1,
      versions.findIndex(({ revision }) => revision === shown),
    ),
  );
  const [after, before] = [versions[newer], versions[older]];
  return (
    <Dialog
      className={styles.dialog}
      title={t("revisions.title")}
      closeLabel={t("mutes.close")}
      onClose={onClose}
    >
      {before === undefined || after === undefined ? (
        <p>{t("revisions.identical", { count: revisions.length })}</p>
      ) : (
        <>
          <div className={styles.choices}>
            <VersionSelect label={t("revisions.from")} versions={versions} at={older} onChoose={setOlder} />
            <VersionSelect label={t("revisions.to")} versions={versions} at={newer} onChoose={setNewer} />
          </div>
          <Words title={t("revisions.postTitle")} parts={compareWords(before.post.title, after.post.title)} />
          <Words
            title={t("revisions.text")}
            parts={compareWords(plainLines(before.post.content), plainLines(after.post.content))}
          />
          <ChangedFiles before={before} after={after} />
        </>
      )}
      <AllFiles versions={versions} />
    </Dialog>
  );
}

interface VersionSelectProps {
  label: string;
  versions: readonly Version[];
  at: number;
  onChoose: (at: number) => void;
}

function VersionSelect({ label, versions, at, onChoose }: VersionSelectProps) {
  return (
    <label className={button.label}>
      {label}
      <select className={button.field} value={at} onChange={(event) => onChoose(Number(event.target.value))}>
        {versions.map(({ index, post, count }, place) => (
          <option key={index} value={place}>
            {count === 1
              ? revisionLabel(index, post)
              : t("revisions.folded", { revision: revisionLabel(index, post), count })}
          </option>
        ))}
      </select>
    </label>
  );
}

function Words({ title, parts }: { title: string; parts: readonly Part[] }) {
  const isSame = parts.every(({ change }) => change === "kept");
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      {isSame ? (
        <p className={styles.same}>{t("revisions.unchanged")}</p>
      ) : (
        <p className={styles.words} dir="auto">
          {parts.map(({ change, text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are never moved
            <PartText key={at} change={change} text={text} />
          ))}
        </p>
      )}
    </section>
  );
}

function PartText({ change, text }: Part) {
  if (change === "added") return <ins>{text}</ins>;
  if (change === "removed") return <del>{text}</del>;
  return text;
}

const FILE_WORDS = {
  added: "revisions.fileAdded",
  removed: "revisions.fileRemoved",
  replaced: "revisions.fileReplaced",
  kept: "revisions.fileKept",
} as const satisfies Record<Change, string>;

function ChangedFiles({ before, after }: { before: Version; after: Version }) {
  const changes = compareFiles(filesOf(before.post), filesOf(after.post));
  if (changes.length === 0) return null;
  const counts = (Object.keys(FILE_WORDS) as Change[])
    .map((kind) => ({ kind, count: changes.filter(({ change }) => change === kind).length }))
    .filter(({ count }) => count > 0);
  return (
    <section className={styles.section}>
      <h3>{t("post.files")}</h3>
      <p className={styles.same}>
        {counts
          .map(({ kind, count }) => t("revisions.count", { count, change: t(FILE_WORDS[kind]) }))
          .join(" · ")}
      </p>
      <ul className={styles.files}>
        {changes.map(({ change, file }) => (
          <li key={file.path} data-change={change}>
            <span className={styles.change}>{t(FILE_WORDS[change])}</span>
            <span className={styles.name} dir="auto">
              {file.name}
            </span>
            <FileTools file={file} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AllFiles({ versions }: { versions: readonly Version[] }) {
  const files = allFiles(versions);
  if (files.length === 0) return null;
  return (
    <details className={styles.section}>
      <summary>{t("revisions.allFiles", { count: files.length })}</summary>
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.path}>
            <FileType file={file} count={1} />
            <span className={styles.name} dir="auto">
              {file.name}
            </span>
            <FileTools file={file} />
          </li>
        ))}
      </ul>
    </details>
  );
}
