/** Links of the sidebar for an account, in place of a visitor's; as many, so that nothing moves when they come. */
import { useEffect } from "react";
import { useLoggedIn } from "../../lib/session.ts";
import { accountLinks, type NavItem, VISITOR } from "./navigation.ts";

const ACCOUNT: NavItem[] = [
  { to: "/account/favorites/artists", label: "account.favorites", icon: "star" },
  { to: "/authentication/logout", label: "account.logout", icon: "enter" },
];

/** They come with the deferred parts: every page is rendered as for a visitor. */
export function useAccountLinks(): void {
  const hasAccount = useLoggedIn();
  useEffect(() => accountLinks.set(hasAccount ? ACCOUNT : VISITOR), [hasAccount]);
}
