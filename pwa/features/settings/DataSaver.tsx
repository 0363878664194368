import { t } from "../../i18n/index.ts";
import { browserSavesData, DATA_SAVER, dataSaver } from "../../lib/data-saver.ts";
import { Choice } from "../../ui/Choice.tsx";
import { SettingsSection } from "../../ui/SettingsSection.tsx";

export function DataSaver() {
  return (
    <SettingsSection title={t("settings.data")} note={t("settings.dataNote")}>
      <Choice
        label={t("settings.dataSaver")}
        note={t("settings.dataBrowser", { state: browserSavesData() ? "on" : "off" })}
        value={dataSaver.use()}
        options={DATA_SAVER.map((value) => ({ value, label: t("settings.dataSaverName", { value }) }))}
        onChoose={dataSaver.set}
      />
    </SettingsSection>
  );
}
