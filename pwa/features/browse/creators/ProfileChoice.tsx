import { Link } from "@tanstack/react-router";
import { t } from "../../../i18n/index.ts";
import styles from "./ProfileChoice.module.css";
import type { CreatorId } from "./tab-api.ts";

const OPTIONS = [
  ["/$service/user/$id", "creator.profiles.this"],
  ["/$service/user/$id/links/posts", "creator.profiles.all"],
] as const;

/** Switches between posts of this profile and of all linked profiles. */
export function ProfileChoice({ params }: { params: CreatorId }) {
  return (
    <nav className={styles.options} aria-label={t("creator.profiles")}>
      {OPTIONS.map(([to, label]) => (
        <Link
          key={to}
          to={to}
          params={params}
          search={{}}
          resetScroll={false}
          className={styles.option}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}
