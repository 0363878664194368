import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { MAX_NAME_LENGTH, MAX_POSTS } from "#shared/rules/collections.ts";
import { postKey } from "#shared/rules/offline-db.ts";
import { t } from "../../../i18n/index.ts";
import {
  addToCollection,
  createCollection,
  removeFromCollection,
} from "../../../offline/collections/collections.ts";
import type { CollectedPost, CollectionRow } from "../../../offline/db/records.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { NameForm } from "../../../ui/NameForm.tsx";
import styles from "./Collections.module.css";
import { showCollections } from "./dialogs.ts";
import { useCollections } from "./store.ts";

/** Adds posts to collections and removes them: a checkbox for each, and a form for a new one. */
export function CollectDialog({ posts }: { posts: readonly CollectedPost[] }) {
  const rows = useCollections();
  const [problem, setProblem] = useState<string>();
  /** Optimistic state, until the database confirms it. */
  const [chosen, setChosen] = useState<Record<string, boolean>>({});
  const close = () => showCollections(undefined);
  const keys = posts.map(postKey);
  const run = (act: Promise<unknown>) => {
    setProblem(undefined);
    act.catch((error: unknown) => {
      setChosen({});
      setProblem(
        error instanceof RangeError ? t("collections.full", { count: MAX_POSTS }) : t("collections.failed"),
      );
    });
  };
  const toggle = (row: CollectionRow, isIn: boolean) => {
    setChosen({ ...chosen, [row.id]: !isIn });
    run(
      isIn
        ? Promise.all(keys.map((key) => removeFromCollection(row.id, key)))
        : addToCollection(row.id, posts),
    );
  };
  const only = posts.length === 1 ? posts[0] : undefined;
  return (
    <Dialog
      className={styles.dialog}
      title={only?.title ?? t("collections.addCount", { count: posts.length })}
      titleDir="auto"
      closeLabel={t("collections.close")}
      onClose={close}
    >
      {rows === undefined || rows.length === 0 ? null : (
        <fieldset className={styles.choices}>
          <legend>{t("collections.title")}</legend>
          {rows.map((row) => {
            const isIn =
              chosen[row.id] ?? keys.every((key) => row.posts.some((post) => postKey(post) === key));
            return (
              <label key={row.id} className={styles.choice}>
                <input type="checkbox" checked={isIn} onChange={() => toggle(row, isIn)} />
                <span dir="auto">{row.name}</span>
                <span className={styles.count}>{t("collections.count", { count: row.posts.length })}</span>
              </label>
            );
          })}
        </fieldset>
      )}
      <NewCollection onCreate={(name) => run(createCollection(name, [...posts]))} />
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      {rows === undefined || rows.length === 0 ? null : (
        <Link to="/collections" className={styles.all} onClick={close}>
          {t("collections.all")}
        </Link>
      )}
    </Dialog>
  );
}

export function NewCollection({ onCreate }: { onCreate: (name: string) => void }) {
  return (
    <NameForm
      label={t("collections.newName")}
      action={t("collections.create")}
      maxLength={MAX_NAME_LENGTH}
      onSubmit={onCreate}
    />
  );
}
