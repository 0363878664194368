import { t } from "../../i18n/index.ts";
import { chooseTheme, THEMES, useTheme } from "../../lib/theme.ts";
import { Choice } from "../../ui/Choice.tsx";
import { LanguageSelect } from "../../ui/LanguageSelect.tsx";
import { SettingsSection } from "../../ui/SettingsSection.tsx";
import { DateChoice } from "./DateChoice.tsx";
import styles from "./SettingsPage.module.css";

export function Appearance() {
  const theme = useTheme();
  return (
    <SettingsSection title={t("settings.appearance")} note={t("settings.appearanceNote")}>
      <Choice
        label={t("settings.theme")}
        value={theme}
        options={THEMES.map((value) => ({ value, label: t("settings.themeName", { theme: value }) }))}
        onChoose={chooseTheme}
      />
      <div className={styles.language}>
        <LanguageSelect id="settings-language" label={t("language.label")} />
      </div>
      <DateChoice />
    </SettingsSection>
  );
}
