import { SERVICES, serviceInfo } from "#shared/services/index.ts";
import { t } from "../../../i18n/index.ts";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import styles from "./MediaSettings.module.css";
import { choice, chooseService, chooseText, keepCovered, showAlways } from "./store.ts";

/** Settings of media shown without a prompt. */
export function MediaSettings() {
  const { all, services, text } = choice.use();
  return (
    <SettingsSection title={t("contentWarning.settings")} note={t("contentWarning.settingsNote")}>
      <Switch label={t("contentWarning.textOnly")} isOn={text} onChange={chooseText} />
      <Switch
        label={t("contentWarning.onAll")}
        isOn={all}
        onChange={(isOn) => (isOn ? showAlways() : keepCovered())}
      />
      <fieldset className={styles.services} disabled={text}>
        <legend>{t("contentWarning.perService")}</legend>
        <ul>
          {SERVICES.map((service) => (
            <li key={service}>
              <Switch
                label={<bdi translate="no">{serviceInfo(service).title}</bdi>}
                isOn={all || services.includes(service)}
                onChange={(isOn) => chooseService(service, isOn, SERVICES)}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      <p className={styles.note}>{t("contentWarning.keys")}</p>
    </SettingsSection>
  );
}
