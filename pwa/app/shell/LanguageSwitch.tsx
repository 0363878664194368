import { t } from "../../i18n/initial.ts";
import { Icon } from "../../ui/Icon.tsx";
import { LanguageSelect } from "../../ui/LanguageSelect.tsx";
import styles from "./LanguageSwitch.module.css";

export function LanguageSwitch() {
  return (
    <div className={styles.language}>
      <LanguageSelect
        id="language"
        label={
          <span className={styles.name}>
            <Icon name="language" size={16} />
            {t("language.label")}
          </span>
        }
      />
    </div>
  );
}
