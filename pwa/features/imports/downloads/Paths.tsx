import styles from "./Downloads.module.css";

/** Folded list of paths; nothing without any. */
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
