import { useState } from "react";
import styles from "./Avatar.module.css";

interface AvatarProps {
  src?: string;
  name: string;
  /**
   * In pixels; limited to sizes in the style sheet, because the CSP forbids style attributes in server-rendered HTML.
   */
  size: 32 | 40 | 44 | 56 | 72;
}

/** A creator's icon, or the first letter of the name until it loads or if it is missing. */
export function Avatar({ src, name, size }: AvatarProps) {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <span className={styles.avatar} data-size={size} aria-hidden="true">
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
