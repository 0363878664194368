import type { Service } from "#shared/paysites/index.ts";
import type { TextId } from "../../../i18n/texts.ts";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import { KEY_LOCATIONS, type KeyLocation as Location } from "./keys.ts";
import { LinkedText } from "./LinkedText.tsx";
import styles from "./StaticPage.module.css";

const PLACE: Record<Location["place"], TextId> = {
  cookie: "keys.place.cookie",
  header: "keys.place.header",
  ending: "keys.place.ending",
};

/** The name of a service's key; its texts are loaded with `useTexts`. */
export function KeyLocation({ service }: { service: Service }) {
  const found = KEY_LOCATIONS.find((one) => one.service === service);
  return found === undefined ? null : <LinkedText id={PLACE[found.place]} name={found.name} />;
}

/** One row for each service: the name of its key and what a key looks like. */
export function KeyLocations() {
  return (
    <dl className={styles.keys}>
      {KEY_LOCATIONS.map(({ service, rule }) => (
        <div key={service}>
          <dt>
            <ServiceMark service={service} />
          </dt>
          <dd>
            <p>
              <KeyLocation service={service} />
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
