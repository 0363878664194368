import { createLazyRoute } from "@tanstack/react-router";
import { GuestPage } from "../features/account/guest-links/GuestPage.tsx";

export const guest = createLazyRoute("/guest")({ component: () => <GuestPage search={guest.useSearch()} /> });
