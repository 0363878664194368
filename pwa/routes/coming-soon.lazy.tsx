import { ComingSoonPage } from "../features/coming-soon/ComingSoonPage.tsx";

/** Addresses whose screens come in a later version; nothing leads to them. */
export const screens = {
  "/posts/upload": ComingSoonPage,
};
