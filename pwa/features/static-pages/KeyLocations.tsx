import type { TextId } from "../../i18n/texts.ts";
import { ServiceMark } from "../../ui/ServiceMark.tsx";
import { KEY_LOCATIONS, type KeyLocation } from "./keys.ts";
import { LinkedText } from "./LinkedText.tsx";
import styles from "./StaticPage.module.css";

const PLACE: Record<KeyLocation["place"], TextId> = {
  cookie: "keys.place.cookie",
  header: "keys.place.header",
  ending: "keys.place.ending",
};

/** One row for each service: the name of its key and what a key looks like. */
export function KeyLocations() {
  return (
    <dl className={styles.keys}>
      {KEY_LOCATIONS.map(({ service, place, name, rule }) => (
        <div key={service}>
          <dt>
            <ServiceMark service={service} />
          </dt>
          <dd>
            <p>
              <LinkedText id={PLACE[place]} name={name} />
            </p>
            <p>
              <LinkedText id={rule} />
            </p>
          </dd>
        </div>
      ))}
    </dl>
  );
}
