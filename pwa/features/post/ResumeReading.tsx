import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import { Icon } from "../../ui/Icon.tsx";
import { useAboveNotices } from "../../ui/notice-height.ts";
import { partRead, scrollToPart } from "../reading/history/reading-time.ts";
import { placeOf } from "../reading/history/store.ts";
import styles from "./ResumeReading.module.css";

/** Parts of a text that are its start and its end: nothing to resume. */
const START = 0.05;
const END = 0.95;

/** Offers the place where a long post was left; gone once the reader is there or has declined. */
export function ResumeReading({ minutes }: { minutes: number }) {
  const router = useRouter();
  // Read once, before scrolling changes it.
  const [place] = useState(() => placeOf(router.state.location.href));
  const aboveNotices = useAboveNotices();
  const [isDone, setIsDone] = useState(router.state.location.state.resume === true);
  const isOffered = !isDone && place !== undefined && place > START && place < END;
  useEffect(() => {
    if (!isOffered) return;
    const onScroll = () => {
      if ((partRead() ?? 0) >= place) setIsDone(true);
    };
    addEventListener("scroll", onScroll, { passive: true });
    return () => removeEventListener("scroll", onScroll);
  }, [isOffered, place]);
  if (!isOffered) return null;
  return (
    <p className={styles.offer} style={aboveNotices}>
      <button type="button" className={styles.resume} onClick={() => scrollToPart(place)}>
        <Icon name="down" size={18} />
        {t("continue.resume", { count: Math.max(1, Math.round(minutes * (1 - place))) })}
      </button>
      <button
        type="button"
        className={button.icon}
        aria-label={t("continue.dismiss")}
        onClick={() => setIsDone(true)}
      >
        <Icon name="close" />
      </button>
    </p>
  );
}
