import { ReferencePage } from "../features/settings/reference/ReferencePage.tsx";

export const screens = { "/documentation/api": ReferencePage };
