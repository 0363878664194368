import { createLazyRoute } from "@tanstack/react-router";
import { AccountPage } from "../features/account/AccountPage.tsx";
import { ChangePasswordPage, ChangeUsernamePage } from "../features/account/ChangePages.tsx";
import { DataPage } from "../features/account/DataPage.tsx";
import { guarded } from "../features/account/guarded.tsx";
import { GuestLinksPage } from "../features/account/guest-links/GuestLinksPage.tsx";
import { NotificationsPage } from "../features/account/NotificationsPage.tsx";
import { PasskeysPage } from "../features/account/PasskeysPage.tsx";
import { RecoveryCodesPage } from "../features/account/RecoveryCodesPage.tsx";
import { SessionsPage } from "../features/account/SessionsPage.tsx";
import { SingleSignOnPage } from "../features/account/SingleSignOnPage.tsx";
import { ReviewPage } from "../features/chat/dm-review/ReviewPage.tsx";
import { SyncPage } from "../features/library/device-sync/SyncPage.tsx";
import { WithoutWords } from "../features/library/device-sync/WithoutWords.tsx";
import { OwnInvitationsPage } from "../features/moderation/administration/OwnInvitationsPage.tsx";

const Sync = guarded(SyncPage);

export const account = createLazyRoute("/account")({ component: guarded(AccountPage) });
export const changePassword = createLazyRoute("/account/change_password")({
  component: guarded(ChangePasswordPage),
});
export const changeUsername = createLazyRoute("/account/change_username")({
  component: guarded(ChangeUsernamePage),
});
export const data = createLazyRoute("/account/data")({ component: guarded(DataPage) });
export const ownInvitations = createLazyRoute("/account/invitations")({
  component: guarded(OwnInvitationsPage),
});
export const guestLinks = createLazyRoute("/account/guest_links")({ component: guarded(GuestLinksPage) });
export const notifications = createLazyRoute("/account/notifications")({
  component: guarded(NotificationsPage),
});
export const passkeys = createLazyRoute("/account/passkeys")({ component: guarded(PasskeysPage) });
export const recoveryCodes = createLazyRoute("/account/recovery_codes")({
  component: guarded(() => <RecoveryCodesPage search={recoveryCodes.useSearch()} />),
});
export const reviewDms = createLazyRoute("/account/review_dms")({
  component: guarded(() => <ReviewPage status={reviewDms.useSearch().status} />),
});
export const sessions = createLazyRoute("/account/sessions")({ component: guarded(SessionsPage) });
export const singleSignOn = createLazyRoute("/account/single_sign_on")({
  component: guarded(() => <SingleSignOnPage problem={singleSignOn.useSearch().problem} />),
});
/** Removes the words from the address before the login page stores it. */
export const sync = createLazyRoute("/account/sync")({
  component: () => (
    <WithoutWords>
      <Sync />
    </WithoutWords>
  ),
});
