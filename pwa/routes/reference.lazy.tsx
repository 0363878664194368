import { ReferencePage } from "../features/reference/ReferencePage.tsx";

export const screens = { "/documentation/api": ReferencePage };
