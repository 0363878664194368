import { useSearch } from "@tanstack/react-router";
import { UpdatedPage } from "../features/browse/creators/UpdatedPage.tsx";
import { one } from "../lib/list-search.ts";

const Updated = () => <UpdatedPage o={one(useSearch({ strict: false }).o)} />;

export const screens = { "/artists/updated": Updated };
