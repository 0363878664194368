import { Link } from "@tanstack/react-router";
import styles from "./CreatorHeader.module.css";

/** The pages of a creator; only those that exist. */
export function CreatorTabs({ params }: { params: { service: string; id: string } }) {
  return (
    <nav className={styles.tabs} aria-label="Creator">
      <Link
        to="/$service/user/$id"
        params={params}
        search={{}}
        className={styles.tab}
        activeOptions={{ includeSearch: false }}
      >
        Posts
      </Link>
    </nav>
  );
}
