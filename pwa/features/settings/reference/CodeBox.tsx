import styles from "./CodeBox.module.css";

/** Text of fixed width in a box that scrolls by itself. */
export function CodeBox({ text, label, wraps = false }: { text: string; label: string; wraps?: boolean }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.box} aria-label={label} tabIndex={0}>
      <pre className={styles.text} data-wraps={wraps} dir="ltr" translate="no">
        {text}
      </pre>
    </section>
  );
}
