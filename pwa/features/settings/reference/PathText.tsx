import styles from "./PathText.module.css";

/** An operation's method and address; what is to be filled in stands out, and long ones break at a slash. */
export function PathText({ method, path }: { method: string; path: string }) {
  return (
    <span className={styles.line} dir="ltr" translate="no">
      <span className={styles.method} data-method={method}>
        {method}
      </span>{" "}
      <span className={styles.path}>
        {path.split(/(\{\w+\}|\/)/).map((part, index) =>
          part === "/" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one address never move
            <span key={index}>
              <wbr />/
            </span>
          ) : part.startsWith("{") ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <em key={index} className={styles.parameter}>
              {part}
            </em>
          ) : (
            part
          ),
        )}
      </span>
    </span>
  );
}
