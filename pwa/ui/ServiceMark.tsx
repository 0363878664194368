import { isService, serviceInfo } from "#shared/services/index.ts";
import styles from "./ServiceMark.module.css";

/** Service name with a dot in its color; the dot is never the only information. */
export function ServiceMark({ service }: { service: string }) {
  const known = isService(service) ? serviceInfo(service) : { title: service, color: "#888888" };
  return (
    <span className={styles.mark} translate="no">
      {/* No style attribute: the CSP forbids them in server-rendered HTML. */}
      <svg className={styles.dot} viewBox="0 0 2 2" aria-hidden="true" focusable="false">
        <rect width="2" height="2" fill={known.color} />
      </svg>
      {known.title}
    </span>
  );
}
