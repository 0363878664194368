import styles from "./Downloads.module.css";

/** Collapsed list of paths; nothing if empty. */
export function Paths({ title, paths }: { title: string; paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <details className={styles.paths}>
      <summary>{title}</summary>
      <ul>
        {paths.map((path) => (
          <li key={path} translate="no">
            {path}
          </li>
        ))}
      </ul>
    </details>
  );
}
