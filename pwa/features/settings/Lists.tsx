import { t } from "../../i18n/index.ts";
import { SettingsSection } from "../../ui/SettingsSection.tsx";
import { CardChoices } from "../browse/cards/lazy.ts";

export function Lists() {
  return (
    <SettingsSection title={t("cards.title")} note={t("cards.note")}>
      <CardChoices />
    </SettingsSection>
  );
}
