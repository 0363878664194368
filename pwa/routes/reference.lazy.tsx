import { createLazyRoute } from "@tanstack/react-router";
import { ReferencePage } from "../features/settings/reference/ReferencePage.tsx";

export const Route = createLazyRoute("/documentation/api")({ component: ReferencePage });
