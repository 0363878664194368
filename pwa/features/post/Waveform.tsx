import { useRef } from "react";
import { t } from "../../i18n/index.ts";
import { clockTime } from "../../lib/clock-time.ts";
import { audioElement } from "../listening/playback.ts";
import { useCurrentTime } from "./use-current-time.ts";
import styles from "./Waveform.module.css";

/** Loudness of the playing file, to seek by. @param peaks 0 to 100 @param duration in seconds */
export function Waveform({ peaks, duration }: { peaks: readonly number[]; duration: number }) {
  const audio = useRef(audioElement());
  const [now, seek] = useCurrentTime(audio);
  const bars = peaks.map((peak, at) => `M${at + 0.5} ${50 - peak / 2.1}V${50 + peak / 2.1 + 1}`).join("");
  const picture = (className: string | undefined) => (
    <svg
      className={className}
      viewBox={`0 0 ${peaks.length} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={bars} />
    </svg>
  );
  return (
    <div className={styles.waveform} dir="ltr">
      {picture(styles.whole)}
      <span className={styles.played} style={{ clipPath: `inset(0 ${100 - (100 * now) / duration}% 0 0)` }}>
        {picture(styles.whole)}
      </span>
      <input
        type="range"
        className={styles.range}
        aria-label={t("player.position")}
        aria-valuetext={clockTime(now)}
        min={0}
        max={duration}
        step={1}
        value={now}
        onChange={(event) => seek(Number(event.target.value))}
      />
    </div>
  );
}
