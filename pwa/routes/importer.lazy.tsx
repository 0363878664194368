import { useParams, useSearch } from "@tanstack/react-router";
import { guarded } from "../features/account/guarded.tsx";
import { ImporterPage } from "../features/imports/importer/ImporterPage.tsx";
import { ImportsPage } from "../features/imports/importer/ImportsPage.tsx";
import { KeysPage } from "../features/imports/importer/KeysPage.tsx";
import { StatusPage } from "../features/imports/importer/StatusPage.tsx";
import { one } from "../lib/list-search.ts";

const Status = () => {
  const { import: id = "" } = useParams({ strict: false });
  return <StatusPage key={id} id={id} />;
};

function Imports() {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  return (
    <ImportsPage search={{ o: one(raw["o"]), state: one(raw["state"]), service: one(raw["service"]) }} />
  );
}

export const screens = {
  "/importer": ImporterPage,
  "/importer/status/$import": Status,
  "/account/keys": guarded(KeysPage),
  "/account/administrator/imports": guarded(Imports, "administrator"),
};
