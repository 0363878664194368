import { createLazyRoute } from "@tanstack/react-router";
import { ComingSoonPage } from "../features/coming-soon/ComingSoonPage.tsx";

const Accounts = () => <ComingSoonPage thing="accounts" />;

export const lazyAccount = createLazyRoute("/account")({ component: Accounts });
export const lazyAccountPart = createLazyRoute("/account/$")({ component: Accounts });
export const lazyAuthentication = createLazyRoute("/authentication/$")({ component: Accounts });
export const lazyFavorites = createLazyRoute("/favorites")({ component: Accounts });
export const lazyImporter = createLazyRoute("/importer")({
  component: () => <ComingSoonPage thing="importing" />,
});
export const lazyUpload = createLazyRoute("/posts/upload")({
  component: () => <ComingSoonPage thing="uploading" />,
});
