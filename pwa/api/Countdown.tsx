import { useEffect, useRef, useState } from "react";
import { t } from "../i18n/index.ts";
import styles from "./Countdown.module.css";

/** Counts down to the retry. Announced once, not every second. */
export function Countdown({ until, onEnd }: { until: number; onEnd: () => void }) {
  const [first] = useState(() => secondsTo(until));
  const [left, setLeft] = useState(first);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    const timer = setInterval(() => {
      const seconds = secondsTo(until);
      setLeft(seconds);
      if (seconds > 0) return;
      clearInterval(timer);
      end.current();
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <p className={styles.countdown}>
      <span className="sr-only">{t("errors.retrying", { seconds: first })}</span>
      <span aria-hidden="true">{t("errors.retrying", { seconds: left })}</span>
    </p>
  );
}

function secondsTo(moment: number): number {
  return Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}
