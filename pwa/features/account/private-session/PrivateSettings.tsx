import { t } from "../../../i18n/index.ts";
import { setPrivateSession, usePrivate } from "../../../lib/private-session.ts";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { Switch } from "../../../ui/Switch.tsx";

export function PrivateSettings() {
  return (
    <SettingsSection title={t("privateSession.title")} note={t("privateSession.note")}>
      <Switch
        label={t("privateSession.switch")}
        isOn={usePrivate()}
        onChange={(isOn) => void setPrivateSession(isOn)}
      />
    </SettingsSection>
  );
}
