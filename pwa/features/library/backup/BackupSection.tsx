import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type MessageId, t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { downloadBackup, type Restored, restoreBackup, useRestored } from "./actions.ts";
import styles from "./Backup.module.css";
import type { RestoreMode } from "./combine.ts";
import { FullError } from "./device.ts";
import { BackupError } from "./file.ts";

const WAYS: RestoreMode[] = ["merge", "replace"];
const LARGEST = 20_000_000;

/** Exports this device's data as one file, and imports it. */
export function BackupSection() {
  const client = useQueryClient();
  const restored = useRestored();
  const [way, setWay] = useState<RestoreMode>("merge");
  const [problem, setProblem] = useState<string>();
  const restore = async (file: File) => {
    setProblem(undefined);
    try {
      if (file.size > LARGEST) throw new BackupError("other");
      await restoreBackup(client, await file.text(), way);
    } catch (error) {
      setProblem(wordsOf(error));
    }
  };
  return (
    <SettingsSection title={t("backup.title")} note={t("backup.note")}>
      <p>
        <button
          type="button"
          className={button.button}
          onClick={() => void downloadBackup().catch(() => setProblem(t("backup.problemSave")))}
        >
          {t("backup.save")}
        </button>
      </p>
      <Choice
        label={t("backup.mode")}
        note={t("backup.modeNote", { way })}
        value={way}
        options={WAYS.map((value) => ({ value, label: t("backup.modeName", { way: value }) }))}
        onChoose={setWay}
      />
      <label className={`${button.button} ${styles.choose}`}>
        {t("backup.restore")}
        <input
          type="file"
          accept=".json,application/json"
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = ""; // the same file can be chosen again
            if (file !== undefined) void restore(file);
          }}
        />
      </label>
      {problem === undefined ? null : (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div role="status">{restored === undefined ? null : <ImportedCounts restored={restored} />}</div>
    </SettingsSection>
  );
}

/** Summary of an import, with undo. */
function ImportedCounts({ restored: { imported, undo } }: { restored: Restored }) {
  return (
    <div className={styles.imported}>
      <h3>{t("backup.done")}</h3>
      <ul>
        <li>{t("backup.choices", { count: imported.choices })}</li>
        <li>{t("backup.seen", { count: imported.seen })}</li>
        <li>{t("backup.muted", { count: imported.muted })}</li>
        <li>{t("backup.visits", { count: imported.visits })}</li>
        <li>{t("backup.saved", { count: imported.saved })}</li>
        {imported.collections === 0 ? null : (
          <li>{t("backup.collections", { count: imported.collections })}</li>
        )}
        {imported.labels === 0 ? null : <li>{t("backup.labels", { count: imported.labels })}</li>}
        {imported.favorites === 0 ? null : <li>{t("backup.favorites", { count: imported.favorites })}</li>}
        {imported.owned === 0 ? null : <li>{t("backup.owned", { count: imported.owned })}</li>}
      </ul>
      <p className={styles.buttons}>
        {imported.saved === 0 ? null : (
          <Link to="/saved" className={button.button}>
            {t("backup.toSaved")}
          </Link>
        )}
        <button type="button" className={button.button} onClick={() => void undo()}>
          {t("notices.undo")}
        </button>
      </p>
    </div>
  );
}

const PROBLEMS: Record<BackupError["reason"], MessageId> = {
  text: "backup.problemText",
  other: "backup.problemOther",
  newer: "backup.problemNewer",
  damaged: "backup.problemDamaged",
};

function wordsOf(error: unknown): string {
  if (error instanceof BackupError) return t(PROBLEMS[error.reason], { part: error.part });
  return t(error instanceof FullError ? "backup.problemFull" : "backup.problemRead");
}
