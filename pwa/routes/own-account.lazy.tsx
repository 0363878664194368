import { useSearch } from "@tanstack/react-router";
import { AccountPage } from "../features/account/AccountPage.tsx";
import { ChangePasswordPage, ChangeUsernamePage } from "../features/account/ChangePages.tsx";
import { DataPage } from "../features/account/DataPage.tsx";
import { guarded } from "../features/account/guarded.tsx";
import { NotificationsPage } from "../features/account/NotificationsPage.tsx";
import { PasskeysPage } from "../features/account/PasskeysPage.tsx";
import { RecoveryCodesPage } from "../features/account/RecoveryCodesPage.tsx";
import { SessionsPage } from "../features/account/SessionsPage.tsx";
import { ReviewPage } from "../features/chat/dm-review/ReviewPage.tsx";
import { SyncPage } from "../features/library/device-sync/SyncPage.tsx";
import { WithoutWords } from "../features/library/device-sync/WithoutWords.tsx";
import { one } from "../lib/list-search.ts";

function RecoveryCodes() {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  return <RecoveryCodesPage search={{ location: one(raw["location"]) }} />;
}

const Sync = guarded(SyncPage);

/** The words go from the address before the login page takes it over. */
function SyncScreen() {
  return (
    <WithoutWords>
      <Sync />
    </WithoutWords>
  );
}

function Review() {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  return <ReviewPage status={one(raw["status"])} />;
}

export const screens = {
  "/account": guarded(AccountPage),
  "/account/change_password": guarded(ChangePasswordPage),
  "/account/change_username": guarded(ChangeUsernamePage),
  "/account/data": guarded(DataPage),
  "/account/notifications": guarded(NotificationsPage),
  "/account/passkeys": guarded(PasskeysPage),
  "/account/recovery_codes": guarded(RecoveryCodes),
  "/account/review_dms": guarded(Review),
  "/account/sessions": guarded(SessionsPage),
  "/account/sync": SyncScreen,
};
