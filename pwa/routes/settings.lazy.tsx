import { createLazyRoute } from "@tanstack/react-router";
import { SettingsPage } from "../features/settings/SettingsPage.tsx";

export const Route = createLazyRoute("/settings")({ component: SettingsPage });
