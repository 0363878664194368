import { useState } from "react";
import styles from "./Avatar.module.css";

/** A creator's icon; its first letter stands in while it loads and where there is none. */
export function Avatar({ src, name, size = 48 }: { src?: string; name: string; size?: number }) {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <span
      className={styles.avatar}
      style={{ width: size, height: size, fontSize: size * 0.45 }}
      aria-hidden="true"
    >
      {[...name.trim()][0]?.toUpperCase() ?? "?"}
      {hasFailed || src === undefined ? null : (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setHasFailed(true)}
        />
      )}
    </span>
  );
}
