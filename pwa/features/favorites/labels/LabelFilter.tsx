import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { useLabels } from "./store.ts";

export interface LabelFilterProps {
  label: string | undefined;
  onChoose: (label: string | undefined) => void;
}

/** Filter of creators by label; nothing without labels. */
export function LabelFilter({ label, onChoose }: LabelFilterProps) {
  const labels = useLabels() ?? [];
  if (labels.length === 0 && label === undefined) return null;
  return (
    <label className={button.label}>
      {t("labels.filter")}
      <select
        className={button.field}
        value={label ?? ""}
        onChange={({ target }) => onChoose(target.value === "" ? undefined : target.value)}
      >
        <option value="">{t("labels.any")}</option>
        {labels.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
