import { isService, paysite } from "#shared/paysites/index.ts";
import styles from "./ServiceMark.module.css";

/** A service's name with a dot of its colour; the text carries the meaning, the dot never does alone. */
export function ServiceMark({ service }: { service: string }) {
  const known = isService(service) ? paysite(service) : { title: service, colour: "#888888" };
  return (
    <span className={styles.mark} translate="no">
      <span className={styles.dot} style={{ backgroundColor: known.colour }} />
      {known.title}
    </span>
  );
}
