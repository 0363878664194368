import { Link } from "@tanstack/react-router";
import { formatNumber, t } from "../i18n/initial.ts";
import { pageOffset, pageWindow } from "../lib/pagination.ts";
import { Icon, type IconName } from "./Icon.tsx";
import styles from "./Paginator.module.css";

const to = (page: number) => (before: Record<string, unknown>) => ({ ...before, o: pageOffset(page) });

/** Pages of a list: eleven numbers around the current one, with first, previous, next and last. */
export function Paginator({ offset, count, label }: { offset: number; count: number; label: string }) {
  const { current, total, pages } = pageWindow(offset, count);
  if (total === 1) return null;
  return (
    <nav className={styles.nav} aria-label={label}>
      <Step icon="first" label={t("pages.first")} page={1} isOff={current === 1} />
      <Step icon="previous" label={t("pages.previous")} page={current - 1} isOff={current === 1} />
      <ol className={styles.pages}>
        {pages.map((page) => (
          <li key={page} data-far={Math.abs(page - current) > 1 || undefined}>
            <Link
              to="."
              search={to(page)}
              className={styles.page}
              aria-label={t("pages.page", { page: formatNumber(page) })}
              aria-current={page === current ? "page" : undefined}
            >
              {formatNumber(page)}
            </Link>
          </li>
        ))}
      </ol>
      <Step icon="next" label={t("pages.next")} page={current + 1} isOff={current === total} />
      <Step
        icon="last"
        label={t("pages.last", { page: formatNumber(total) })}
        page={total}
        isOff={current === total}
      />
    </nav>
  );
}

/** Previous and next only, for lists of unknown length. */
export function OpenPaginator({ offset, isFull, label }: { offset: number; isFull: boolean; label: string }) {
  const { current } = pageWindow(offset, offset + 1);
  if (current === 1 && !isFull) return null;
  return (
    <nav className={styles.nav} aria-label={label}>
      <Step icon="previous" label={t("pages.previous")} page={current - 1} isOff={current === 1} />
      <span className={styles.current}>{t("pages.page", { page: formatNumber(current) })}</span>
      <Step icon="next" label={t("pages.next")} page={current + 1} isOff={!isFull} />
    </nav>
  );
}

function Step({ icon, label, page, isOff }: { icon: IconName; label: string; page: number; isOff: boolean }) {
  if (isOff) {
    return (
      <span className={styles.page} data-off="true" aria-hidden="true">
        <Icon name={icon} size={18} />
      </span>
    );
  }
  return (
    <Link to="." search={to(page)} className={styles.page} aria-label={label} data-step={icon}>
      <Icon name={icon} size={18} />
    </Link>
  );
}
