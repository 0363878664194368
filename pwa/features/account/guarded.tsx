import type { ComponentType } from "react";
import type { Access } from "#shared/rules/roles.ts";
import { RequireAccount, RequireRole } from "./RequireAccount.tsx";

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
