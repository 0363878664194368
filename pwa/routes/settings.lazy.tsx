import { SettingsPage } from "../features/settings/SettingsPage.tsx";

export const screens = { "/settings": SettingsPage };
