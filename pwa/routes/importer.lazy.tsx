import { createLazyRoute } from "@tanstack/react-router";
import { guarded } from "../features/account/guarded.tsx";
import { ImporterPage } from "../features/imports/importer/ImporterPage.tsx";
import { ImportsPage } from "../features/imports/importer/ImportsPage.tsx";
import { KeysPage } from "../features/imports/importer/KeysPage.tsx";
import { StatusPage } from "../features/imports/importer/StatusPage.tsx";

export const importer = createLazyRoute("/importer")({ component: ImporterPage });
export const status = createLazyRoute("/importer/status/$import")({
  component: () => {
    const { import: id } = status.useParams();
    return <StatusPage key={id} id={id} />;
  },
});
export const keys = createLazyRoute("/account/keys")({ component: guarded(KeysPage) });
export const imports = createLazyRoute("/account/administrator/imports")({
  component: guarded(() => <ImportsPage search={imports.useSearch()} />, "administrator"),
});
