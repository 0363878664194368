import { SERVICES, type Service, serviceInfo } from "#shared/services/index.ts";
import { LinkedText } from "../../../ui/LinkedText.tsx";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import styles from "./KeyLocations.module.css";

/** Name of a service's key. Requires `useTexts`. */
export function KeyLocation({ service }: { service: Service }) {
  const { place, name } = serviceInfo(service).key;
  return <LinkedText id={`keys.place.${place}`} name={name} />;
}

/** Name and format of each service's key. */
export function KeyLocations() {
  return (
    <dl className={styles.keys}>
      {SERVICES.map((service) => (
        <div key={service}>
          <dt>
            <ServiceMark service={service} />
          </dt>
          <dd>
            <p>
              <KeyLocation service={service} />
            </p>
            <p>
              <LinkedText id={`key.${service}`} />
            </p>
          </dd>
        </div>
      ))}
    </dl>
  );
}
