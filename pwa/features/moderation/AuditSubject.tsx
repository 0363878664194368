import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import type { AuditContent } from "#shared/entities/account.ts";
import { t } from "../../i18n/index.ts";

interface AuditSubjectProps {
  subject: string;
  contents: readonly AuditContent[];
  /** Name of the account or group, while it exists. */
  name?: string | null;
}

/** A link to what was changed, where it has a page; nothing for settings, which the kind of the change names already. */
export function AuditSubject(props: AuditSubjectProps) {
  const { contents } = props;
  return (
    <>
      <Named {...props} />
      {contents.map((content, at) => (
        <Fragment key={`${content.service}/${content.user}`}>
          {at > 0 || props.subject.startsWith("flag ") ? " · " : null}
          <ContentLink {...content} />
        </Fragment>
      ))}
    </>
  );
}

/** The title of a post and the name of its creator; ids of what the archive no longer has. */
function ContentLink({ service, user, post, name, title }: AuditContent) {
  const creator = name ?? `${service}/${user}`;
  if (post === null)
    return (
      <Link to="/$service/user/$id" params={{ service, id: user }} translate="no">
        <bdi>{creator}</bdi>
      </Link>
    );
  return (
    <>
      <Link to="/$service/user/$id/post/$post" params={{ service, id: user, post }} translate="no">
        <bdi>{title || post}</bdi>
      </Link>
      {" · "}
      <bdi translate="no">{creator}</bdi>
    </>
  );
}

/** Names a subject that is not content. */
function Named({ subject, name = null }: AuditSubjectProps) {
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
