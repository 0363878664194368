import { Navigate, useParams, useSearch } from "@tanstack/react-router";
import { guarded } from "../features/account/guarded.tsx";
import { AccountsPage } from "../features/moderation/administration/AccountsPage.tsx";
import { AuditPage } from "../features/moderation/administration/AuditPage.tsx";
import { ManagedAccountPage } from "../features/moderation/administration/ManagedAccountPage.tsx";
import { TakedownsPage } from "../features/moderation/administration/TakedownsPage.tsx";
import { one } from "../lib/list-search.ts";

const FIRST = { page: "1" };
const useRaw = (): Record<string, unknown> => useSearch({ strict: false });

const ToFirstPage = () => (
  <Navigate to="/account/administrator/accounts/$page" params={FIRST} search replace />
);

function Accounts() {
  const raw = useRaw();
  const { page = "" } = useParams({ strict: false });
  return <AccountsPage number={page} search={{ name: one(raw["name"]), role: one(raw["role"]) }} />;
}

const ManagedAccount = () => <ManagedAccountPage id={useParams({ strict: false }).account ?? ""} />;
const Audit = () => <AuditPage o={one(useRaw()["o"])} />;

function Takedowns() {
  const raw = useRaw();
  return <TakedownsPage o={one(raw["o"])} address={one(raw["address"])} />;
}

export const screens = {
  "/account/administrator/accounts": ToFirstPage,
  "/account/administrator/accounts/$page": guarded(Accounts, "administrator"),
  "/account/administrator/account/$account": guarded(ManagedAccount, "administrator"),
  "/account/administrator/audit": guarded(Audit, "administrator"),
  "/account/administrator/takedowns": guarded(Takedowns, "administrator"),
};
