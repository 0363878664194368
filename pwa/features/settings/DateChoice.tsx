import { t } from "../../i18n/index.ts";
import { DATE_STYLES, dateStyle } from "../../lib/dates.ts";
import { Choice } from "../../ui/Choice.tsx";

export function DateChoice() {
  return (
    <Choice
      label={t("settings.dates")}
      note={t("settings.datesNote")}
      value={dateStyle.use()}
      options={DATE_STYLES.map((value) => ({ value, label: t("settings.dateStyle", { style: value }) }))}
      onChoose={dateStyle.set}
    />
  );
}
