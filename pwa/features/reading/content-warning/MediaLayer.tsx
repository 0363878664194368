import { useState } from "react";
import { isService, serviceInfo } from "#shared/services/index.ts";
import { t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import button from "../../../ui/Button.module.css";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import styles from "./MediaLayer.module.css";
import { askForMedia, endAsking } from "./prompt.ts";
import { keepCovered, showAlways, showForNow, showServices, toggleQuickHide } from "./store.ts";

export interface MediaLayerProps {
  isHidden: boolean;
  /** Services of the first list with media; empty once the visitor has answered. */
  offered: readonly string[];
  asked: readonly string[] | undefined;
}

/** Notices and a dialog that do not shift the layout. */
export function MediaLayer({ isHidden, offered, asked }: MediaLayerProps) {
  return (
    <>
      {isHidden ? <HiddenBar /> : offered.length > 0 ? <Banner services={offered} /> : null}
      {asked === undefined ? null : <MediaDialog services={asked} />}
    </>
  );
}

function HiddenBar() {
  return (
    <Notice kind="hidden">
      <aside className={`${styles.bar} ${styles.small}`} aria-label={t("contentWarning.hiddenLabel")}>
        <p>{t("contentWarning.hidden")}</p>
        <button type="button" className={`${button.button} ${button.primary}`} onClick={toggleQuickHide}>
          {t("contentWarning.showAgain")} <kbd className={styles.key}>B</kbd>
        </button>
      </aside>
    </Notice>
  );
}

function Banner({ services }: { services: readonly string[] }) {
  const [only] = services;
  return (
    <Notice kind="question">
      <aside className={styles.bar} aria-label={t("contentWarning.bannerLabel")}>
        <p>
          <Icon name="eyeOff" />
          {t("contentWarning.banner")}
        </p>
        <div className={styles.buttons}>
          <button type="button" className={`${button.button} ${button.primary}`} onClick={showAlways}>
            {t("contentWarning.always")}
          </button>
          {services.length === 1 && only !== undefined ? (
            <button type="button" className={button.button} onClick={() => showServices([only])}>
              <span>
                <Rich
                  id="contentWarning.onlyService"
                  values={{ service: nameOf(only) }}
                  tags={{ service: (name) => <bdi translate="no">{name}</bdi> }}
                />
              </span>
            </button>
          ) : (
            <button type="button" className={button.button} onClick={() => askForMedia(services)}>
              {t("contentWarning.more")}
            </button>
          )}
          <button type="button" className={button.button} onClick={keepCovered}>
            {t("contentWarning.keepHidden")}
          </button>
        </div>
      </aside>
    </Notice>
  );
}

/** Chooses what is always shown; with nothing chosen, media is shown once. */
function MediaDialog({ services }: { services: readonly string[] }) {
  const [all, setAll] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const isLasting = all || chosen.length > 0;
  const show = () => {
    if (all) showAlways();
    else if (chosen.length > 0) showServices(chosen);
    else showForNow(services);
  };
  const choose = (act: () => void) => () => {
    act();
    endAsking();
  };
  return (
    <Dialog className={styles.dialog} title={t("contentWarning.title")} onClose={endAsking}>
      <p>{t("contentWarning.explain")}</p>
      <div className={styles.choices}>
        {services.map((service) => (
          <Switch
            key={service}
            label={t("contentWarning.onService", { service: nameOf(service) })}
            isOn={all || chosen.includes(service)}
            onChange={(isOn) => {
              setAll(false);
              setChosen(isOn ? [...chosen, service] : chosen.filter((one) => one !== service));
            }}
          />
        ))}
        <Switch label={t("contentWarning.onAll")} isOn={all} onChange={setAll} />
        <button type="button" className={`${button.button} ${button.primary}`} onClick={choose(show)}>
          {t(isLasting ? "contentWarning.always" : "contentWarning.once")}
        </button>
        <button type="button" className={button.button} onClick={choose(keepCovered)}>
          {t("contentWarning.keepHidden")}
        </button>
      </div>
      <p className={styles.keys}>{t("contentWarning.keys")}</p>
    </Dialog>
  );
}

function nameOf(service: string): string {
  return isService(service) ? serviceInfo(service).title : service;
}
