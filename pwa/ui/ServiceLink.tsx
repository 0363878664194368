import { type Service, serviceInfo } from "#shared/services/index.ts";
import type { MessageId } from "../i18n/index.ts";
import { Rich } from "../i18n/Rich.tsx";
import { Icon } from "./Icon.tsx";

interface ServiceLinkProps {
  href: string;
  service: Service;
  /** Text with the name of the service in `<service>`. */
  label: MessageId;
}

/** Link to a creator or post on its own service. */
export function ServiceLink({ href, service, label }: ServiceLinkProps) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      <Icon name="external" size={18} />
      <span>
        <Rich
          id={label}
          values={{ service: serviceInfo(service).title }}
          tags={{ service: (name) => <bdi translate="no">{name}</bdi> }}
        />
      </span>
    </a>
  );
}
