import { createLazyRoute } from "@tanstack/react-router";
import { SettingsPage } from "../features/settings/SettingsPage.tsx";

export const lazySettings = createLazyRoute("/settings")({ component: SettingsPage });
