import { Link } from "@tanstack/react-router";
import { isService } from "#shared/services/index.ts";
import { t } from "../../i18n/index.ts";

interface AuditSubjectProps {
  subject: string;
  /** Name of the account or group, while it exists. */
  name?: string | null;
}

/** A link to what was changed, where it has a page; nothing for settings, which the kind of the change names already. */
export function AuditSubject({ subject, name = null }: AuditSubjectProps) {
  const [service = "", creator = "", post] = subject.split("/");
  if (isService(service)) {
    const path = `/${service}/user/${encodeURIComponent(creator)}`;
    const address = post === undefined ? path : `${path}/post/${encodeURIComponent(post)}`;
    return (
      <Link to={address} translate="no">
        {subject}
      </Link>
    );
  }
  const [type = "", ...words] = subject.split(" ");
  const id = words.at(-1) ?? "";
  switch (type) {
    case "account":
      return name === null ? (
        t("moderation.deletedAccount")
      ) : (
        <Link to="/account/administrator/account/$account" params={{ account: id }} translate="no">
          {name}
        </Link>
      );
    case "flag":
      return (
        <Link to="/account/moderator/flags/$flag" params={{ flag: id }}>
          {t("moderation.flagNumber", { flag: id })}
        </Link>
      );
    case "takedown":
      return t("moderation.requestNumber", { request: id });
    case "file":
    case "share":
    case "comment":
      return <code>{subject}</code>;
    default:
      return name === null ? null : <bdi translate="no">{name}</bdi>;
  }
}
