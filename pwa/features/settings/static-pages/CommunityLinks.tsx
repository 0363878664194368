import { site } from "../../../lib/site.ts";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./StaticPage.module.css";

/** The operator's community links. */
export function CommunityLinks() {
  return (
    <ul className={styles.rooms}>
      {site().community.map(({ title, href }) => (
        <li key={href}>
          <a href={href} rel="noopener noreferrer" dir="auto">
            <Icon name="external" size={16} />
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
