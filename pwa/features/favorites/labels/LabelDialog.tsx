import { useRef, useState } from "react";
import { t } from "../../../i18n/index.ts";
import { flash } from "../../../lib/toast.ts";
import { LABEL_COLORS, type LabelRow } from "../../../offline/db/records.ts";
import { colorLabel, createLabel, deleteLabel, setLabel, setNote } from "../../../offline/labels/labels.ts";
import button from "../../../ui/Button.module.css";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { NameForm } from "../../../ui/NameForm.tsx";
import styles from "./Labels.module.css";
import { useLabels, useNote } from "./store.ts";

const MAX_LABEL_LENGTH = 60;
const MAX_NOTE_LENGTH = 5_000;

export interface LabelDialogProps {
  creator: { service: string; id: string; name: string };
  onClose: () => void;
}

/** Labels and note of a creator. Changes are stored at once, the note on blur. */
export function LabelDialog({ creator: { service, id, name }, onClose }: LabelDialogProps) {
  const key = `${service}/${id}`;
  const labels = useLabels() ?? [];
  const note = useNote(key);
  const [hasFailed, setHasFailed] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const run = (act: Promise<unknown>) => void act.catch(() => setHasFailed(true));
  const keepNote = () => {
    const text = field.current?.value.trim() ?? note ?? "";
    if (note !== undefined && text !== note) run(setNote(key, text));
  };
  return (
    <Dialog
      className={styles.dialog}
      title={name}
      titleDir="auto"
      closeLabel={t("labels.close")}
      onClose={() => {
        keepNote();
        onClose();
      }}
    >
      {labels.length === 0 ? null : (
        <fieldset className={styles.labels}>
          <legend>{t("labels.title")}</legend>
          {labels.map((label) => (
            <LabelLine key={label.name} label={label} creator={key} run={run} />
          ))}
        </fieldset>
      )}
      <NameForm
        label={t("labels.newName")}
        action={t("labels.create")}
        maxLength={MAX_LABEL_LENGTH}
        onSubmit={(label) => run(createLabel(label, key))}
      />
      {note === undefined ? null : (
        <label className={button.label}>
          {t("labels.note")}
          <textarea
            ref={field}
            className={`${button.field} ${styles.note}`}
            defaultValue={note}
            maxLength={MAX_NOTE_LENGTH}
            rows={3}
            dir="auto"
            onBlur={keepNote}
          />
        </label>
      )}
      <p className={styles.small}>{t("labels.private")}</p>
      {hasFailed ? <p role="alert">{t("labels.failed")}</p> : null}
    </Dialog>
  );
}

interface LabelLineProps {
  label: LabelRow;
  creator: string;
  run: (act: Promise<unknown>) => void;
}

/** Checkbox, color and delete button of a label. */
function LabelLine({ label: { name, color, creators }, creator, run }: LabelLineProps) {
  /** Optimistic state, until the database confirms it. */
  const [chosen, setChosen] = useState<boolean>();
  const remove = async () => {
    const undo = await deleteLabel(name);
    flash({ text: t("labels.deleted", { name }), undo });
  };
  return (
    <div className={styles.line}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={chosen ?? creators.includes(creator)}
          onChange={({ target }) => {
            setChosen(target.checked);
            run(setLabel(name, creator, target.checked).finally(() => setChosen(undefined)));
          }}
        />
        <span className={styles.label} data-color={color} dir="auto">
          {name}
        </span>
      </label>
      <select
        className={styles.colors}
        aria-label={t("labels.colorOf", { name })}
        value={color}
        onChange={({ target }) =>
          run(colorLabel(name, LABEL_COLORS.find((one) => one === target.value) ?? color))
        }
      >
        {LABEL_COLORS.map((one) => (
          <option key={one} value={one}>
            {t("labels.color", { color: one })}
          </option>
        ))}
      </select>
      <button
        type="button"
        className={button.icon}
        aria-label={t("labels.delete", { name })}
        onClick={() => run(remove())}
      >
        <Icon name="trash" size={18} />
      </button>
    </div>
  );
}
