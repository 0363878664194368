import { createLazyRoute } from "@tanstack/react-router";
import { StoragePage } from "../features/saved/StoragePage.tsx";

export const lazyStorage = createLazyRoute("/saved/storage")({ component: StoragePage });
