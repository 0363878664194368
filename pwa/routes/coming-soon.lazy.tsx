import { createLazyRoute } from "@tanstack/react-router";
import { LaterPage } from "../features/coming-soon/ComingSoonPage.tsx";

const Accounts = () => <LaterPage thing="accounts" />;

export const lazyAccount = createLazyRoute("/account")({ component: Accounts });
export const lazyAccountPart = createLazyRoute("/account/$")({ component: Accounts });
export const lazyAuthentication = createLazyRoute("/authentication/$")({ component: Accounts });
export const lazyFavorites = createLazyRoute("/favorites")({ component: Accounts });
export const lazyImporter = createLazyRoute("/importer")({
  component: () => <LaterPage thing="importing" />,
});
export const lazyUpload = createLazyRoute("/posts/upload")({
  component: () => <LaterPage thing="uploading" />,
});
