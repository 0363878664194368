import type { TextId } from "../../i18n/texts.ts";
import { ServiceMark } from "../../ui/ServiceMark.tsx";
import { KEY_PLACES, type KeyPlace } from "./keys.ts";
import styles from "./StaticPage.module.css";
import { Words } from "./Words.tsx";

const PLACE: Record<KeyPlace["place"], TextId> = {
  cookie: "keys.place.cookie",
  header: "keys.place.header",
  ending: "keys.place.ending",
};

/** One row for each service: the name of its key and what a key looks like. */
export function KeyPlaces() {
  return (
    <dl className={styles.keys}>
      {KEY_PLACES.map(({ service, place, name, rule }) => (
        <div key={service}>
          <dt>
            <ServiceMark service={service} />
          </dt>
          <dd>
            <p>
              <Words id={PLACE[place]} name={name} />
            </p>
            <p>
              <Words id={rule} />
            </p>
          </dd>
        </div>
      ))}
    </dl>
  );
}
