import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { t } from "../../../i18n/index.ts";
import { setPrivateSession } from "../../../lib/private-session.ts";
import { flash } from "../../../lib/toast.ts";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./PrivateSession.module.css";

/** Notice of a private session, rendered in the page or in the modal dialog, outside of which everything is inert. */
export function PrivateBar() {
  const host = useHost();
  const leave = () => {
    void setPrivateSession(false);
    flash({ text: t("privateSession.left") });
  };
  return createPortal(
    <aside className={styles.bar} aria-label={t("privateSession.title")}>
      <Icon name="eyeOff" size={16} />
      <span>{t("privateSession.title")}</span>
      <button type="button" className={styles.leave} onClick={leave}>
        {t("privateSession.end")}
      </button>
    </aside>,
    host,
  );
}

/** Last opened modal dialog, or the page. */
function useHost(): Element {
  const [host, setHost] = useState<Element>(() => document.body);
  useEffect(() => {
    const follow = () => setHost([...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body);
    const observer = new MutationObserver(follow);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["open"] });
    follow();
    return () => observer.disconnect();
  }, []);
  return host;
}
