import { type ReactNode, useEffect, useId, useState } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import styles from "./Notice.module.css";
import { Notice } from "./Notice.tsx";

/** Long enough to be read. */
const SHOWN_MS = 8_000;

interface ConnectionLineProps {
  icon: IconName;
  text: string;
  /** Commands; with one, it stays a line. */
  children?: ReactNode;
}

/** Says that the visitor is offline or sees a copy: a line at first, then an icon in the corner that shows the line again. */
export function ConnectionLine({ icon, text, children = null }: ConnectionLineProps) {
  const [isSmall, setIsSmall] = useState(false);
  const id = useId();
  const staysOpen = children !== null;
  useEffect(() => {
    if (isSmall || staysOpen) return;
    const timer = setTimeout(() => setIsSmall(true), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isSmall, staysOpen]);
  return (
    <Notice kind="connection">
      <div className={styles.line} data-small={(isSmall && !staysOpen) || undefined}>
        {staysOpen ? (
          <Icon name={icon} size={18} />
        ) : (
          <button
            type="button"
            className={styles.icon}
            aria-labelledby={id}
            aria-expanded={!isSmall}
            title={text}
            onClick={() => setIsSmall(!isSmall)}
          >
            <Icon name={icon} size={isSmall ? 22 : 18} />
          </button>
        )}
        {/* The same element in both states, so that it is not read out again. */}
        <span id={id} className={isSmall && !staysOpen ? "sr-only" : undefined}>
          {text}
        </span>
        {children}
      </div>
    </Notice>
  );
}
