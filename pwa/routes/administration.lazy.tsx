import { createLazyRoute } from "@tanstack/react-router";
import { guarded } from "../features/account/guarded.tsx";
import { AccountsPage } from "../features/moderation/administration/AccountsPage.tsx";
import { AuditPage } from "../features/moderation/administration/AuditPage.tsx";
import { DuplicatesPage } from "../features/moderation/administration/DuplicatesPage.tsx";
import { FilesPage } from "../features/moderation/administration/FilesPage.tsx";
import { GetStartedPage } from "../features/moderation/administration/GetStartedPage.tsx";
import { GroupPreviewPage } from "../features/moderation/administration/GroupPreviewPage.tsx";
import { GroupsPage } from "../features/moderation/administration/GroupsPage.tsx";
import { ManagedAccountPage } from "../features/moderation/administration/ManagedAccountPage.tsx";
import { TakedownsPage } from "../features/moderation/administration/TakedownsPage.tsx";

export const accounts = createLazyRoute("/account/administrator/accounts/$page")({
  component: guarded(
    () => <AccountsPage number={accounts.useParams().page} search={accounts.useSearch()} />,
    "administrator",
  ),
});
export const managedAccount = createLazyRoute("/account/administrator/account/$account")({
  component: guarded(() => <ManagedAccountPage id={managedAccount.useParams().account} />, "administrator"),
});
export const audit = createLazyRoute("/account/administrator/audit")({
  component: guarded(() => <AuditPage o={audit.useSearch().o} />, "administrator"),
});
export const files = createLazyRoute("/account/administrator/files")({
  component: guarded(() => <FilesPage o={files.useSearch().o} />, "administrator"),
});
export const duplicates = createLazyRoute("/account/administrator/duplicates")({
  component: guarded(() => <DuplicatesPage search={duplicates.useSearch()} />, "administrator"),
});
export const groups = createLazyRoute("/account/administrator/groups")({
  component: guarded(() => <GroupsPage o={groups.useSearch().o} />, "administrator"),
});
export const groupPreview = createLazyRoute("/account/administrator/groups/$group")({
  component: guarded(
    () => <GroupPreviewPage group={groupPreview.useParams().group} o={groupPreview.useSearch().o} />,
    "administrator",
  ),
});
export const start = createLazyRoute("/account/administrator/start")({
  component: guarded(() => <GetStartedPage />, "administrator"),
});
export const takedowns = createLazyRoute("/account/administrator/takedowns")({
  component: guarded(() => <TakedownsPage {...takedowns.useSearch()} />, "administrator"),
});
