import { createLazyRoute, createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

export const settingsRoute = createRoute({ getParentRoute: () => rootRoute, path: "/settings" }).lazy(
  async () => {
    const { SettingsPage } = await import("../features/settings/SettingsPage.tsx");
    return createLazyRoute("/settings")({ component: SettingsPage });
  },
);
