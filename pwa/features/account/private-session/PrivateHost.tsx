import { useEffect } from "react";
import { followPrivateSession, usePrivate } from "../../../lib/private-session.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";

const PrivateBar = lazyComponent(() => import("./PrivateBar.tsx").then((file) => file.PrivateBar));

/** The notice of a private session, in the shell of every page. */
export function PrivateHost() {
  useEffect(followPrivateSession, []);
  return usePrivate() ? <PrivateBar /> : null;
}
