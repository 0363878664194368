import { type PointerEvent, type RefObject, useState } from "react";
import type { SeekStrip as Strip } from "#shared/entities/media-details.ts";
import { t } from "../../i18n/index.ts";
import { stripAddress } from "../../lib/addresses.ts";
import { clockTime } from "../../lib/clock-time.ts";
import { useSavesData } from "../../lib/data-saver.ts";
import { useHydrated } from "../../lib/environment.ts";
import styles from "./SeekStrip.module.css";
import { useCurrentTime } from "./use-current-time.ts";

interface SeekStripProps {
  video: RefObject<HTMLVideoElement | null>;
  path: string;
  strip: Strip;
}

/** Pictures of a video to seek by. Not rendered on the server, as the place is stored in the browser. */
export function SeekStrip(props: SeekStripProps) {
  const savesData = useSavesData();
  return useHydrated() && !savesData ? <Pictures {...props} /> : null;
}

/** Width of the row relative to the height of its pictures. */
const ROW = 10.5;
const MAX_SHOWN = 20;

function Pictures({ video, path, strip }: SeekStripProps) {
  const [isMissing, setMissing] = useState(false);
  const [shown, setShown] = useState<number>();
  const [now, seek] = useCurrentTime(video);
  const duration = strip.pictures * strip.interval;
  if (isMissing) return null;
  const count = Math.min(MAX_SHOWN, Math.max(3, Math.round((ROW * strip.height) / strip.width)));
  const picture = (seconds: number) => (
    <Picture path={path} strip={strip} seconds={seconds} onError={() => setMissing(true)} />
  );
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setShown(Math.min(0.999, Math.max(0, (clientX - left) / width)) * duration);
  };
  return (
    <div className={styles.strip} dir="ltr">
      <div className={styles.row} aria-hidden="true">
        {Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: their order is fixed
          <span key={at} className={styles.cell}>
            {picture(((at + 0.5) / count) * duration)}
          </span>
        ))}
      </div>
      <span className={styles.now} style={{ left: `${(100 * now) / duration}%` }} aria-hidden="true" />
      <input
        type="range"
        className={styles.range}
        aria-label={t("player.position")}
        aria-valuetext={clockTime(now)}
        min={0}
        max={duration}
        step={strip.interval}
        value={now}
        onChange={(event) => {
          const seconds = Number(event.target.value);
          setShown(seconds);
          seek(seconds);
        }}
        onPointerMove={point}
        onPointerLeave={() => setShown(undefined)}
        onBlur={() => setShown(undefined)}
      />
      {shown === undefined ? null : (
        <span className={styles.shown} style={{ left: `${(100 * shown) / duration}%` }} aria-hidden="true">
          {picture(shown)}
          <span className={styles.time}>{clockTime(shown)}</span>
        </span>
      )}
    </div>
  );
}

interface PictureProps {
  path: string;
  strip: Strip;
  seconds: number;
  onError: () => void;
}

/** The picture of a moment, cut out of the strip. */
function Picture({ path, strip, seconds, onError }: PictureProps) {
  const { pictures, columns, width, height, interval } = strip;
  const at = Math.min(pictures - 1, Math.floor(seconds / interval));
  const rows = Math.ceil(pictures / columns);
  const [column, row] = [at % columns, Math.floor(at / columns)];
  return (
    <span className={styles.picture} style={{ aspectRatio: `${width} / ${height}` }}>
      <img
        src={stripAddress(path)}
        alt=""
        loading="lazy"
        decoding="async"
        style={{
          width: `${columns * 100}%`,
          height: `${rows * 100}%`,
          transform: `translate(${(-100 * column) / columns}%, ${(-100 * row) / rows}%)`,
        }}
        onError={onError}
      />
    </span>
  );
}
