/** Sidebar links for accounts. They replace the visitors' links, in the same number so that nothing shifts. */
import { useEffect } from "react";
import { useLoggedIn } from "../../lib/session.ts";
import { accountLinks, type NavItem, VISITOR } from "./navigation.ts";

const ACCOUNT: NavItem[] = [
  { to: "/account/favorites/artists", label: "account.favorites", icon: "star" },
  { to: "/authentication/logout", label: "account.logout", icon: "enter" },
];

/** Set by the deferred parts: every page is first rendered as for a visitor. */
export function useAccountLinks(): void {
  const hasAccount = useLoggedIn();
  useEffect(() => accountLinks.set(hasAccount ? ACCOUNT : VISITOR), [hasAccount]);
}
