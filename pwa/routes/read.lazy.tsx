import { useSearch } from "@tanstack/react-router";
import { ContinuousPage } from "../features/post/ContinuousPage.tsx";
import { toReadSearch } from "../features/post/continuous-api.ts";

function Read() {
  const { at, o, ...list } = toReadSearch(useSearch({ strict: false }));
  return <ContinuousPage key={JSON.stringify(list)} search={{ ...list, at, o }} />;
}

export const screens = { "/read": Read };
