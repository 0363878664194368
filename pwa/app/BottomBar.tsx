import { Link } from "@tanstack/react-router";
import { focusSearch } from "../features/search/public.ts";
import { Icon } from "../ui/Icon.tsx";
import styles from "./BottomBar.module.css";
import { PLACES } from "./places.ts";

/** The phone's navigation, within reach of a thumb. */
export function BottomBar() {
  return (
    <nav className={styles.bar} aria-label="Bottom">
      {PLACES.map((place) => (
        <Link
          key={place.to}
          to={place.to}
          className={styles.item}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          <Icon name={place.icon} size={24} />
          {place.label}
        </Link>
      ))}
      <button type="button" className={styles.item} onClick={focusSearch}>
        <Icon name="search" size={24} />
        Search
      </button>
    </nav>
  );
}
