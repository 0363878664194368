import { useQuery } from "@tanstack/react-query";
import { t } from "../../../i18n/index.ts";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { ownInvitationsQuery } from "../../account/api.ts";
import styles from "./Administration.module.css";
import { OwnInvitations } from "./Invitations.tsx";

/** `/account/invitations`: invitations by an account that is no administrator. */
export function OwnInvitationsPage() {
  const { data } = useQuery(ownInvitationsQuery());
  return (
    <div className={page.page}>
      <PageHeading title={t("administration.invitations")} />
      <p className={styles.soft}>{t("invitations.about")}</p>
      {data?.allowed === false ? (
        <p role="status">{t("invitations.notAllowed")}</p>
      ) : (
        <div className={styles.form}>
          <OwnInvitations />
        </div>
      )}
    </div>
  );
}
