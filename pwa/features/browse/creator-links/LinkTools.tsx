import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { isAllowed } from "#shared/rules/roles.ts";
import { t } from "../../../i18n/index.ts";
import { flash } from "../../../lib/toast.ts";
import button from "../../../ui/Button.module.css";
import { useAccount } from "../../account/api.ts";
import { profileQuery } from "../profile-api.ts";
import { type CreatorId, useUnlink } from "./api.ts";
import styles from "./CreatorLinks.module.css";
import { refusalText } from "./messages.ts";

/** Actions on linked accounts: requests a link; moderators can unlink. */
export function LinkTools({ params }: { params: CreatorId }) {
  const { data } = useAccount();
  const { data: profile } = useQuery(profileQuery(params));
  const unlink = useUnlink(params);
  const isLinked = profile !== undefined && profile.relation_id !== null;
  const isModerator = data !== undefined && isAllowed("moderator", data.account.role);
  return (
    <div className={styles.buttons}>
      <Link to="/$service/user/$id/links/new" params={params} className={button.button} preload={false}>
        {t("creator.links.new")}
      </Link>
      {isModerator && isLinked ? (
        <button
          type="button"
          className={button.button}
          disabled={unlink.isPending}
          onClick={() =>
            unlink.mutate(undefined, { onSuccess: () => flash({ text: t("creatorLinks.unlinked") }) })
          }
        >
          {t("creatorLinks.unlink")}
        </button>
      ) : null}
      <p className={styles.problem} role="alert">
        {unlink.error === null ? null : refusalText(unlink.error)}
      </p>
    </div>
  );
}
