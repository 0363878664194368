/** Lazy components of this folder. */
import { useLoggedIn } from "../../../lib/session.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import type { GuestLinkButtonProps } from "./GuestLinkButton.tsx";

const Loaded = lazyComponent(() => import("./GuestLinkButton.tsx").then((file) => file.GuestLinkButton));

/** Menu item that makes a link for people without an account; nothing without an account, and so on the server. */
export function GuestLinkButton(props: GuestLinkButtonProps) {
  return useLoggedIn() ? <Loaded {...props} /> : null;
}
