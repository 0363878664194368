import type { ComponentType } from "react";
import type { Access } from "#shared/rules/roles.ts";
import { RequireAccount, RequireRole } from "./RequireAccount.tsx";

/** A screen for accounts and, with what this device keeps, for visitors. */
export const openToVisitors = (Screen: ComponentType) => (): React.ReactNode => (
  <RequireAccount allowsVisitors>
    <Screen />
  </RequireAccount>
);

/** A screen that needs an account. */
export function guarded(Screen: ComponentType, access: Access = "session"): () => React.ReactNode {
  return () => (
    <RequireAccount>
      <RequireRole access={access}>
        <Screen />
      </RequireRole>
    </RequireAccount>
  );
}
