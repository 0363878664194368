import { createLazyRoute } from "@tanstack/react-router";
import { ReferencePage } from "../features/reference/ReferencePage.tsx";

export const lazyReference = createLazyRoute("/documentation/api")({ component: ReferencePage });
